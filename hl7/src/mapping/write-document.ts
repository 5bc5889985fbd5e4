import { writeDay, writeInstant } from '../dates.ts'
import { type Component, type Field, type SegmentContent, segmentOf, writeMessage } from '../write.ts'

/** Who wrote, transcribed or authenticated a note. */
export interface NotePerson {
  lastName: string
  firstName: string
  npi?: string | null
  /** In Dictara, if there is no NPI. */
  id?: string | null
}

/** A finished note, as it goes into HL7. */
export interface Note {
  /** MSH-10; see `controlId`. */
  messageId: string
  /** When the message is written. */
  at: Date
  /** MSH-3 to MSH-6. */
  from: { application: string; facility: string }
  to: { application: string; facility: string }
  /** TXA-12, its own for each version. */
  documentNumber: string
  workType: { code?: string | null; name: string }
  patient: {
    medicalRecordNumber: string
    lastName: string
    firstName: string
    middleName?: string | null
    /** `yyyy-mm-dd`; null: not known. */
    birthDate: string | null
    /** One of Female, Male, Other, Unknown, or another word. */
    gender: string
    visitNumber?: string | null
    bedId?: string | null
    unitDesc?: string | null
  }
  author: NotePerson
  transcriptionist?: NotePerson | null
  authenticator?: (NotePerson & { at: Date }) | null
  /** `yyyy-mm-dd`. */
  dateOfEncounter?: string | null
  dictatedAt?: Date | null
  transcribedAt?: Date | null
  /** Text with line feeds; `code` is the heading’s, as 10164-2 of LOINC. */
  sections: readonly { heading: string; code?: string | null; text: string }[]
}

/** `new` is T02, `struckOut` T11 (cancel, without text). A note that was filed never changes, so there is no T08 or T10. */
export type NoteEvent = 'new' | 'struckOut'
/** As a document (MDM), or as a result (ORU^R01) for systems that take only those. */
export type NoteForm = 'MDM' | 'ORU'

const triggers = { new: 'T02', struckOut: 'T11' } as const
const sexes: Readonly<Record<string, string>> = { Female: 'F', Male: 'M', Other: 'O', Unknown: 'U' }
/** Of a result (table 0085 and 0123). */
const resultStatus = { new: 'F', struckOut: 'X' } as const

const instant = (at: Date | null | undefined) => at && writeInstant(at)
const day = (date: string | null | undefined) => date && writeDay(date)
const said = (value: string | null | undefined) => value || undefined
const lines = (text: string) => text.replaceAll(/\r\n?/g, '\n')

/** XCN, and with a time PPN. */
function person(of: NotePerson | null | undefined, at?: Date): Field {
  if (!of) return undefined
  const kind = of.npi ? 'NPI' : undefined
  const name = [said(of.npi) ?? said(of.id), of.lastName, of.firstName]
  const parts: Component[] = Array.from({ length: 15 }, (_, index) => name[index])
  parts[8] = kind
  parts[12] = kind
  parts[14] = instant(at) ?? undefined
  return parts
}

function patientSegments({ patient, author }: Note): SegmentContent[] {
  const { lastName, firstName, middleName, unitDesc, bedId } = patient
  return [
    segmentOf('PID', {
      1: '1',
      3: [patient.medicalRecordNumber, undefined, undefined, undefined, 'MR'],
      5: [lastName, firstName, said(middleName), undefined, undefined, undefined, 'L'],
      7: said(day(patient.birthDate)),
      8: sexes[patient.gender] ?? patient.gender,
    }),
    segmentOf('PV1', {
      1: '1',
      2: 'I',
      3: [said(unitDesc), undefined, said(bedId)],
      7: person(author),
      19: said(patient.visitNumber),
    }),
  ]
}

const codeOf = ({ workType }: Note) => [said(workType.code) ?? workType.name, workType.name]

function documentSegment(note: Note, event: NoteEvent): SegmentContent {
  const isOut = event === 'struckOut'
  const { authenticator } = note
  return segmentOf('TXA', {
    1: '1',
    2: codeOf(note),
    3: isOut ? undefined : 'FT',
    4: said(day(note.dateOfEncounter)),
    5: person(note.author),
    6: said(instant(note.dictatedAt)),
    7: said(instant(note.transcribedAt)),
    9: person(note.author),
    10: person(authenticator),
    11: person(note.transcriptionist),
    12: note.documentNumber,
    17: authenticator ? 'AU' : 'DO',
    19: isOut ? 'CA' : 'AV',
    22: authenticator ? person(authenticator, authenticator.at) : undefined,
  })
}

function orderSegment(note: Note, event: NoteEvent): SegmentContent {
  return segmentOf('OBR', {
    1: '1',
    3: note.documentNumber,
    4: codeOf(note),
    7: said(day(note.dateOfEncounter)),
    16: person(note.author),
    22: instant(note.transcribedAt) ?? writeInstant(note.at),
    25: resultStatus[event],
    32: person(note.authenticator ?? note.author),
    35: person(note.transcriptionist),
  })
}

/** One OBX for each heading. OBX-4 keeps two sections of the same heading apart. */
const textSegments = ({ sections }: Note): SegmentContent[] =>
  sections.map(({ heading, code, text }, index) => {
    const place = String(index + 1)
    const of = code ? [code, heading, 'LN'] : [heading, heading, 'L']
    return segmentOf('OBX', {
      1: place,
      2: 'FT',
      3: of,
      4: place,
      5: lines(text),
      11: 'F',
    })
  })

/**
 * A note as an HL7 message, in UTF-8 (MSH-18), to be sent or exported as it is: MDM^T02 or T11, or ORU^R01. Reading it again
 * gives the same headings and text.
 */
export function writeDocumentMessage(note: Note, event: NoteEvent, form: NoteForm = 'MDM'): string {
  const trigger = form === 'MDM' ? triggers[event] : 'R01'
  const structure = form === 'ORU' ? 'ORU_R01' : event === 'struckOut' ? 'MDM_T01' : 'MDM_T02'
  const { from, to } = note
  const at = writeInstant(note.at)
  const header = segmentOf('MSH', {
    3: from.application,
    4: from.facility,
    5: to.application,
    6: to.facility,
    7: at,
    9: [form, trigger, structure],
    10: note.messageId,
    11: 'P',
    12: '2.5.1',
    18: 'UNICODE UTF-8',
  })
  const text = event === 'struckOut' ? [] : textSegments(note)
  const body: SegmentContent[] =
    form === 'MDM'
      ? [['EVN', trigger, at], ...patientSegments(note), documentSegment(note, event), ...text]
      : [...patientSegments(note), orderSegment(note, event), ...text]
  return writeMessage([header, ...body])
}
