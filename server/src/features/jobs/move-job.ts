import { jobRefusals } from '@dictara/contract/jobs'
import { together, type Work } from '../../platform/database/index.ts'
import { liveChannel } from '../../platform/live/channel.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { statusInWords, type TransitionName, transitions } from './job-states.ts'
import type { Transition } from './transition.ts'
import { isBy } from './jobs.access.ts'
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
    /** Any transition of the machine. Notes, notifications and tasks subscribe to it. */
    'job.moved': Moved
  }
  interface AuditEvents extends Record<`job.${TransitionName}`, null> {}
}

/** Tells the browsers of everybody who may read the job, after the commit. */
export const announceJob = (work: Work, jobId: string) =>
  work.announce(liveChannel, { kind: 'job', clinicId: work.clinicId, jobId })

/** Tells the browsers of these people, after the commit, that the jobs in their lists have changed. */
export const announceLists = (work: Work, userIds: readonly string[]) =>
  work.announce(liveChannel, { kind: 'lists', clinicId: work.clinicId, userIds })

type HolderIs<Kind extends 'nobody' | 'given'> = {
  [Name in TransitionName]: (typeof transitions)[Name]['holder'] extends Kind ? Name : never
}[TransitionName]
/** What a transition changes besides the status. `holderId` is required for rows with a given holder and forbidden for others. */
type ChangeOf<Name extends TransitionName> = Omit<JobChange, 'holderId' | 'heldSince' | 'waitingSince' | 'audioTime'> &
  (Name extends HolderIs<'given'> ? { holderId: string } : { holderId?: never })

/** True when a job stays at its stage. A new holder or biller alone does not change the stage. */
const isAtSameStage = (before: JobRecord, after: Pick<JobChange, 'level' | 'returned'> & Pick<JobRecord, 'status'>) =>
  before.status === after.status && before.level === after.level && before.returned === after.returned

/**
 * The only function that changes a job's status: compare-and-set, holder, stint, audit row, event and live push, all in the
 * caller's transaction. Of concurrent calls one wins.
 * @throws Refusal 422 when the row does not start from the job's status, 403 when the actor is none of its movers, 409 when the
 *   job is deleted or somebody else was faster.
 */
export async function moveJob<Name extends TransitionName>(
  work: Work,
  before: JobRecord,
  name: Name,
  change: ChangeOf<Name>,
  comment: string | null = null,
): Promise<JobRecord> {
  const row: Transition = transitions[name]
  refuseUnless(before.isEnabled, jobRefusals.alreadyDeleted)
  if (!row.from.includes(before.status))
    throw new Refusal(jobRefusals.wrongState, { state: statusInWords[before.status] })
  // The calling action has already checked eligibility and locked what it depends on.
  const isMover = !work.actor || isBy(row, work.actor, { ...before, mayStart: true })
  refuseUnless(isMover && (row.of?.(before) ?? true), jobRefusals.notEligible)
  const { holderId = null, ...rest } = change
  // Every new holder listens from the beginning.
  const holding = { holderId, heldSince: holderId ? work.now : null, audioTime: 0 }
  const waitingSince = isAtSameStage(before, { ...before, ...rest, status: row.to }) ? before.waitingSince : work.now
  const job = await updateJobIf(work, before, { ...rest, ...holding, waitingSince, status: row.to })
  if (!job) throw new Refusal(jobRefusals.taken)
  const event: `job.${TransitionName}` = `job.${name}`
  await together([
    row.ends && closeStints(work, job.id, row.ends, comment),
    row.opens && openStint(work, job, row.opens),
    work.audit({
      event,
      jobId: job.id,
      patientId: job.patientId,
      facilityId: job.facilityId,
      fromStatus: before.status,
      toStatus: job.status,
      level: before.level ?? job.level,
      comment,
    }),
  ])
  await work.record('job.moved', { transition: name, before, job, comment })
  await announceJob(work, job.id)
  return job
}
