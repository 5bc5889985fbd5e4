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
import { insertNotifications, listWilling } from './notifications.store.ts'
import { takesFromPool, type Telling, tellingsOf } from './what-people-are-told.ts'

/** At most this many ids in one announcement: PostgreSQL carries 8,000 bytes. */
const idsAtOnce = 100

/** Everybody who could take the job from its pool, apart from the author of a dictation that waits for a transcriptionist. */
async function listPool(work: Work, job: JobRecord): Promise<string[]> {
  const people = await listPossibleHolders(work, job)
  return people.filter(({ userType }) => job.level !== null || userType === 'transcriptionist').map(({ id }) => id)
}

async function listAudience(work: Work, { before, job }: Moved, audience: Audience): Promise<string[]> {
  if (audience === 'author') return [job.authorId]
  if (audience === 'holder') return job.holderId ? [job.holderId] : []
  if (audience === 'pool') return listPool(work, job)
  const last = await findLastWorker(work, before.id)
  return last ? [last] : []
}

async function announceTo(work: Work, kind: string, key: string, ids: readonly string[], more: object = {}) {
  for (let from = 0; from < ids.length; from += idsAtOnce)
    await work.announce(liveChannel, {
      kind,
      clinicId: work.clinicId,
      [key]: ids.slice(from, from + idsAtOnce),
      ...more,
    })
}

async function tell(work: Work, moved: Moved, telling: Telling, to: readonly Audience[]): Promise<void> {
  const { job, before } = moved
  const people = new Set<string>()
  for (const audience of to) for (const id of await listAudience(work, moved, audience)) people.add(id)
  // Nobody is told what they have just done themselves.
  if (work.actor) people.delete(work.actor.userId)
  const willing = await listWilling(work, [...people], telling.setting)
  if (willing.length === 0) return
  const isFromTranscriptionist = moved.transition === 'completeForReview' && before.holderId !== job.authorId
  const ids = await insertNotifications(work, willing, {
    target: telling.target,
    type: telling.target === 'NEW_JOB_AVAILABLE' && isFromTranscriptionist ? 'TRANSCRIPTIONIST_READY' : telling.target,
    jobId: job.id,
    facilityId: job.facilityId,
    senderId: work.actor?.userId ?? null,
    senderName: work.actor?.fullName ?? 'Dictara',
    body: telling.body
      .replace('{job}', jobNumberText(job.number))
      .replace('{level}', job.level === 'LEVEL_2' ? '2' : '1'),
  })
  await announceTo(work, 'notification', 'notificationIds', ids)
}

/** Stores what people are told of a transition, in its transaction; the push goes out after the commit (job-machine.md). */
export async function tellOfMove(work: Work, moved: Moved): Promise<void> {
  for (const { telling, to } of tellingsOf(moved.transition)) await tell(work, moved, telling, to)
  if (takesFromPool(moved.transition)) await clearBadges(work, moved.job)
}

/** A job that nobody can take any more loses its badge everywhere; live only, never an unread item. */
export async function clearBadges(work: Work, job: JobRecord): Promise<void> {
  const others = (await listPool(work, job)).filter((id) => id !== work.actor?.userId)
  await announceTo(work, 'badge', 'userIds', others, { jobId: job.id })
}

/** The person's other browsers hear of it: what was read in one is not unread in the next. */
export const tellOfReading = (work: Work, userId: string): Promise<void> =>
  announceTo(work, 'read', 'userIds', [userId])
