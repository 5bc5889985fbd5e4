import { heldByJob } from '@dictara/browser/held-by-job'
import type { Intake, JobOfDictation } from '@dictara/browser/intake'
import { partsOutside } from '@dictara/browser/kept-parts'
import type { OpenRecording } from '@dictara/browser/open-recording'

/** The outcome for a recording that has a job already. */
export type Meeting =
  /** The job holds all of it, compared by hash: the recording is removed here. */
  | { kind: 'sent'; job: JobOfDictation }
  /** A job of another patient holds all of it: the recording stays until the person says whose it is. */
  | { kind: 'other-patient'; job: JobOfDictation }
  /** The job holds the beginning; the rest has become a separate dictation. */
  | { kind: 'partly'; job: JobOfDictation }

/** The text that a list shows for a recording whose job belongs to another patient. */
const isJobOf = ({ jobNumber, patientName }: JobOfDictation) =>
  `This recording is job ${jobNumber} already, for ${patientName}.`

/**
 * Compares a recording with its job. Sound that the job lacks stays as a separate dictation; only sound whose hash is in the job
 * is removed. Rejects as a call does, and then changes nothing.
 */
export async function meetJob(
  open: OpenRecording,
  job: JobOfDictation,
  intake: Pick<Intake, 'storeChunk'>,
  signal: AbortSignal,
  { read = open.read, forget = open.forget } = {},
): Promise<Meeting> {
  const held = await heldByJob({ current: open.current, isLive: open.isLive, read }, job, intake, signal)
  // A page that put the recording away meanwhile must not change it, since another tab may have it.
  signal.throwIfAborted()
  // Words retracted before the job was made, by a page that crashed before storing this, do not belong to the rest.
  open.catchUp({ version: job.version, cuts: job.cuts, takes: [] })
  const { kept, details } = open.current
  const isAllIn = partsOutside(kept, held).length === 0 && !open.isLive
  if (!isAllIn) {
    open.becomeRest(held, job)
    return { kind: 'partly', job }
  }
  if (job.patientId !== details.patient.pid) {
    open.change({ discardedAt: null, submitAskedAt: null, problem: isJobOf(job) })
    return { kind: 'other-patient', job }
  }
  await forget(job)
  return { kind: 'sent', job }
}
