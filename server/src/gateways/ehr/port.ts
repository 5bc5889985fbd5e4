import type { EhrField } from '@dictara/contract/device-configuration'
import type { InferenceType } from '@dictara/contract/inference'
import type { VitalName } from '@dictara/dictation/inference'
import type { Work } from '../../platform/database/index.ts'
import type { PatientPage, PatientReading } from './read-patient.ts'

/** Names one note in the EHR. Every write carries it, and the EHR takes it once however often it comes (Q192). */
export interface EhrNoteKey {
  clinicId: string
  facilityId: string
  jobId: string
  noteVersion: number
}

/** A person of the clinic. */
export interface EhrPerson {
  firstName: string
  lastName: string
  npi: string | null
}

/** A finished note as the EHR gets it. */
export interface EhrNote extends EhrNoteKey {
  jobNumber: string
  patientName: string
  medicalRecordNumber: string
  author: string
  authorId: string
  workType: string | null
  /** `yyyy-mm-dd`. */
  dateOfEncounter: string | null
  /** Plain text, headings on lines of their own. */
  text: string
  /** For interfaces that take names and sections apart. */
  patient: {
    firstName: string
    lastName: string
    middleName: string | null
    /** `yyyy-mm-dd`; null: not known. */
    birthDate: string | null
    gender: string
  }
  authorName: EhrPerson
  /** Who approved it; null where nobody but a transcriptionist saw it. */
  authenticator: (EhrPerson & { at: Date }) | null
  sections: readonly { heading: string; text: string }[]
  /** When this version was written; the same each time that it is sent. */
  writtenAt: Date
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

/** What a field of the inference panel is filled from. */
export type Reads =
  | { kind: 'medication'; part: 'name' | 'dose' | 'route' | 'frequency' }
  | { kind: 'allergy'; part: 'substance' | 'reaction' }
  | { kind: 'problem'; part: 'name' | 'icd10' }
  | { kind: 'vital'; name: VitalName }
  | { kind: 'followUp' }
  /** `about`: what happened then. */
  | { kind: 'date'; part: 'what' | 'value'; about?: RegExp }
  /** One of the field's own choices, where it is named. */
  | { kind: 'choice' }
  /** Yes where a sentence tells of it, No where the sentence denies it. */
  | { kind: 'yesOrNo'; about: RegExp }

/**
 * A field that an EHR has; each once beside the others (SETT-21). A field without values is a field of the inference panel; one with
 * values is, where it has an element, and else a group of fields. Its values are then the columns of a table, or the choices.
 */
export interface OfferedField extends Pick<EhrField, 'fieldName' | 'fieldUIName' | 'fieldType'> {
  fieldValues: readonly OfferedField[]
  /** How the inference panel shows it; a field without values is a Text Box unless it says otherwise. */
  element?: InferenceType
  /** Its name in the inference panel, once in a note; `fieldUIName` unless it says otherwise. */
  key?: string
  mandatory?: boolean
  /** The choices of a field without values. */
  choices?: readonly string[]
  /** Of a choice: further words that mean it. */
  said?: RegExp
  reads?: Reads
  /** Sections with such a heading show the field even where it is empty; what a group says holds for its fields. */
  headings?: RegExp
  /** It is read in sections with such a heading only. */
  isOnlyUnderHeadings?: boolean
}

/** Something that the configuration of a kind of EHR asks for; all of them are required (FAC-27, FAC-39). */
export interface EhrSetting {
  /** Its key in the settings, each once. */
  field: string
  /** What people read. */
  fieldName: string
  /** A `maskedText` is sealed where it is kept, and never leaves the server again (Q086). */
  fieldType: 'dropdown' | 'maskedText' | 'other'
  /** Of a dropdown: what can be chosen. */
  choices?: readonly string[]
  /** What stands there before anybody enters something. */
  usual?: string
  /** @returns what is wrong with a value, for people; undefined when nothing is */
  check?(value: string): string | undefined
}

/** The values of a kind's settings by `field`; secrets in the clear, so they stay on the server. */
export type EhrSettings = Readonly<Record<string, string>>

/** A facility and what it is connected to its EHR with. */
export interface EhrOfFacility {
  clinicId: string
  facilityId: string
  settings: EhrSettings
}

/** How the people of a facility prove themselves to its EHR, in the manner of OAuth’s authorization code (Q089). */
export interface EhrVerification {
  /** Whether the EHR asks for it with these settings. */
  isAsked(settings: EhrSettings): boolean
  /** Where the person’s browser is sent; it comes back to `redirectUri` with `code` and this `state`. */
  startUrl(of: EhrOfFacility, back: { redirectUri: string; state: string }): string
  /**
   * Exchanges the code, on the server. @returns until when it holds; null: without an end
   * @throws EhrFailed when the EHR doesn’t know it, with what is wrong, in words for people
   */
  exchange(
    of: EhrOfFacility,
    back: { userId: string; redirectUri: string; code: string },
    signal: AbortSignal,
  ): Promise<{ expiresAt: Date | null }>
  /** Deletes what it keeps of a person, or of all people of a facility, which has another connection now. Absent: it keeps nothing. */
  forget?(work: Work, of: { facilityId: string; userId?: string }): Promise<void>
}

/**
 * The connection of a facility to its EHR (Q091). Both writes may be repeated with the same key without further effect.
 * @throws EhrFailed; aborting rejects.
 */
export interface Ehr {
  /** @returns what the EHR calls the note, e.g. the id of its document; undefined when it doesn’t say */
  fileNote(note: EhrNote, signal: AbortSignal): Promise<string | undefined>
  /** @throws EhrFailed `refused` when it doesn’t have the note */
  strikeNote(note: EhrNote, signal: AbortSignal): Promise<void>
  /** Asks the EHR something harmless, to see whether the connection works. */
  test(signal: AbortSignal): Promise<void>
  /** The patients that changed since a bookmark, a page at a time. Absent: this kind brings patients by messages, or not at all. */
  readPatients?(reading: PatientReading, signal: AbortSignal): AsyncIterable<PatientPage>
}

/** A kind of EHR that facilities can be connected to. */
export interface EhrKind {
  ehrType: string
  /** What people read. */
  ehrName: string
  settings: readonly EhrSetting[]
  /** The fields that it has, in its order. */
  fields: readonly OfferedField[]
  /** Its connections have `readPatients`. */
  readsPatients?: true
  /** How long a note waits while the EHR doesn’t answer, in seconds. Absent: as long as the installation says. */
  patienceSeconds?: number
  /** Absent: it asks nothing of each person. */
  verification?: EhrVerification
  connect(of: EhrOfFacility): Ehr
}

/** The kinds of EHR of this installation, by `ehrType`. */
export type EhrKinds = Readonly<Record<string, EhrKind>>
