import { jobRefusals } from '@dictara/contract/jobs'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { noteJobCompleted } from '../people/index.ts'
import { statusInWords } from './job-states.ts'
import { findJob, type JobRecord } from './jobs.store.ts'
import { moveJob } from './move-job.ts'

/** The job whose note is to be written to the EHR; undefined when it is no longer in WRITING. */
export async function findJobToFile(work: Work, jobId: string): Promise<JobRecord | undefined> {
  const job = await findJob(work, jobId)
  return job?.isEnabled && job.status === 'WRITING' ? job : undefined
}

/**
 * T15: the note is in the EHR, or the facility has no EHR. Has no effect on a job that is already completed.
 * @param comment what its timeline tells of the way there
 */
export async function finishFiling(work: Work, jobId: string, comment: string | null): Promise<void> {
  const job = await findJobToFile(work, jobId)
  if (!job) return
  await moveJob(work, job, 'acceptFiling', { completedAt: work.now, failStage: null, reasonForFailing: null }, comment)
  await noteJobCompleted(work, job.authorId)
}

/** T16, with a reason that people understand. */
export async function failFiling(work: Work, jobId: string, reason: string): Promise<void> {
  const job = await findJobToFile(work, jobId)
  if (job) await moveJob(work, job, 'failFiling', { failStage: 'EHR_WRITE', reasonForFailing: reason }, reason)
}

/**
 * Finds the job for its author to strike out (T20; AUD-16, AUD-17, Q142).
 * @throws Refusal 403 for anybody but the author, 409 when it is struck out already, 422 unless it is COMPLETED.
 */
export async function findJobToStrike(work: ClinicWork, jobId: string): Promise<JobRecord> {
  const job = (await findJob(work, jobId))!
  refuseUnless(job.authorId === work.actor.userId, jobRefusals.notEligible)
  refuseUnless(job.status !== 'STRUCK_OUT', jobRefusals.alreadyStruck)
  if (job.status !== 'COMPLETED') throw new Refusal(jobRefusals.wrongState, { state: statusInWords[job.status] })
  return job
}

/**
 * T20, once the EHR has struck the note. Tries again when a biller opens the job at the same moment.
 * @throws Refusal like `findJobToStrike`, if the job has changed meanwhile.
 */
export async function strikeOut(work: ClinicWork, jobId: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const job = await findJobToStrike(work, jobId)
    try {
      await moveJob(work, job, 'strikeOut', { struckAt: work.now })
      return
    } catch (error) {
      const wasOvertaken = error instanceof Refusal && error.spec === jobRefusals.taken
      if (!wasOvertaken || tries === 3) throw error
    }
  }
}
