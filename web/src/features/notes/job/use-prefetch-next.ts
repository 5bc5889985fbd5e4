import { call } from '@dictara/browser/call'
import { type Job, jobCalls, type JobStage, type NextJob, type NextRow } from '@dictara/contract/jobs'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { jobQueries } from '../../../platform/query-client.ts'
import { currentUser } from '@dictara/browser/session'
import { type OpenedNoteParts, readNote, recordingQuery } from '../reading/note-queries.ts'
import { type NoteDrafts, openNoteDrafts } from '../saving/note-drafts.ts'
import { fetchSound } from './fetch-sound.ts'
import { keepForOpening } from './prefetched.ts'
import { stageOfWork } from './stage-of-work.ts'

/** Time during which the open note has the network for itself. */
const afterMs = 1000
/** Others take jobs meanwhile, so the next job is looked up again; these are the shortest and longest intervals. */
const againMostMs = 10_000
const againLeastMs = 30_000

/** The data of the probable next job, loaded while another one is typed. */
interface NextJobParts {
  next: NextRow | null
  lookedAt: number
  /**
   * The text as in the pool. The text of a job that somebody holds may change at any time, so it is loaded when opened.
   */
  note: OpenedNoteParts | null
  /** Where the person's own text of the job will be kept; null if some is already there. */
  drafts: NoteDrafts | null
  recording: Awaited<ReturnType<typeof readRecording>> | null
}

const nextKey = (stage: JobStage, jobId: string) => [...jobQueries, 'ahead', stage, jobId]
const isPooled = ({ status }: NextRow) => status === 'AVAILABLE' || status === 'READY'

async function readRecording(client: QueryClient, jobId: string, signal: AbortSignal) {
  const recording = await client.fetchQuery(recordingQuery(jobId))
  return { ...recording, sound: await fetchSound(recording.url, signal) }
}

async function openEmptyDrafts(jobId: string): Promise<NoteDrafts | null> {
  const user = currentUser()
  const drafts = user && (await openNoteDrafts(user.id, jobId))
  return drafts && (await drafts.listLeft()).length === 0 ? drafts : null
}

async function prefetchNext(
  client: QueryClient,
  stage: JobStage,
  after: string,
  signal: AbortSignal,
): Promise<NextJobParts> {
  const before = client.getQueryData<NextJobParts>(nextKey(stage, after))
  if (before && Date.now() - before.lookedAt < againMostMs) return before
  const asked = { query: { stage, after } }
  const next = (await call(jobCalls.lookAtNextJob, asked, { handler: false, signal })).result[0] ?? null
  const lookedAt = Date.now()
  if (!next) return { next, lookedAt, note: null, drafts: null, recording: null }
  const isSame = before?.next?.jobId === next.jobId && before.next.version === next.version
  if (isSame) return { ...before, lookedAt }
  const [note, drafts, recording] = await Promise.all([
    isPooled(next) ? readNote(next.jobId, signal, true).catch(() => null) : null,
    isPooled(next) ? openEmptyDrafts(next.jobId).catch(() => null) : null,
    // Requesting the address counts as the person's activity; later lookups do not.
    before ? null : readRecording(client, next.jobId, signal).catch(() => null),
  ])
  return { next, lookedAt, note, drafts, recording }
}

/** Loads text and sound of the probable next job, so that they are ready when the person gets there. */
export function usePrefetchNext(job: Job, isWanted: boolean): void {
  const client = useQueryClient()
  const { jobId } = job
  // The stage at opening: a job being sent right now already has another stage.
  const [stage] = useState(() => stageOfWork(job))
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), afterMs)
    return () => clearTimeout(timer)
  }, [])
  // Anything that cannot be loaded ahead is loaded when needed, with any error shown then.
  useQuery({
    queryKey: nextKey(stage, jobId),
    queryFn: ({ signal }) => prefetchNext(client, stage, jobId, signal),
    enabled: isWanted && isRested,
    staleTime: Number.POSITIVE_INFINITY,
    // The page of a job being sent may render again before the next one is ready.
    gcTime: 10_000,
    refetchInterval: againLeastMs,
    refetchOnWindowFocus: false,
    retry: false,
    // The page shows nothing of it.
    notifyOnChangeProps: [],
  })
}

/** The person's probable next job, if it was looked up. */
export const prefetchedNext = (client: QueryClient, job: Job): NextRow | null =>
  client.getQueryData<NextJobParts>(nextKey(stageOfWork(job), job.jobId))?.next ?? null

/**
 * Passes the loaded data of the taken job to its page. The text is passed only if this very step took the job out of
 * the pool and the version confirms that: then nobody can have changed it since it was loaded, and this person cannot
 * have typed in it.
 */
export function openPrefetched(client: QueryClient, stage: JobStage, after: string, taken: NextJob): void {
  const prefetched = client.getQueryData<NextJobParts>(nextKey(stage, after))
  if (prefetched?.next?.jobId !== taken.jobId) return
  if (prefetched.recording) client.setQueryData(recordingQuery(taken.jobId).queryKey, prefetched.recording)
  if (prefetched.note && isPooled(prefetched.next) && taken.version === prefetched.next.version + 1)
    keepForOpening(client, taken.jobId, { note: prefetched.note, drafts: prefetched.drafts })
}
