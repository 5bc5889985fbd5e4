import { createHash } from 'node:crypto'
import { controlId, type Note, type NoteEvent, type NoteForm, writeDocumentMessage } from '@dictara/hl7'
import { newId } from '../../platform/ids.ts'
import type { EhrNote } from './port.ts'

/** MSH-3 to MSH-6 of messages that Dictara sends. */
export interface Hl7Parties {
  from: Note['from']
  to: Note['to']
}

/** TXA-12 of a version of a note: the same in every message about it. */
export const documentNumber = ({ jobId, noteVersion }: Pick<EhrNote, 'jobId' | 'noteVersion'>): string =>
  `${controlId(jobId)}.${noteVersion}`

const sameEachTime = (text: string) => controlId(createHash('sha256').update(text).digest('hex').slice(0, 32))

/**
 * A note, or its strike-out, as HL7. A note has the same bytes each time that it is sent, so that a receiver knows it by MSH-10; a
 * strike-out is a message of its own each time.
 * @returns the message, and its MSH-10
 */
export function hl7OfNote(note: EhrNote, event: NoteEvent, form: NoteForm, parties: Hl7Parties, now: Date) {
  const { patient, authorName, authenticator, sections, writtenAt } = note
  const isOut = event === 'struckOut'
  const messageId = isOut ? controlId(newId()) : sameEachTime(`note ${note.jobId} ${note.noteVersion}`)
  const message = writeDocumentMessage(
    {
      messageId,
      at: isOut ? now : writtenAt,
      ...parties,
      documentNumber: documentNumber(note),
      workType: { name: note.workType ?? 'Note' },
      patient: { ...patient, medicalRecordNumber: note.medicalRecordNumber },
      author: authorName,
      authenticator,
      dateOfEncounter: note.dateOfEncounter,
      transcribedAt: writtenAt,
      sections,
    },
    event,
    form,
  )
  return { message, messageId }
}
