import { jobRefusals } from '@dictara/contract/jobs'
import { type Actor, isAdmin } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { deletableStatuses, statusInWords } from './job-states.ts'
import { findJob, updateJobIf } from './jobs.store.ts'
import { announceJob } from './move-job.ts'

/** Hides a job from every list but the audit (T21). Its holder is told live and keeps the text as a draft (Q188). */
export async function deleteJob(work: Work, actor: Actor, jobId: string): Promise<void> {
  const job = (await findJob(work, jobId))!
  refuseUnless(job.authorId === actor.userId || isAdmin(actor), jobRefusals.notEligible)
  if (!deletableStatuses.includes(job.status))
    throw new Refusal(jobRefusals.wrongState, { state: statusInWords[job.status] })
  const deleted = await updateJobIf(work, job, { status: job.status, isEnabled: false })
  if (!deleted) throw new Refusal(jobRefusals.taken)
  await work.audit({
    event: 'job.deleted',
    jobId,
    patientId: job.patientId,
    facilityId: job.facilityId,
    fromStatus: job.status,
  })
  await announceJob(work, jobId)
}
