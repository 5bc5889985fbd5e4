import { jobRefusals } from '@dictara/contract/jobs'
import type { Work } from '../../platform/database/index.ts'
import { liveChannel } from '../../platform/live/channel.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { heldStatuses, type Transition, type TransitionName, statusInWords, transitions } from './job-states.ts'
import { type JobChange, type JobRecord, updateJobIf } from './jobs.store.ts'
import { closeStints, openStint } from './stints.store.ts'

export interface Moved {
  transition: TransitionName
  before: JobRecord
  job: JobRecord
  comment: string | null
}

declare module '../../platform/database/work.ts' {
  interface Events {
    /** A dictation became a job (T1). */
    'job.received': { job: JobRecord }
    /** Any transition of the machine; notes, notifications and tasks hang on it. */
    'job.moved': Moved
  }
}

/** Tells the browsers of everybody who may read the job, after the commit. */
export const announceJob = (work: Work, jobId: string) =>
  work.announce(liveChannel, { kind: 'job', clinicId: work.clinicId, jobId })

/** Tells the browsers of these people, after the commit, that their lists hold other jobs than before. */
export const announceLists = (work: Work, userIds: readonly string[]) =>
  work.announce(liveChannel, { kind: 'lists', clinicId: work.clinicId, userIds })

/** Who holds the job from now on; nobody when the transition does not say. */
const holding = (work: Work, { assigneeId = null, ...change }: JobChange): JobChange => ({
  ...change,
  assigneeId,
  heldSince: assigneeId ? work.now : null,
  // Everybody listens from the beginning.
  audioTime: 0,
})

/**
 * The one function through which a job's status changes: compare-and-set, holder, audit row, event, live push, all in
 * the caller's transaction. Of several at once one wins.
 * @throws Refusal 422 from a status that the row does not start from, 409 when it is deleted or somebody else was faster.
 */
export async function moveJob(
  work: Work,
  before: JobRecord,
  name: TransitionName,
  change: JobChange = {},
  comment: string | null = null,
): Promise<JobRecord> {
  const transition: Transition = transitions[name]
  refuseUnless(before.isEnabled, jobRefusals.alreadyDeleted)
  if (!transition.from.includes(before.status))
    throw new Refusal(jobRefusals.wrongState, { state: statusInWords[before.status] })
  const job = await updateJobIf(work, before, { ...holding(work, change), status: transition.to })
  if (!job) throw new Refusal(jobRefusals.taken)
  if (heldStatuses.includes(before.status)) await closeStints(work, job.id, transition.audit, comment)
  if (job.assigneeId)
    await openStint(work, job, job.assigneeId, job.status === 'IN_REVIEW' ? 'REVIEW' : 'TRANSCRIPTION')
  await work.audit({
    event: `job.${name}`,
    jobId: job.id,
    patientId: job.patientId,
    facilityId: job.facilityId,
    fromStatus: before.status,
    toStatus: job.status,
    level: before.level ?? job.level,
    comment,
  })
  await work.record('job.moved', { transition: name, before, job, comment })
  await announceJob(work, job.id)
  return job
}
