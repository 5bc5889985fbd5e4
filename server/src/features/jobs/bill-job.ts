import { billerRefusals } from '@dictara/contract/biller-review'
import { jobRefusals } from '@dictara/contract/jobs'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { statusInWords } from './job-states.ts'
import { getJobForChange, type JobRecord } from './jobs.store.ts'
import { announceLists, moveJob } from './move-job.ts'
import { billsFor, listLeftBillings } from './stints.store.ts'

async function getBillableJob(work: Work, jobId: string): Promise<JobRecord> {
  const job = await getJobForChange(work, jobId)
  refuseUnless(job.status !== 'BILLED', jobRefusals.alreadyBilled)
  refuseUnless(job.status === 'COMPLETED', jobRefusals.wrongState, { state: statusInWords[job.status] })
  return job
}

/** T18: assigns a completed job to the biller who opens it. Opening it again changes nothing (Q137). */
export async function assignToBiller(work: ClinicWork, jobId: string): Promise<void> {
  const { actor } = work
  const job = await getBillableJob(work, jobId)
  if (job.billerId === actor.userId) return
  refuseUnless(job.billerId === null, billerRefusals.heldByOther)
  if (!(await billsFor(work, actor.userId, job.authorId))) throw notFound()
  await moveJob(work, job, 'assignBiller', { billerId: actor.userId })
}

/** T19: Mark As Billed, by the biller who opened the job. One winner; it cannot be undone (Q140). */
export async function billJob(work: ClinicWork, jobId: string): Promise<void> {
  const job = await getBillableJob(work, jobId)
  refuseUnless(job.billerId === null || job.billerId === work.actor.userId, billerRefusals.heldByOther)
  refuseUnless(job.billerId === work.actor.userId, jobRefusals.notHolder)
  await moveJob(work, job, 'bill', {})
}

/** Frees the jobs that a former biller opened but did not bill for the doctor's new biller (Q137). Tells both that their lists changed. */
export async function releaseBillings(
  work: Work,
  { doctorId, billerIds }: { doctorId: string; billerIds: readonly string[] },
): Promise<void> {
  for (const jobId of await listLeftBillings(work, doctorId)) {
    const job = await getJobForChange(work, jobId)
    if (job.status !== 'COMPLETED') continue
    await moveJob(work, job, 'releaseBiller', { billerId: null })
  }
  await announceLists(work, billerIds)
}
