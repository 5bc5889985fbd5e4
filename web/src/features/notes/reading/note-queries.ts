import { call } from '@dictara/browser/call'
import { newId } from '@dictara/contract/new-id'
import { listeningCalls } from '@dictara/contract/listening'
import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { jobQueries } from '../../../platform/query-client.ts'

const ofJob = (jobId: string) => ({ params: { id: jobId } })
/** A load error is shown once, in the place of the content. */
const inPlace = (signal: AbortSignal) => ({ signal, handler: 'page' }) as const

/** The job, loaded again whenever a live frame reports a change. */
export const useJob = (jobId: string) =>
  useQuery({
    queryKey: [...jobQueries, 'one', jobId],
    queryFn: async ({ signal }) => (await call(jobCalls.getJob, ofJob(jobId), inPlace(signal))).result[0]!,
  })

export const useWorkTypes = (jobId: string) =>
  useQuery({
    queryKey: ['work-types', jobId],
    queryFn: async ({ signal }) =>
      (await call(jobCalls.listJobWorkTypes, ofJob(jobId), inPlace(signal))).result[0]?.workTypes ?? [],
  })

const silent = { handler: false } as const

const trackQuery = (jobId: string) =>
  queryOptions({
    queryKey: [...jobQueries, 'track', jobId],
    queryFn: async ({ signal }) => (await call(jobCalls.getTrack, ofJob(jobId), { ...silent, signal })).result,
  })

/** The steps of the job, from the recognised to the filed text. `isWanted`: false until the note is painted. */
export const useTrack = (jobId: string, isWanted = true) => useQuery({ ...trackQuery(jobId), enabled: isWanted })

/** Whether a review follows the next step; undefined while unknown. */
export const isReviewedNext = (client: QueryClient, jobId: string): boolean | undefined =>
  client
    .getQueryData(trackQuery(jobId).queryKey)
    ?.some(({ step, state }) => state === 'to-come' && step.startsWith('REVIEW'))

/** Where the speaker marked something to be checked, in seconds of the recording. */
export const useMarkers = (jobId: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['markers', jobId],
    queryFn: async ({ signal }) => (await call(listeningCalls.listMarkers, ofJob(jobId), { ...silent, signal })).result,
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Name, dates and places above the note, by key (EDIT-34). */
export const useDemographics = (jobId: string, isWanted = true) =>
  useQuery({
    queryKey: [...jobQueries, 'demographics', jobId],
    queryFn: async ({ signal }) => {
      const { result } = await call(noteCalls.getDemographics, ofJob(jobId), inPlace(signal))
      return new Map(result.map(({ key, value }) => [key, value]))
    },
    enabled: isWanted,
  })

/**
 * A note with its recognised words. `isPrefetch`: the job will probably be the person's next; the audit distinguishes
 * this.
 */
export async function readNote(jobId: string, signal: AbortSignal, isPrefetch = false) {
  const ofText = isPrefetch ? { ...ofJob(jobId), query: { ahead: 'true' as const } } : ofJob(jobId)
  const options = isPrefetch ? { signal, handler: false } : inPlace(signal)
  const [note, headings, words] = await Promise.all([
    call(noteCalls.getSections, ofText, options),
    call(noteCalls.listSectionHeadings, ofJob(jobId), options),
    call(noteCalls.listWords, ofText, options),
  ])
  return {
    note: note.result[0]!,
    headings: headings.result,
    words: words.result,
    tokens: words.tokens,
    engine: words.engine,
  }
}

export type OpenedNoteParts = Awaited<ReturnType<typeof readNote>>

/**
 * The note as an editor opens it, loaded once: later typing is newer than any refetch.
 * @param prefetched the data loaded before it was opened, if any
 */
export function useOpenedNote(jobId: string, prefetched: OpenedNoteParts | undefined) {
  // Opening the note again loads it again.
  const [opening] = useState(newId)
  return useQuery({
    queryKey: ['note', jobId, opening],
    queryFn: ({ signal }) => readNote(jobId, signal),
    initialData: prefetched,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 5000,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

/**
 * Comments on places in the note (docs/decisions/0011); loaded again whenever a live frame reports a change of the job.
 */
export const useNoteComments = (jobId: string, isWanted: boolean) =>
  useQuery({
    queryKey: [...jobQueries, 'note-comments', jobId],
    queryFn: async ({ signal }) => (await call(noteCalls.listNoteComments, ofJob(jobId), { ...silent, signal })).result,
    enabled: isWanted,
  })

/** The text after each step of the job (Q190). */
export const useStages = (jobId: string, isWanted: boolean) =>
  useQuery({
    queryKey: ['note-stages', jobId],
    queryFn: async ({ signal }) => (await call(noteCalls.listNoteStages, ofJob(jobId), inPlace(signal))).result,
    enabled: isWanted,
    staleTime: 0,
  })

/** Address and waveform of the recording. */
export const recordingQuery = (jobId: string) =>
  queryOptions({
    queryKey: ['recording', jobId],
    queryFn: async ({ signal }) => {
      const [address, peaks] = await Promise.all([
        call(listeningCalls.getAudioUrl, ofJob(jobId), inPlace(signal)),
        call(listeningCalls.getPeaks, ofJob(jobId), inPlace(signal)),
      ])
      return { url: address.result[0]!, ...peaks.result[0]!, sound: null as Blob | null }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The same, repeated while the server still prepares it. */
export const useRecording = (jobId: string) =>
  useQuery({
    ...recordingQuery(jobId),
    refetchOnWindowFocus: false,
    refetchInterval: (query) => (query.state.status === 'error' ? 4000 : false),
  })
