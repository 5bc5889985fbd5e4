import type { Work } from '../../platform/database/index.ts'
import {
  appendNotices,
  findJob,
  findRouting,
  getJobForChange,
  type JobRecord,
  updateAudioMs,
  updateProgress,
} from './jobs.store.ts'
import { announceJob, moveJob } from './move-job.ts'

/** T2. Answers a job that is already converting unchanged, because a task is started again after the server was killed. */
export async function startConversion(work: Work, jobId: string): Promise<JobRecord | undefined> {
  // As everywhere, lock the job before the rows that belong to it.
  const job = await getJobForChange(work, jobId)
  if (!job.isEnabled) return undefined
  if (job.status === 'CONVERTING') return job
  return job.status === 'RECEIVED' ? moveJob(work, job, 'startConversion', { progress: 0 }) : undefined
}

/** Saves the length of a decoded recording and announces it, so that lists show it without reloading. */
export async function reportLength(work: Work, jobId: string, audioMs: number): Promise<void> {
  await updateAudioMs(work, jobId, audioMs)
  await announceJob(work, jobId)
}

/** Saves the progress of a conversion, 0 to 1, and announces it, so that lists show it without reloading. */
export async function reportProgress(work: Work, jobId: string, share: number): Promise<void> {
  await updateProgress(work, jobId, Math.min(1, Math.max(0, share)))
  await announceJob(work, jobId)
}

/**
 * T3 or T4. The job goes to its author if the author's privilege says so or the facility has no transcriptionist, else to the pool.
 * @returns undefined when the job is no longer converting; then nothing is changed.
 */
export async function finishConversion(
  work: Work,
  jobId: string,
  facts: { audioMs: number; notices: string[] },
): Promise<JobRecord | undefined> {
  const job = await findJob(work, jobId)
  if (job?.status !== 'CONVERTING') return undefined
  const { editsOwnNotes, hasTranscriptionist } = await findRouting(work, job)
  // Making the copy that people listen to may have added notices already.
  const { notices: told } = await getJobForChange(work, jobId)
  const notices = [...new Set([...told, ...facts.notices])]
  const converted = { ...facts, notices, progress: null, failStage: null, reasonForFailing: null }
  if (!editsOwnNotes && hasTranscriptionist) return moveJob(work, job, 'handToPool', converted)
  return moveJob(work, job, 'handToAuthor', { ...converted, holderId: job.authorId })
}

/** Locks the job until the commit. Locking a job before the rows that belong to it prevents deadlocks. */
export async function lockJob(work: Work, jobId: string): Promise<void> {
  await getJobForChange(work, jobId)
}

/** Adds notices about the recording, in words, that the job does not have yet. */
export async function addNotices(work: Work, jobId: string, notices: readonly string[]): Promise<void> {
  const job = await getJobForChange(work, jobId)
  const news = notices.filter((notice) => !job.notices.includes(notice))
  if (news.length === 0) return
  await appendNotices(work, jobId, news)
  await announceJob(work, jobId)
}

/** T5, with a reason that people understand. Also when the conversion could not even begin. */
export async function failConversion(work: Work, jobId: string, reason: string): Promise<void> {
  const job = await findJob(work, jobId)
  if (job?.isEnabled && (job.status === 'CONVERTING' || job.status === 'RECEIVED'))
    await moveJob(work, job, 'failConversion', { failStage: 'CONVERSION', reasonForFailing: reason, progress: null })
}
