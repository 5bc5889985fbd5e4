import { type JobStage, jobRefusals } from '@dictara/contract/jobs'
import { type ClinicWork, together } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { heldStatuses, statusInWords } from './job-states.ts'
import { facilityIsEnabled, getJobForChange, type JobRecord } from './jobs.store.ts'
import { moveJob } from './move-job.ts'
import { mayStartJob } from './readers.store.ts'

async function takeJob(work: ClinicWork, job: JobRecord, from: 'AVAILABLE' | 'READY'): Promise<JobRecord> {
  if (heldStatuses.includes(job.status)) throw new Refusal(jobRefusals.taken)
  refuseUnless(job.status === from && job.isEnabled, jobRefusals.wrongState, { state: statusInWords[job.status] })
  refuseUnless(job.firstApproverId !== work.actor.userId, jobRefusals.sameApprover)
  const [mayStart, isOpen] = await together([mayStartJob(work, job.id), facilityIsEnabled(work, job.facilityId)])
  refuseUnless(mayStart, jobRefusals.notEligible)
  refuseUnless(isOpen, jobRefusals.facilityDisabled)
  const name = from === 'AVAILABLE' ? 'startTranscription' : 'startReview'
  return moveJob(work, job, name, { holderId: work.actor.userId })
}

/** Takes a job from the pool of this stage for the actor. The caller must have locked the job. */
export const takeLocked = (work: ClinicWork, job: JobRecord, stage: JobStage): Promise<JobRecord> =>
  takeJob(work, job, stage === 'TRANSCRIPTION' ? 'AVAILABLE' : 'READY')

/** T6: takes a job from the transcriptionists' pool. One winner; never idempotent (Q179). */
export const startTranscription = async (work: ClinicWork, jobId: string): Promise<JobRecord> =>
  takeJob(work, await getJobForChange(work, jobId), 'AVAILABLE')

/** T11: takes a ready job for review. One winner; never idempotent (Q179). */
export const startReview = async (work: ClinicWork, jobId: string): Promise<JobRecord> =>
  takeJob(work, await getJobForChange(work, jobId), 'READY')

/** Like `startReview`; for the present holder it changes nothing and answers the job again (Q179, C2). */
export async function takeReview(work: ClinicWork, jobId: string): Promise<JobRecord> {
  const job = await getJobForChange(work, jobId)
  return job.status === 'IN_REVIEW' && job.holderId === work.actor.userId ? job : takeJob(work, job, 'READY')
}
