import type { StagedJob } from '@dictara/browser/stages'
import type { JobRow } from '@dictara/contract/job'
import type { LiveFrame } from '@dictara/contract/notifications'

/** A dictation that has become a job, as its author follows it. */
export interface SentJob extends StagedJob {
  jobId: string
  jobNumber: string
  patientName: string
  /** Why it failed, in words. */
  reason: string | null
  /** Submitted in this page. */
  isNew: boolean
}

/** More of them would push the next dictation from the page. */
export const sentMost = 3
/** What was submitted longer ago is looked for in the lists. */
const sentWithinMs = 12 * 3_600_000

const byNumber = (a: SentJob, b: SentJob) => b.jobNumber.localeCompare(a.jobNumber, undefined, { numeric: true })

/** What the server lists of a person's jobs, and what was submitted here and stands in other lists by now. Newest first. */
export function mergeSent(
  known: readonly SentJob[],
  rows: readonly JobRow[],
  authorId: string,
  nowMs: number,
): SentJob[] {
  const listed = rows
    .filter((row) => row.authorId === authorId && nowMs - Date.parse(row.submissionTime) < sentWithinMs)
    .map((row) => ({
      ...row,
      reason: row.reasonForFailing,
      isNew: known.some(({ jobId, isNew }) => isNew && jobId === row.jobId),
    }))
  const others = known.filter(({ jobId, isNew }) => isNew && !listed.some((one) => one.jobId === jobId))
  return [...listed, ...others].sort(byNumber).slice(0, sentMost)
}

/** As a submit has just answered: its conversion begins. */
export const withSubmitted = (
  known: readonly SentJob[],
  job: Pick<SentJob, 'jobId' | 'jobNumber' | 'patientName'>,
): SentJob[] => [
  { ...job, status: 'RECEIVED', level: null, returned: false, progress: null, reason: null, isNew: true },
  ...known.filter(({ jobId }) => jobId !== job.jobId).slice(0, sentMost - 1),
]

type JobFrame = Extract<LiveFrame, { type: 'job' }>

/** As the live channel tells it. */
export const withFrame = (known: readonly SentJob[], frame: JobFrame): SentJob[] =>
  known.flatMap((job) => {
    if (job.jobId !== frame.jobId) return [job]
    const { status, level, progress = null, isEnabled } = frame
    return isEnabled ? [{ ...job, status, level, progress }] : []
  })
