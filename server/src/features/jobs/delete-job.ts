import { jobRefusals } from '@dictara/contract/jobs'
import type { ClinicWork } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { deeds, statusInWords } from './job-states.ts'
import { isBy } from './jobs.access.ts'
import { getJobForChange, type JobRecord, updateJobIf } from './jobs.store.ts'
import { announceJob } from './move-job.ts'
import { closeStints } from './stints.store.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** A job was hidden from every list (T21). `job` is the job as it was before. */
    'job.deleted': { job: JobRecord }
  }
  interface AuditEvents {
    'job.deleted': null
  }
}

/** Hides a job from every list but the audit (T21). Its holder is told live and keeps the text as a draft (Q188). */
export async function deleteJob(work: ClinicWork, jobId: string): Promise<void> {
  const job = await getJobForChange(work, jobId)
  refuseUnless(isBy(deeds.delete, work.actor, job), jobRefusals.notEligible)
  refuseUnless(job.isEnabled, jobRefusals.alreadyDeleted)
  if (!deeds.delete.from.some((status) => status === job.status))
    throw new Refusal(jobRefusals.wrongState, { state: statusInWords[job.status] })
  const deleted = await updateJobIf(work, job, {
    status: job.status,
    isEnabled: false,
    holderId: null,
    heldSince: null,
  })
  if (!deleted) throw new Refusal(jobRefusals.taken)
  await closeStints(work, jobId, 'Deleted', null)
  await work.record('job.deleted', { job })
  await work.audit({
    event: 'job.deleted',
    jobId,
    patientId: job.patientId,
    facilityId: job.facilityId,
    fromStatus: job.status,
  })
  await announceJob(work, jobId)
}
