import { heldByJob } from '@dictara/browser/held-by-job'
import type { Intake, JobOfDictation } from '@dictara/browser/intake'
import { partsOutside } from '@dictara/browser/kept-parts'
import type { OpenRecording } from '@dictara/browser/open-recording'

/** What became of a recording of which there is a job. */
export type Meeting =
  /** All of it is in the job, by hash: it is removed here. */
  | { kind: 'sent'; job: JobOfDictation }
  /** All of it is in a job of another patient: it stays until the person has said whose it is. */
  | { kind: 'other-patient'; job: JobOfDictation }
  /** The job holds the beginning; the rest is a dictation of its own by now. */
  | { kind: 'partly'; job: JobOfDictation }

/** What a list says of a recording whose job is another patient's. */
const isJobOf = ({ jobNumber, patientName }: JobOfDictation) =>
  `This recording is job ${jobNumber} already, for ${patientName}.`

/**
 * Compares a recording with the job that there is. What the job lacks stays, as a dictation of its own; nothing is removed
 * that is not in the job by its hash. Rejects as a call does, and nothing is changed then.
 */
export async function meetJob(
  open: OpenRecording,
  job: JobOfDictation,
  intake: Pick<Intake, 'storeChunk'>,
  signal: AbortSignal,
  { read = open.read, forget = open.forget } = {},
): Promise<Meeting> {
  const held = await heldByJob({ current: open.current, isLive: open.isLive, read }, job, intake, signal)
  // Whoever has put it away meanwhile may not change it any more: another tab may have it.
  signal.throwIfAborted()
  // What was retracted before it was made, in a page that crashed before it stored so, is no rest of it.
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
