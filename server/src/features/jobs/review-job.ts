import { jobRefusals } from '@dictara/contract/jobs'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { checkFiling, checkSubmission, type Seen } from './complete-job.ts'
import { getWorkableJob } from './held-job.ts'
import { insertComment, isEnabledUser, type JobRecord } from './jobs.store.ts'
import { moveJob } from './move-job.ts'

/** T14: approves the level; after the last one the note is written to the EHR. */
export const approveJob = async (work: ClinicWork, jobId: string, seen: Seen): Promise<JobRecord> =>
  approveLocked(work, await getWorkableJob(work, jobId, ['IN_REVIEW']), seen)

/** Like `approveJob`, for a job that the caller got from `getWorkableJob`. */
export async function approveLocked(work: ClinicWork, job: JobRecord, seen: Seen): Promise<JobRecord> {
  await checkSubmission(work, job, seen)
  if (job.level === 'LEVEL_1' && job.reviewLevels === 2)
    return moveJob(work, job, 'approveToNextLevel', { level: 'LEVEL_2', firstApproverId: work.actor.userId })
  await checkFiling(work, job, seen)
  return moveJob(work, job, 'approveForFiling', { level: null })
}

const returned = (actor: Actor) => ({ returned: true, rejectedBy: actor.userId, level: null })

/** True when a comment shows anything. Spaces and invisible characters do not count. */
export const says = (comment: string) => /[^\s\p{Cf}\u2800]/u.test(comment)

/** T9: the transcriptionist returns the job to its author, with a comment. The edits are kept. */
export async function rejectTranscription(work: ClinicWork, jobId: string, text: string): Promise<JobRecord> {
  const comment = text.trim()
  refuseUnless(says(comment), jobRefusals.commentMissing)
  const job = await getWorkableJob(work, jobId, ['IN_PROGRESS'])
  await insertComment(work, job, comment)
  return moveJob(work, job, 'rejectTranscription', { ...returned(work.actor), holderId: job.authorId }, comment)
}

/** T13: Assign Back. The job returns to the person who transcribed it, or to the author if that person is disabled. */
export async function rejectReview(work: ClinicWork, jobId: string, text: string): Promise<JobRecord> {
  const comment = text.trim()
  refuseUnless(says(comment), jobRefusals.commentMissing)
  const job = await getWorkableJob(work, jobId, ['IN_REVIEW'])
  await insertComment(work, job, comment)
  const { transcriberId, authorId } = job
  const holderId = transcriberId && (await isEnabledUser(work, transcriberId)) ? transcriberId : authorId
  return moveJob(work, job, 'rejectReview', { ...returned(work.actor), firstApproverId: null, holderId }, comment)
}
