import type { NotificationTarget } from '@dictara/contract/notifications'
import { anyOf, page, type Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Setting } from './what-people-are-told.ts'

const stored = (work: Work) => work.db.selectFrom('notifications as n').where('n.clinicId', '=', work.clinicId)

/** With their sender's picture and the facility's name. */
const shown = (notifications: ReturnType<typeof stored>) =>
  notifications
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'n.clinicId').onRef('f.id', '=', 'n.facilityId'),
    )
    .leftJoin('users as s', (join) => join.onRef('s.clinicId', '=', 'n.clinicId').onRef('s.id', '=', 'n.senderId'))
    .select(['n.id', 'n.userId', 'n.readAt', 'n.target', 'n.type', 'n.jobId as targetId', 'n.senderName', 'n.body'])
    .select(['n.createdAt as createdDate', 's.profilePic as profilePicture', 'f.name as facilityName', 'f.timeZone'])
    // `insertNotifications` writes no others.
    .$narrowType<{ target: NotificationTarget; type: NotificationTarget }>()

export type StoredNotification = Awaited<ReturnType<typeof findNotifications>>[number]

export const toNotification = ({ userId: _person, readAt, facilityName, timeZone, ...row }: StoredNotification) => ({
  ...row,
  readStatus: readAt !== null,
  facilities: { facilityName, timeZone },
})

const flags = {
  jobUpdate: 'jobUpdateNotification',
  emrSubmissionSuccess: 'emrSubmissionSuccessNotification',
  emrSubmissionFailure: 'emrSubmissionFailureNotification',
} as const satisfies Record<Setting, string>

/** Which of the people want to be told of this kind of event (Q027). */
export async function listWilling(work: Work, userIds: readonly string[], setting: Setting): Promise<string[]> {
  const willing = await work.db
    .selectFrom('users')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, isEnabled: true, [flags[setting]]: true }))
    .where('id', '=', anyOf(userIds))
    .orderBy('id')
    .execute()
  return willing.map(({ id }) => id)
}

export interface NewNotification {
  target: NotificationTarget
  type: NotificationTarget
  jobId: string
  facilityId: string
  /** Null: Dictara itself. */
  senderId: string | null
  senderName: string
  body: string
}

/** One row for each of the people. @returns their ids */
export async function insertNotifications(work: Work, userIds: readonly string[], what: NewNotification) {
  const rows = userIds.map((userId) => ({ id: newId(work.now.getTime()), userId }))
  if (rows.length > 0)
    await work.db
      .insertInto('notifications')
      .values(rows.map((row) => ({ clinicId: work.clinicId, createdAt: work.now, ...row, ...what })))
      .execute()
  return rows.map(({ id }) => id)
}

/** A page of a person's notifications, the newest first. */
export const listNotifications = (work: Work, userId: string, paging: { page: number; size: number }) =>
  page(
    work,
    { ...paging, sortOrder: 'descend' },
    {
      from: stored(work).where('n.userId', '=', userId),
      columns: shown,
      sort: { created: 'n.id' },
      tie: 'n.id',
    },
  )

export const findNotifications = (work: Work, ids: readonly string[]) =>
  shown(stored(work).where('n.id', '=', anyOf(ids))).execute()

/** How many unread notifications each of the people has; those who have none are absent. */
export async function countUnread(work: Work, userIds: readonly string[]): Promise<Map<string, number>> {
  const counts = await work.db
    .selectFrom('notifications')
    .select(({ fn }) => ['userId', fn.countAll<number>().as('unread')])
    .where(({ and }) => and({ clinicId: work.clinicId, readAt: null }))
    .where('userId', '=', anyOf(userIds))
    .groupBy('userId')
    .execute()
  return new Map(counts.map(({ userId, unread }) => [userId, unread]))
}

const ofPerson = (work: Work, userId: string) => ({ clinicId: work.clinicId, userId })

export async function isOwn(work: Work, userId: string, id: string): Promise<boolean> {
  const own = await work.db
    .selectFrom('notifications')
    .select('id')
    .where(({ and }) => and({ ...ofPerson(work, userId), id }))
    .executeTakeFirst()
  return own !== undefined
}

/** Marks one, or all without an id. @returns whether any was unread until now */
export async function markRead(work: Work, userId: string, id: string | null): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('notifications')
    .set({ readAt: work.now })
    .where(({ and }) => and({ ...ofPerson(work, userId), readAt: null, ...(id && { id }) }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
