import type { Work } from '../../platform/database/index.ts'
import { findJob, findRouting, type JobRecord, updateProgress } from './jobs.store.ts'
import { announceJob, moveJob } from './move-job.ts'

/** T2. Again for a job that converts already: the same answer, since a killed server starts its task anew. */
export async function startConversion(work: Work, jobId: string): Promise<JobRecord | undefined> {
  const job = await findJob(work, jobId)
  if (!job?.isEnabled) return undefined
  if (job.status === 'CONVERTING') return job
  return job.status === 'RECEIVED' ? moveJob(work, job, 'startConversion', { progress: 0 }) : undefined
}

/** Tells how far a conversion is, 0 to 1; the list shows it without reloading. */
export async function reportProgress(work: Work, jobId: string, share: number): Promise<void> {
  await updateProgress(work, jobId, Math.min(1, Math.max(0, share)))
  await announceJob(work, jobId)
}

/**
 * T3 or T4: the author edits what the author's privilege says, or where the facility has nobody else to transcribe.
 * @returns undefined when the job is not converting any more; then nothing is changed.
 */
export async function finishConversion(
  work: Work,
  jobId: string,
  facts: { audioMs: number; notices: string[] },
): Promise<JobRecord | undefined> {
  const job = await findJob(work, jobId)
  if (job?.status !== 'CONVERTING') return undefined
  const { editsOwnNotes, hasTranscriptionist } = await findRouting(work, job)
  const converted = { ...facts, progress: null, failStage: null, reasonForFailing: null }
  if (!editsOwnNotes && hasTranscriptionist) return moveJob(work, job, 'handToPool', converted)
  return moveJob(work, job, 'handToAuthor', { ...converted, assigneeId: job.authorId })
}

/** T5, with a reason that people understand. */
export async function failConversion(work: Work, jobId: string, reason: string): Promise<void> {
  const job = await findJob(work, jobId)
  if (job?.status === 'CONVERTING')
    await moveJob(work, job, 'failConversion', { failStage: 'CONVERSION', reasonForFailing: reason, progress: null })
}
