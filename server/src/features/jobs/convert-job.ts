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

/** T2. Again for a job that converts already: the same answer, since a killed server starts its task anew. */
export async function startConversion(work: Work, jobId: string): Promise<JobRecord | undefined> {
  // The job before what belongs to it, as everywhere.
  const job = await getJobForChange(work, jobId)
  if (!job.isEnabled) return undefined
  if (job.status === 'CONVERTING') return job
  return job.status === 'RECEIVED' ? moveJob(work, job, 'startConversion', { progress: 0 }) : undefined
}

/** Tells how long a recording is, once it is decoded; the list shows it without reloading. */
export async function reportLength(work: Work, jobId: string, audioMs: number): Promise<void> {
  await updateAudioMs(work, jobId, audioMs)
  await announceJob(work, jobId)
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
  // The copy that people listen to may have told of something before.
  const { notices: told } = await getJobForChange(work, jobId)
  const notices = [...new Set([...told, ...facts.notices])]
  const converted = { ...facts, notices, progress: null, failStage: null, reasonForFailing: null }
  if (!editsOwnNotes && hasTranscriptionist) return moveJob(work, job, 'handToPool', converted)
  return moveJob(work, job, 'handToAuthor', { ...converted, holderId: job.authorId })
}

/** Holds the job until the commit: the job comes before what belongs to it, so that no two wait for one another. */
export async function lockJob(work: Work, jobId: string): Promise<void> {
  await getJobForChange(work, jobId)
}

/** Tells the author of the recording, in words, what is not told yet. */
export async function addNotices(work: Work, jobId: string, notices: readonly string[]): Promise<void> {
  const job = await getJobForChange(work, jobId)
  const news = notices.filter((notice) => !job.notices.includes(notice))
  if (news.length === 0) return
  await appendNotices(work, jobId, news)
  await announceJob(work, jobId)
}

/** T5, with a reason that people understand; also when nothing could even be begun. */
export async function failConversion(work: Work, jobId: string, reason: string): Promise<void> {
  const job = await findJob(work, jobId)
  if (job?.isEnabled && (job.status === 'CONVERTING' || job.status === 'RECEIVED'))
    await moveJob(work, job, 'failConversion', { failStage: 'CONVERSION', reasonForFailing: reason, progress: null })
}
