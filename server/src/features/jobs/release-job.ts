import { isManager } from '@dictara/contract'
import { jobRefusals } from '@dictara/contract/jobs'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { getHeldJob } from './held-job.ts'
import { heldStatuses, statusInWords } from './job-states.ts'
import { isFromPool } from './transition.ts'
import { getJobForChange, type JobRecord } from './jobs.store.ts'
import { moveJob } from './move-job.ts'
import { listHeldJobs } from './stints.store.ts'

const returnToPool = (work: Work, job: JobRecord): Promise<JobRecord> =>
  job.status === 'IN_REVIEW'
    ? moveJob(work, job, 'releaseReview', { level: job.level })
    : moveJob(work, job, 'releaseTranscription', {})

/** T8, T12: returns a job to its pool and drops the edits since the holder started. */
export async function releaseJob(work: ClinicWork, jobId: string): Promise<JobRecord> {
  const job = isManager(work.actor) ? await getJobForChange(work, jobId) : await getHeldJob(work, jobId)
  refuseUnless(heldStatuses.includes(job.status), jobRefusals.wrongState, { state: statusInWords[job.status] })
  return returnToPool(work, job)
}

/** T23: returns every job that a disabled person holds to its pool. An author keeps their own jobs (Q054). */
export async function releaseAllOf(work: Work, userId: string): Promise<void> {
  for (const jobId of await listHeldJobs(work, userId)) {
    const job = await getJobForChange(work, jobId)
    if (job.holderId === userId && isFromPool(job)) await returnToPool(work, job)
  }
}
