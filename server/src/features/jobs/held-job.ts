import type { RefusalSpec } from '@dictara/contract'
import { jobRefusals } from '@dictara/contract/jobs'
import type { JobStatus } from '@dictara/contract/jobs'
import type { ClinicWork } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { heldStatuses, statusInWords } from './job-states.ts'
import type { StintEnd } from './transition.ts'
import { facilityIsEnabled, getJobForChange, type JobRecord } from './jobs.store.ts'
import { findLastEnd } from './stints.store.ts'

/** What a second try is told, by how the person's last work on the job ended (Q179). */
const refusalAfter: Partial<Record<StintEnd, RefusalSpec>> = {
  Completed: jobRefusals.alreadyCompleted,
  Approved: jobRefusals.alreadyApproved,
  Rejected: jobRefusals.alreadyReturned,
  Released: jobRefusals.alreadyReleased,
}

/** Why the job is not the person's to work on: they have finished with it, somebody else holds it, or nobody may. */
async function refusalOfNonHolder(work: ClinicWork, job: JobRecord): Promise<Refusal> {
  const end = await findLastEnd(work, job.id, work.actor.userId)
  const spec = end ? refusalAfter[end] : undefined
  if (spec) return new Refusal(spec)
  if (heldStatuses.includes(job.status) || end !== undefined) return new Refusal(jobRefusals.notHolder)
  return new Refusal(jobRefusals.wrongState, { state: statusInWords[job.status] })
}

/**
 * The job, locked until the commit, for the person who holds it in one of these statuses.
 * @throws Refusal 409 when they hold it no more, 422 in another status.
 */
export async function getHeldJob(
  work: ClinicWork,
  jobId: string,
  statuses: readonly JobStatus[] = heldStatuses,
): Promise<JobRecord> {
  const job = await getJobForChange(work, jobId)
  if (!job.isEnabled || job.holderId !== work.actor.userId) throw await refusalOfNonHolder(work, job)
  refuseUnless(statuses.includes(job.status), jobRefusals.wrongState, { state: statusInWords[job.status] })
  return job
}

/** As `getHeldJob`, where the facility is enabled: while it is not, nothing goes on (T24). */
export async function getWorkableJob(
  work: ClinicWork,
  jobId: string,
  statuses?: readonly JobStatus[],
): Promise<JobRecord> {
  const job = await getHeldJob(work, jobId, statuses)
  refuseUnless(await facilityIsEnabled(work, job.facilityId), jobRefusals.facilityDisabled)
  return job
}
