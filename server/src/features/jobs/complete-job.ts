import { jobRefusals } from '@dictara/contract/jobs'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { getWorkableJob } from './held-job.ts'
import { deeds } from './job-states.ts'
import { reviewLevelsOf } from './review-levels.ts'
import { isBy } from './jobs.access.ts'
import { findFlow, findJob, type JobRecord } from './jobs.store.ts'
import { moveJob } from './move-job.ts'
import { retryJobs } from './retry-jobs.ts'

/**
 * What the person saw: the version of each section by its id, and the patient. If either differs, the transition is refused (Q180).
 * And what they confirmed: blanks to leave unanswered (Q202), and wordings that name a former patient.
 */
export type Seen =
  | {
      versions?: Record<string, number> | undefined
      patientId?: string | undefined
      blanks?: readonly string[] | undefined
      formerNames?: readonly string[] | undefined
    }
  | null
  | undefined

declare module '../../platform/database/work.ts' {
  interface Events {
    /** A person is about to complete or approve a job. Subscribers refuse when its text is not the one that the person saw. */
    'job.submitting': { job: JobRecord; seen: Record<string, number> }
    /** The same moment. Subscribers refuse when the text names a former patient and the person did not confirm it. */
    'job.handingOn': { jobId: string; confirmedNames: readonly string[] }
    /** The text is about to be filed. Subscribers refuse when it has unanswered blanks that the person did not confirm. */
    'job.filing': { job: JobRecord; confirmedBlanks: readonly string[] }
  }
}

/** Refuses when the person was shown another patient than the job's. */
const checkPatient = (job: JobRecord, seen: Seen) =>
  refuseUnless(!seen?.patientId || seen.patientId === job.patientId, jobRefusals.otherPatient)

/** The checks that Complete and Approve share. */
export async function checkSubmission(work: Work, job: JobRecord, seen: Seen) {
  refuseUnless(job.workType, jobRefusals.workTypeMissing)
  const flow = await findFlow(work, job)
  refuseUnless(!job.dateOfEncounter || job.dateOfEncounter <= flow.today, jobRefusals.encounterDateInFuture)
  checkPatient(job, seen)
  if (seen?.versions) await work.record('job.submitting', { job, seen: seen.versions })
  await work.record('job.handingOn', { jobId: job.id, confirmedNames: seen?.formerNames ?? [] })
  return flow
}

/** Refuses when the text may not be filed yet (Q202). */
export const checkFiling = (work: Work, job: JobRecord, seen: Seen) =>
  work.record('job.filing', { job, confirmedBlanks: seen?.blanks ?? [] })

/** T10: the holder of the transcription stage completes it; the number of review levels is fixed here. */
export const completeJob = async (work: ClinicWork, jobId: string, seen: Seen): Promise<JobRecord> =>
  completeLocked(work, await getWorkableJob(work, jobId, ['IN_PROGRESS']), seen)

/** Like `completeJob`, for a job that the caller got from `getWorkableJob`. */
export async function completeLocked(work: ClinicWork, job: JobRecord, seen: Seen): Promise<JobRecord> {
  const reviewLevels = reviewLevelsOf(await checkSubmission(work, job, seen))
  if (reviewLevels === 0) await checkFiling(work, job, seen)
  const completed = { transcriberId: work.actor.userId, returned: false, reviewLevels, firstApproverId: null }
  return reviewLevels === 0
    ? moveJob(work, job, 'completeForFiling', { ...completed, level: null })
    : moveJob(work, job, 'completeForReview', { ...completed, level: 'LEVEL_1' })
}

/** Like `completeJob`. If the job's EHR write failed, tries that write again (Q115, T17). */
export async function completeOwnJob(work: ClinicWork, jobId: string, seen: Seen): Promise<void> {
  const job = await findJob(work, jobId)
  if (job?.status !== 'INCOMPLETE') await completeJob(work, jobId, seen)
  else {
    refuseUnless(isBy(deeds.completeAgain, work.actor, job), jobRefusals.notEligible)
    refuseUnless(job.failStage === 'EHR_WRITE', jobRefusals.conversionFailed)
    checkPatient(job, seen)
    await retryJobs(work, [jobId], seen)
  }
}
