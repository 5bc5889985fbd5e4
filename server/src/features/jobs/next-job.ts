import { transcribers, reviewers } from '@dictara/contract'
import { type JobStage, jobRefusals, type NextReason } from '@dictara/contract/jobs'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { findNextJob, oneAtATime } from './next-job.store.ts'
import { takeLocked } from './start-job.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    /** The person's next job was one that they already held. */
    'job.resumed': null
    /** Somebody asked for their next job. */
    'job.next': { stage: JobStage }
  }
}

const userTypesOfStage: Record<JobStage, readonly string[]> = { TRANSCRIPTION: transcribers, REVIEW: reviewers }

const checkStage = (work: ClinicWork, stage: JobStage) =>
  refuseUnless(userTypesOfStage[stage].includes(work.actor.userType), jobRefusals.otherStage)

export interface NextAsked {
  stage: JobStage
  after?: string | null | undefined
}

/**
 * Takes the caller's next job (Q201). A job they already hold is answered unchanged; a pool job is taken by T6 or T11. The server
 * chooses and takes in one transaction, so two people never get the same job, and one person who asks twice at once gets one.
 */
export async function takeNextJob(
  work: ClinicWork,
  asked: NextAsked,
): Promise<{ jobId: string; why: NextReason } | undefined> {
  checkStage(work, asked.stage)
  await oneAtATime(work)
  const next = await findNextJob(work, asked, { toTake: true })
  if (!next) return undefined
  const { why, ...job } = next
  if (why === 'stat' || why === 'oldest') await takeLocked(work, job, asked.stage)
  else await work.audit({ event: 'job.resumed', jobId: job.id, facilityId: job.facilityId })
  return { jobId: job.id, why }
}

/** The job that `takeNextJob` would answer now. It is not taken, so somebody else may get it first. */
export async function lookAtNextJob(
  work: ClinicWork,
  asked: NextAsked,
): Promise<{ jobId: string; why: NextReason } | undefined> {
  checkStage(work, asked.stage)
  const next = await findNextJob(work, asked, { toTake: false })
  return next && { jobId: next.id, why: next.why }
}
