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

/** So long the note that is open has the network for itself. */
const afterMs = 1000
/** Others take jobs meanwhile: it is looked again, at most and at least so often. */
const againMostMs = 10_000
const againLeastMs = 30_000

/** What is fetched of the job that will probably be next, while another one is typed. */
interface NextJobParts {
  next: NextRow | null
  lookedAt: number
  /** The text as it is in the pool. What is in somebody's hands may change at any time, and is read when it is opened. */
  note: OpenedNoteParts | null
  /** Where the person's own text of it will be kept; null where some lies there from before. */
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
    // Its address counts as a person's doing, which later looks are not.
    before ? null : readRecording(client, next.jobId, signal).catch(() => null),
  ])
  return { next, lookedAt, note, drafts, recording }
}

/** Fetches text and sound of what will probably be the next job, so that they are there when the person is. */
export function usePrefetchNext(job: Job, isWanted: boolean): void {
  const client = useQueryClient()
  const { jobId } = job
  // As it was opened: a job that is handed on at this moment is of another stage already.
  const [stage] = useState(() => stageOfWork(job))
  const [isRested, setRested] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRested(true), afterMs)
    return () => clearTimeout(timer)
  }, [])
  // What cannot be fetched ahead is fetched when it is needed, and told then.
  useQuery({
    queryKey: nextKey(stage, jobId),
    queryFn: ({ signal }) => prefetchNext(client, stage, jobId, signal),
    enabled: isWanted && isRested,
    staleTime: Number.POSITIVE_INFINITY,
    // The page of a job that is handed on may be drawn anew before the next one is there.
    gcTime: 10_000,
    refetchInterval: againLeastMs,
    refetchOnWindowFocus: false,
    retry: false,
    // Nothing on the page shows it.
    notifyOnChangeProps: [],
  })
}

/** The job that will probably be the person's next, as far as it was looked for. */
export const prefetchedNext = (client: QueryClient, job: Job): NextRow | null =>
  client.getQueryData<NextJobParts>(nextKey(stageOfWork(job), job.jobId))?.next ?? null

/**
 * Gives the page of the job that was taken what was fetched of it prefetched. The text only of one that came out of the pool by this
 * very move, the one that its version counts: nobody can have changed it since it was read, nor can this person have typed in it.
 */
export function openPrefetched(client: QueryClient, stage: JobStage, after: string, taken: NextJob): void {
  const prefetched = client.getQueryData<NextJobParts>(nextKey(stage, after))
  if (prefetched?.next?.jobId !== taken.jobId) return
  if (prefetched.recording) client.setQueryData(recordingQuery(taken.jobId).queryKey, prefetched.recording)
  if (prefetched.note && isPooled(prefetched.next) && taken.version === prefetched.next.version + 1)
    keepForOpening(client, taken.jobId, { note: prefetched.note, drafts: prefetched.drafts })
}
