import type { Work } from '../../platform/database/index.ts'
import { liveChannel } from '../../platform/live/channel.ts'
import {
  type Audience,
  findLastWorker,
  jobNumberText,
  type JobRecord,
  listPossibleHolders,
  type Moved,
} from '../jobs/index.ts'
import { mailDueAt } from './mailing-rules.ts'
import { insertNotifications } from './notifications.store.ts'
import { takesFromPool, type Telling, tellingsOf } from './notification-rules.ts'

/** The most people of a pool that are told of a job. */
const mostTold = 5_000

/** Of a job whose pool is meant, what says who is in it. */
export interface PoolOf {
  jobId: string
  level: JobRecord['level']
  /** Who did it: nobody is told of what they have just done themselves. */
  by: string | null
}

const poolOf = (work: Work, { id: jobId, level }: JobRecord): PoolOf => ({
  jobId,
  level,
  by: work.actor?.userId ?? null,
})

/** Everybody who could take the job from its pool, apart from the author of a dictation that waits for a transcriptionist. */
export async function listPool(work: Work, { jobId, level, by }: PoolOf): Promise<string[]> {
  const people = await listPossibleHolders(work, { id: jobId, level }, mostTold)
  return people.flatMap(({ id, userType }) =>
    id !== by && (level !== null || userType === 'transcriptionist') ? [id] : [],
  )
}

async function listAudience(work: Work, { before, job }: Moved, audience: Audience): Promise<string[]> {
  if (audience === 'author') return [job.authorId]
  if (audience === 'holder') return job.holderId ? [job.holderId] : []
  if (audience === 'pool') return listPool(work, poolOf(work, job))
  const last = await findLastWorker(work, before.id)
  return last ? [last] : []
}

async function tell(work: Work, moved: Moved, telling: Telling, to: readonly Audience[], isMailed: boolean) {
  const { job, before } = moved
  const people = new Set<string>()
  for (const audience of to) for (const id of await listAudience(work, moved, audience)) people.add(id)
  if (work.actor) people.delete(work.actor.userId)
  if (people.size === 0) return
  const isFromTranscriptionist = moved.transition === 'completeForReview' && before.holderId !== job.authorId
  const event = `${moved.transition} ${job.id} ${job.version} ${telling.target}`
  const told = await insertNotifications(work, [...people], {
    event,
    setting: telling.setting,
    target: telling.target,
    type: telling.target === 'NEW_JOB_AVAILABLE' && isFromTranscriptionist ? 'TRANSCRIPTIONIST_READY' : telling.target,
    jobId: job.id,
    facilityId: job.facilityId,
    senderId: work.actor?.userId ?? null,
    senderName: work.actor?.fullName ?? 'Dictara',
    body: telling.body
      .replace('{job}', jobNumberText(job.number))
      .replace('{level}', job.level === 'LEVEL_2' ? '2' : '1'),
    mailDueAt: isMailed ? mailDueAt(telling.target, work.now) : null,
  })
  // Who silenced what is new in a pool sees in their list that it is there all the same (Q027).
  const pool = to.includes('pool') ? poolOf(work, job) : undefined
  if (told > 0 || pool) await announceTold(work, work.clinicId, event, pool)
}

/** One announcement however many are told: each server copy looks up those who are connected to it. */
export const announceTold = (work: Work, clinicId: string, event: string, pool?: PoolOf): Promise<void> =>
  work.announce(liveChannel, { kind: 'notification', clinicId, event, pool })

/** Stores what people are told of a transition, in its transaction; the push goes out after the commit (job-machine.md). */
export const tellOfMove =
  (isMailed: boolean) =>
  async (work: Work, moved: Moved): Promise<void> => {
    for (const { telling, to } of tellingsOf(moved.transition)) await tell(work, moved, telling, to, isMailed)
    if (takesFromPool(moved.transition)) await clearBadges(work, moved.job)
  }

/** A job that nobody can take any more loses its badge everywhere; live only, never an unread item. */
export const clearBadges = (work: Work, job: JobRecord): Promise<void> =>
  work.announce(liveChannel, { kind: 'badge', clinicId: work.clinicId, pool: poolOf(work, job) })

/** The person's other browsers hear of it: what was read in one is not unread in the next. */
export const tellOfReading = (work: Work, userId: string): Promise<void> =>
  work.announce(liveChannel, { kind: 'read', clinicId: work.clinicId, userIds: [userId] })
