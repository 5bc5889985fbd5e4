import type { StagedJob } from '@dictara/browser/stages'
import type { JobRow } from '@dictara/contract/job'
import type { LiveFrame } from '@dictara/contract/notifications'

/** A dictation that has become a job, as shown to its author. */
export interface SentJob extends StagedJob {
  jobId: string
  jobNumber: string
  patientName: string
  /** Why it failed, as text. */
  reason: string | null
  /** Submitted in this page. */
  isNew: boolean
}

/** The most entries shown: more would push the next dictation off the page. */
export const sentMost = 3
/** Jobs older than this appear only in the lists. */
const sentWithinMs = 12 * 3_600_000

const byNumber = (a: SentJob, b: SentJob) => b.jobNumber.localeCompare(a.jobNumber, undefined, { numeric: true })

/** Merges the server's list of a person's jobs with those submitted here that have moved to other lists. Newest first. */
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

/** The state right after a submit: conversion begins. */
export const withSubmitted = (
  known: readonly SentJob[],
  job: Pick<SentJob, 'jobId' | 'jobNumber' | 'patientName'>,
): SentJob[] => [
  { ...job, status: 'RECEIVED', level: null, returned: false, progress: null, reason: null, isNew: true },
  ...known.filter(({ jobId }) => jobId !== job.jobId).slice(0, sentMost - 1),
]

type JobFrame = Extract<LiveFrame, { type: 'job' }>

/** The state as the live channel reports it. */
export const withFrame = (known: readonly SentJob[], frame: JobFrame): SentJob[] =>
  known.flatMap((job) => {
    if (job.jobId !== frame.jobId) return [job]
    const { status, level, progress = null, isEnabled } = frame
    return isEnabled ? [{ ...job, status, level, progress }] : []
  })
