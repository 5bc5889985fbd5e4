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

/** The facts of a job that decide who is in its pool. */
export interface PoolOf {
  jobId: string
  level: JobRecord['level']
  /** The person who acted: nobody is told of their own action. */
  by: string | null
}

const poolOf = (work: Work, { id: jobId, level }: JobRecord): PoolOf => ({
  jobId,
  level,
  by: work.actor?.userId ?? null,
})

/** Everybody who could take the job from its pool. For transcription only transcriptionists, not the author. */
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
  // People who silenced new pool jobs still see them in their list (Q027).
  const pool = to.includes('pool') ? poolOf(work, job) : undefined
  if (told > 0 || pool) await announceTold(work, work.clinicId, event, pool)
}

/** Makes one announcement for any number of people. Each server process looks up those who are connected to it. */
export const announceTold = (work: Work, clinicId: string, event: string, pool?: PoolOf): Promise<void> =>
  work.announce(liveChannel, { kind: 'notification', clinicId, event, pool })

/** Stores the notifications of a transition in its transaction. They are pushed after the commit (job-machine.md). */
export const tellOfMove =
  (isMailed: boolean) =>
  async (work: Work, moved: Moved): Promise<void> => {
    for (const { telling, to } of tellingsOf(moved.transition)) await tell(work, moved, telling, to, isMailed)
    if (takesFromPool(moved.transition)) await clearBadges(work, moved.job)
  }

/** Clears everywhere the badge of a job that nobody can take any more. Only pushed live, never an unread notification. */
export const clearBadges = (work: Work, job: JobRecord): Promise<void> =>
  work.announce(liveChannel, { kind: 'badge', clinicId: work.clinicId, pool: poolOf(work, job) })

/** Tells the person's other browsers, so that notifications read in one are not unread in another. */
export const tellOfReading = (work: Work, userId: string): Promise<void> =>
  work.announce(liveChannel, { kind: 'read', clinicId: work.clinicId, userIds: [userId] })
