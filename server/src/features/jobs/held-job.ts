import type { RefusalSpec } from '@dictara/contract'
import { jobRefusals } from '@dictara/contract/jobs'
import type { JobStatus } from '@dictara/contract/jobs'
import type { ClinicWork } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { heldStatuses, statusInWords } from './job-states.ts'
import type { StintEnd } from './transition.ts'
import { facilityIsEnabled, getJobForChange, type JobRecord } from './jobs.store.ts'
import { findLastEnd } from './stints.store.ts'

/** The refusal of a second try, by how the person's last work on the job ended (Q179). */
const refusalAfter: Partial<Record<StintEnd, RefusalSpec>> = {
  Completed: jobRefusals.alreadyCompleted,
  Approved: jobRefusals.alreadyApproved,
  Rejected: jobRefusals.alreadyReturned,
  Released: jobRefusals.alreadyReleased,
}

/** Says why the person may not work on the job: they have finished it, somebody else holds it, or its status allows no work. */
async function refusalOfNonHolder(work: ClinicWork, job: JobRecord): Promise<Refusal> {
  const end = await findLastEnd(work, job.id, work.actor.userId)
  const spec = end ? refusalAfter[end] : undefined
  if (spec) return new Refusal(spec)
  if (heldStatuses.includes(job.status) || end !== undefined) return new Refusal(jobRefusals.notHolder)
  return new Refusal(jobRefusals.wrongState, { state: statusInWords[job.status] })
}

/**
 * Locks the job until the commit and returns it, if the actor holds it in one of these statuses.
 * @throws Refusal 409 when the actor no longer holds it, 422 in another status.
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

/** Like `getHeldJob`; also refuses while the facility is disabled (T24). */
export async function getWorkableJob(
  work: ClinicWork,
  jobId: string,
  statuses?: readonly JobStatus[],
): Promise<JobRecord> {
  const job = await getHeldJob(work, jobId, statuses)
  refuseUnless(await facilityIsEnabled(work, job.facilityId), jobRefusals.facilityDisabled)
  return job
}
