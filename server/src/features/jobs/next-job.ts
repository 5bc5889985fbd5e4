import { transcribers, reviewers } from '@dictara/contract'
import { type JobStage, jobRefusals, type NextReason } from '@dictara/contract/jobs'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { findNextJob, oneAtATime } from './next-job.store.ts'
import { takeLocked } from './start-job.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    /** A job that the person holds already was opened as their next. */
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
 * Takes the caller's next job (Q201): what they hold they get as it is, what lies in the pool by T6 or T11. The server
 * chooses and takes in one transaction, so of many who ask at once no two get the same, and who asks twice at once gets one.
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

/** Which job `takeNextJob` would answer now; it is left where it is, and may be somebody else's in a moment. */
export async function lookAtNextJob(
  work: ClinicWork,
  asked: NextAsked,
): Promise<{ jobId: string; why: NextReason } | undefined> {
  checkStage(work, asked.stage)
  const next = await findNextJob(work, asked, { toTake: false })
  return next && { jobId: next.id, why: next.why }
}
