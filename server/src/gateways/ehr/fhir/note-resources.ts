import type { EhrNote, EhrNoteKey, EhrPerson } from '../port.ts'
import { anyNote, documentTypes, wordFor } from './words.ts'

/** What a note is filed as: always a DocumentReference, and one other resource beside it where the EHR wants it. */
export const documentForms = ['DocumentReference', 'with Composition', 'with DiagnosticReport'] as const
export const noteResourceTypes = ['DocumentReference', 'Composition', 'DiagnosticReport'] as const
export type NoteResourceType = (typeof noteResourceTypes)[number]

export const typesOf = (form: string): NoteResourceType[] =>
  form === 'with Composition'
    ? ['DocumentReference', 'Composition']
    : form === 'with DiagnosticReport'
      ? ['DocumentReference', 'DiagnosticReport']
      : ['DocumentReference']

const noteSystem = 'urn:dictara:note'

/** The identifier that every resource of one version of a note carries; a server has each once. */
export const noteIdentifier = ({ jobId, noteVersion }: EhrNoteKey) => ({
  system: noteSystem,
  value: `${jobId}.${noteVersion}`,
})
/** The same as a search parameter. */
export const noteToken = (key: EhrNoteKey) => `${noteSystem}|${noteIdentifier(key).value}`

function typeOf(workType: string | null) {
  const [code, display] = wordFor(documentTypes, workType?.toLowerCase()) ?? anyNote
  return { coding: [{ system: 'http://loinc.org', code, display }], text: workType ?? 'Note' }
}

const asXhtml = (text: string) =>
  `<div xmlns="http://www.w3.org/1999/xhtml"><p>${text
    .replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
    // XML has no other control characters.
    // oxlint-disable-next-line no-control-regex -- these are the characters that XML does not take
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, ' ')
    .replaceAll(/\r?\n/g, '<br/>')}</p></div>`

/** One note and where it belongs on the server. */
export interface NoteToWrite {
  note: EhrNote
  /** Reference of the patient, `Patient/id`. */
  patient: string
  pdf: Buffer
  now: Date
}

const fullName = ({ firstName, lastName }: EhrPerson) => `${firstName} ${lastName}`

const attachments = ({ note, pdf, now }: NoteToWrite) =>
  [
    { contentType: 'application/pdf', data: pdf.toString('base64') },
    { contentType: 'text/plain; charset=utf-8', data: Buffer.from(note.text).toString('base64') },
  ].map((one) => ({ ...one, title: note.workType ?? 'Note', creation: now.toISOString() }))

const builders: Record<NoteResourceType, (write: NoteToWrite) => object> = {
  DocumentReference: (write) => ({
    status: 'current',
    docStatus: 'final',
    identifier: [noteIdentifier(write.note)],
    type: typeOf(write.note.workType),
    category: [
      {
        coding: [
          {
            system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category',
            code: 'clinical-note',
            display: 'Clinical Note',
          },
        ],
      },
    ],
    subject: { reference: write.patient },
    date: write.now.toISOString(),
    author: [{ display: write.note.author }],
    ...(write.note.authenticator && { authenticator: { display: fullName(write.note.authenticator) } }),
    description: `Dictara ${write.note.jobNumber}`,
    content: attachments(write).map((attachment) => ({ attachment })),
    ...(write.note.dateOfEncounter && {
      context: { period: { start: write.note.dateOfEncounter, end: write.note.dateOfEncounter } },
    }),
  }),
  Composition: ({ note, patient, now }) => ({
    status: 'final',
    identifier: noteIdentifier(note),
    type: typeOf(note.workType),
    subject: { reference: patient },
    date: note.dateOfEncounter ?? now.toISOString(),
    author: [{ display: note.author }],
    ...(note.authenticator && {
      attester: [
        {
          mode: 'professional',
          time: note.authenticator.at.toISOString(),
          party: { display: fullName(note.authenticator) },
        },
      ],
    }),
    title: note.workType ?? 'Note',
    section: [{ title: note.workType ?? 'Note', text: { status: 'generated', div: asXhtml(note.text) } }],
  }),
  DiagnosticReport: (write) => ({
    status: 'final',
    identifier: [noteIdentifier(write.note)],
    code: typeOf(write.note.workType),
    subject: { reference: write.patient },
    ...(write.note.dateOfEncounter && { effectiveDateTime: write.note.dateOfEncounter }),
    issued: write.now.toISOString(),
    resultsInterpreter: [{ display: write.note.author }],
    conclusion: write.note.text,
    presentedForm: attachments(write),
  }),
}

/** A note as one resource of FHIR R4. */
export const noteResource = (type: NoteResourceType, write: NoteToWrite) => ({
  resourceType: type,
  ...builders[type](write),
})

/** The same resource, struck out. */
export const struckOut = (resource: Readonly<Record<string, unknown>>) => ({
  ...resource,
  status: 'entered-in-error',
  ...(resource.resourceType === 'DocumentReference' && { docStatus: 'entered-in-error' }),
})
