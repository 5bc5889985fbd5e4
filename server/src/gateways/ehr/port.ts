import type { EhrField } from '@dictara/contract/device-configuration'

/** Names one note in the EHR. Every write carries it, and the EHR takes it once however often it comes (Q192). */
export interface EhrNoteKey {
  clinicId: string
  facilityId: string
  jobId: string
  noteVersion: number
}

/** A finished note as the EHR gets it. */
export interface EhrNote extends EhrNoteKey {
  jobNumber: string
  patientName: string
  medicalRecordNumber: string
  author: string
  workType: string | null
  /** `yyyy-mm-dd`. */
  dateOfEncounter: string | null
  /** Plain text, headings on lines of their own. */
  text: string
}

/** Why a write did not succeed, in words for people. After `silent` the EHR may have it nevertheless. */
export class EhrFailed extends Error {
  override readonly name = 'EhrFailed'
  readonly kind: 'refused' | 'silent'

  constructor(kind: EhrFailed['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** A field that an EHR has; each once beside the others (SETT-21). */
export interface OfferedField extends Pick<EhrField, 'fieldName' | 'fieldUIName' | 'fieldType'> {
  fieldValues: readonly OfferedField[]
}

/**
 * The port to a clinic's EHR (Q091). Both writes may be repeated with the same key without further effect.
 * @throws EhrFailed; aborting rejects.
 */
export interface Ehr {
  /** The fields that it has, in its order. */
  fields: readonly OfferedField[]
  fileNote(note: EhrNote, signal: AbortSignal): Promise<void>
  strikeNote(key: EhrNoteKey, signal: AbortSignal): Promise<void>
}
