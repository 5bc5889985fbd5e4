import { call } from '@dictara/browser/call'
import { listeningCalls } from '@dictara/contract/listening'
import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { jobQueries } from '../../platform/query-client.ts'

const ofJob = (jobId: string) => ({ params: { id: jobId } })

/** The job, fetched anew whenever a live frame tells of it. */
export const useJob = (jobId: string) =>
  useQuery({
    queryKey: [...jobQueries, 'one', jobId],
    queryFn: async ({ signal }) => (await call(jobCalls.getJob, ofJob(jobId), { signal })).result[0]!,
  })

export const useWorkTypes = (jobId: string) =>
  useQuery({
    queryKey: ['work-types', jobId],
    queryFn: async ({ signal }) =>
      (await call(jobCalls.listJobWorkTypes, ofJob(jobId), { signal })).result[0]?.workTypes ?? [],
  })

const silent = { handler: false } as const

/** The steps of the job, from what was heard to what is filed. */
export const useTrack = (jobId: string) =>
  useQuery({
    queryKey: [...jobQueries, 'track', jobId],
    queryFn: async ({ signal }) => (await call(jobCalls.getTrack, ofJob(jobId), { ...silent, signal })).result,
  })

/** Where the speaker said that something is to be checked, in seconds of the recording. */
export const useMarkers = (jobId: string) =>
  useQuery({
    queryKey: ['markers', jobId],
    queryFn: async ({ signal }) => (await call(listeningCalls.listMarkers, ofJob(jobId), { ...silent, signal })).result,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Name, dates and places above the note, by key (EDIT-34). */
export const useDemographics = (jobId: string) =>
  useQuery({
    queryKey: [...jobQueries, 'demographics', jobId],
    queryFn: async ({ signal }) => {
      const { result } = await call(noteCalls.getDemographics, ofJob(jobId), { signal })
      return new Map(result.map(({ key, value }) => [key, value]))
    },
  })

/** The note as an editor opens it, read once: what is typed afterwards is newer than any refetch. */
export const useOpenedNote = (jobId: string) =>
  useQuery({
    queryKey: ['note', jobId],
    queryFn: async ({ signal }) => {
      const [note, headings, words] = await Promise.all([
        call(noteCalls.getSections, ofJob(jobId), { signal }),
        call(noteCalls.listSectionHeadings, ofJob(jobId), { signal }),
        call(noteCalls.listWords, ofJob(jobId), { signal }),
      ])
      return { note: note.result[0]!, headings: headings.result, words: words.result, tokens: words.tokens }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export type OpenedNoteParts = NonNullable<ReturnType<typeof useOpenedNote>['data']>

/** What people said of places in the note (Q207); fetched anew whenever a live frame tells of the job. */
export const useNoteComments = (jobId: string) =>
  useQuery({
    queryKey: [...jobQueries, 'note-comments', jobId],
    queryFn: async ({ signal }) => (await call(noteCalls.listNoteComments, ofJob(jobId), { ...silent, signal })).result,
  })

/** How the text stood at each turn of the job's way (Q190). */
export const useStages = (jobId: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['note-stages', jobId],
    queryFn: async ({ signal }) => (await call(noteCalls.listNoteStages, ofJob(jobId), { signal })).result,
    enabled: isWanted,
    staleTime: 0,
  })

/** Address and waveform of the recording. */
export const recordingQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['recording', jobId],
    queryFn: async ({ signal }) => {
      const [address, peaks] = await Promise.all([
        call(listeningCalls.getAudioUrl, ofJob(jobId), { signal }),
        call(listeningCalls.getPeaks, ofJob(jobId), { signal }),
      ])
      return { url: address.result[0]!, ...peaks.result[0]! }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The same, asked for again while the server still prepares it. */
export const useRecording = (jobId: string) =>
  useQuery({
    ...recordingQuery(jobId),
    refetchOnWindowFocus: false,
    refetchInterval: (query) => (query.state.status === 'error' ? 4000 : false),
  })
