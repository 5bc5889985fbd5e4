import { call } from '@dictara/browser/call'
import type { Job } from '@dictara/contract/jobs'
import { type NoteTemplate, notePhraseCalls } from '@dictara/contract/note-phrases'
import { useQuery } from '@tanstack/react-query'
import { readPhraseBook } from '../../../editor/phrases/phrase-book.ts'
import { jobQueries } from '../../../platform/query-client.ts'

const ofJob = (jobId: string) => ({ params: { id: jobId } })
const silent = { handler: false } as const

/** What about the job the fields of its phrases stand for. */
export const factsOf = ({ patientId, workType, dateOfEncounter }: Job) =>
  JSON.stringify([patientId, workType, dateOfEncounter])

/** The phrases of the note's author, ready to be looked through. */
export const useWorkPhrases = (job: Job, isWanted: boolean) =>
  useQuery({
    // The template decides which of them may be put in.
    queryKey: ['work-phrases', job.jobId, factsOf(job), job.templates[0]?.id],
    queryFn: async ({ signal }) => {
      const { result, fields } = await call(notePhraseCalls.listWorkPhrases, ofJob(job.jobId), { ...silent, signal })
      return readPhraseBook(result, fields)
    },
    enabled: isWanted,
    // What the author changes meanwhile is there when the person comes back to the window.
    staleTime: 60_000,
    structuralSharing: false,
    // Of another patient none is put in: they are not there until the new ones are.
    placeholderData: (before, query) => (query?.queryKey[2] === factsOf(job) ? before : undefined),
  })

/** The template that the note follows; fetched anew whenever a live frame tells of the job. */
export const useNoteTemplate = (jobId: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...jobQueries, 'note-template', jobId],
    queryFn: async ({ signal }): Promise<NoteTemplate | null> =>
      (await call(notePhraseCalls.getNoteTemplate, ofJob(jobId), { ...silent, signal })).result[0] ?? null,
    enabled: isWanted,
  })

/** The templates that the note may follow instead. */
export const useNoteTemplates = (jobId: string) =>
  useQuery({
    queryKey: ['note-templates', jobId],
    queryFn: async ({ signal }) =>
      (await call(notePhraseCalls.listNoteTemplates, ofJob(jobId), { signal, handler: 'page' })).result,
  })
