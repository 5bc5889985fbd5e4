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
 * What the person saw: versions of the sections by their ids, and the patient; anything else refuses the transition (Q180).
 * And what they confirmed: the blanks to leave unanswered (Q202), and the wordings that name a patient of before.
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
    /** A person is about to hand a job's text on; subscribers refuse when it is not the text that person saw. */
    'job.submitting': { job: JobRecord; seen: Record<string, number> }
    /** A person is about to hand a job's text on; subscribers refuse when it names another patient and that person did not confirm it. */
    'job.handingOn': { jobId: string; confirmedNames: readonly string[] }
    /** The text is about to be filed; subscribers refuse when something in it is open that that person did not confirm. */
    'job.filing': { job: JobRecord; confirmedBlanks: readonly string[] }
  }
}

/** The patient whom the person was shown is the patient whom the note is for. */
const checkPatient = (job: JobRecord, seen: Seen) =>
  refuseUnless(!seen?.patientId || seen.patientId === job.patientId, jobRefusals.otherPatient)

/** What holds for both Complete and Approve. */
export async function checkSubmission(work: Work, job: JobRecord, seen: Seen) {
  refuseUnless(job.workType, jobRefusals.workTypeMissing)
  const flow = await findFlow(work, job)
  refuseUnless(!job.dateOfEncounter || job.dateOfEncounter <= flow.today, jobRefusals.encounterDateInFuture)
  checkPatient(job, seen)
  if (seen?.versions) await work.record('job.submitting', { job, seen: seen.versions })
  await work.record('job.handingOn', { jobId: job.id, confirmedNames: seen?.formerNames ?? [] })
  return flow
}

/** Asks whether the text may be filed as it is (Q202). */
export const checkFiling = (work: Work, job: JobRecord, seen: Seen) =>
  work.record('job.filing', { job, confirmedBlanks: seen?.blanks ?? [] })

/** T10: the holder of the transcription stage completes it; the number of review levels is fixed here. */
export const completeJob = async (work: ClinicWork, jobId: string, seen: Seen): Promise<JobRecord> =>
  completeLocked(work, await getWorkableJob(work, jobId, ['IN_PROGRESS']), seen)

/** As `completeJob`, of a job that the caller has from `getWorkableJob`. */
export async function completeLocked(work: ClinicWork, job: JobRecord, seen: Seen): Promise<JobRecord> {
  const reviewLevels = reviewLevelsOf(await checkSubmission(work, job, seen))
  if (reviewLevels === 0) await checkFiling(work, job, seen)
  const completed = { transcriberId: work.actor.userId, returned: false, reviewLevels, firstApproverId: null }
  return reviewLevels === 0
    ? moveJob(work, job, 'completeForFiling', { ...completed, level: null })
    : moveJob(work, job, 'completeForReview', { ...completed, level: 'LEVEL_1' })
}

/** As `completeJob`; on a job whose EHR write failed it means trying that again (Q115, T17). */
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
