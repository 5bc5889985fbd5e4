import { call } from '@dictara/browser/call'
import type { Job } from '@dictara/contract/jobs'
import { type NoteTemplate, notePhraseCalls } from '@dictara/contract/note-phrases'
import { useQuery } from '@tanstack/react-query'
import { readPhraseBook } from '../../../editor/phrases/phrase-book.ts'
import { jobQueries, phraseQueries } from '../../../platform/query-client.ts'

const ofJob = (jobId: string) => ({ params: { id: jobId } })
const silent = { handler: false } as const

/** The facts of the job that fill in the fields of its phrases. */
export const factsOf = ({ patientId, workType, dateOfEncounter }: Job) =>
  JSON.stringify([patientId, workType, dateOfEncounter])

/** The phrases of the note's author, prepared for searching. */
export const useWorkPhrases = (job: Job, isWanted: boolean) =>
  useQuery({
    // The template decides which of them may be inserted.
    queryKey: [...phraseQueries, 'of-a-job', job.jobId, factsOf(job), job.templates[0]?.id],
    queryFn: async ({ signal }) => {
      const { result, fields } = await call(notePhraseCalls.listWorkPhrases, ofJob(job.jobId), { ...silent, signal })
      return readPhraseBook(result, fields)
    },
    enabled: isWanted,
    // Changes that the author makes elsewhere are loaded when the person returns to the window.
    staleTime: 60_000,
    structuralSharing: false,
    // No phrases of another patient are inserted: the list is empty until the new ones are loaded.
    placeholderData: (before, query) => (query?.queryKey[3] === factsOf(job) ? before : undefined),
  })

/** The template that the note follows; loaded again whenever a live frame reports a change of the job. */
export const useNoteTemplate = (jobId: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...jobQueries, 'note-template', jobId],
    queryFn: async ({ signal }): Promise<NoteTemplate | null> =>
      (await call(notePhraseCalls.getNoteTemplate, ofJob(jobId), { ...silent, signal })).result[0] ?? null,
    enabled: isWanted,
  })

/** Other templates that the note may follow. */
export const useNoteTemplates = (jobId: string) =>
  useQuery({
    queryKey: ['note-templates', jobId],
    queryFn: async ({ signal }) =>
      (await call(notePhraseCalls.listNoteTemplates, ofJob(jobId), { signal, handler: 'page' })).result,
  })
