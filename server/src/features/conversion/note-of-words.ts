import { type RecognisedWord, type WrittenNote, writeWholeNote } from '@dictara/dictation'
import type { Work } from '../../platform/database/index.ts'
import type { JobRecord } from '../jobs/index.ts'
import { getTemplate, listSystemHeadings } from '../templates/index.ts'
import { phrasesFor } from './phrases-for.ts'

/** The note of a job from the words of its dictation: by its template, with what its author keeps of phrases. */
export async function noteOfWords(work: Work, job: JobRecord, words: readonly RecognisedWord[]): Promise<WrittenNote> {
  // None of a template that is gone: the note is written by the headings that were said.
  const template = job.templateId ? await getTemplate(work, job.templateId) : undefined
  const templateHeadings = template?.sectionHeadings ?? []
  const headings = {
    templateHeadings,
    systemHeadings: await listSystemHeadings(work),
    isInOrder: template?.templateDrivenFlowEnabled ?? false,
  }
  const hasDefaults = templateHeadings.some(({ defaultValue }) => defaultValue !== '')
  return writeWholeNote(words, headings, await phrasesFor(work, job, words, hasDefaults))
}

/** What the author has to know of a note, in words. Which required headings are empty the desk tells, as the note is now. */
export const noticesOf = (words: readonly RecognisedWord[]): string[] =>
  words.length === 0 ? ['Nothing was heard in this recording.'] : []
