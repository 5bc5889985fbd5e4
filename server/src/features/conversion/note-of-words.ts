import { type RecognisedWord, type WrittenNote, writeWholeNote } from '@dictara/dictation'
import type { Work } from '../../platform/database/index.ts'
import type { JobRecord } from '../jobs/index.ts'
import { getTemplate, listSystemHeadings } from '../templates/index.ts'
import { filledFields, type FilledField } from './filled-fields.ts'
import { phrasesFor } from './phrases-for.ts'

/** A note, and for each of its sections the fields that were filled in. */
export type NoteOfWords = WrittenNote & { filled: readonly (readonly FilledField[])[] }

/** Writes the note of a job from the words of its dictation, with its template and its author's phrases. */
export async function noteOfWords(work: Work, job: JobRecord, words: readonly RecognisedWord[]): Promise<NoteOfWords> {
  // If the template is gone, the note follows the headings that were said.
  const template = job.templateId ? await getTemplate(work, job.templateId) : undefined
  const templateHeadings = template?.sectionHeadings ?? []
  const headings = {
    templateHeadings,
    systemHeadings: await listSystemHeadings(work),
    isInOrder: template?.templateDrivenFlowEnabled ?? false,
  }
  const hasDefaults = templateHeadings.some(({ defaultValue }) => defaultValue !== '')
  const fields = filledFields(job.patientId, work.now)
  const note = writeWholeNote(words, headings, await phrasesFor(work, job, words, hasDefaults, fields.onPut))
  return { ...note, filled: note.sections.map(fields.of) }
}

/** What the author has to know about a note, in words. Empty required headings are shown by the desk, from the present note. */
export const noticesOf = (words: readonly RecognisedWord[]): string[] =>
  words.length === 0 ? ['No speech was recognised in this recording.'] : []
