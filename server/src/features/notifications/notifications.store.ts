import type { NotificationTarget } from '@dictara/contract/notifications'
import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import type { Setting } from './what-people-are-told.ts'

export interface StoredNotification {
  id: string
  userId: string
  readStatus: boolean
  target: NotificationTarget
  type: NotificationTarget
  targetId: string
  senderName: string
  body: string
  createdDate: Date
  profilePicture: string | null
  facilityName: string
}

const columns = sql`n.id, n.user_id, n.read_at is not null as read_status, n.target, n.type, n.job_id as target_id,
  n.sender_name, n.body, n.created_at as created_date, s.profile_pic as profile_picture, f.name as facility_name`
const from = sql`notifications n join facilities f on f.clinic_id = n.clinic_id and f.id = n.facility_id
  left join users s on s.clinic_id = n.clinic_id and s.id = n.sender_id`

export const toNotification = (row: StoredNotification) => ({
  id: row.id,
  readStatus: row.readStatus,
  target: row.target,
  type: row.type,
  targetId: row.targetId,
  senderName: row.senderName,
  body: row.body,
  createdDate: row.createdDate,
  profilePicture: row.profilePicture,
  facilities: { facilityName: row.facilityName },
})

/** Which of the people want to be told of this kind of event (Q027). */
export async function listWilling(work: Work, userIds: readonly string[], setting: Setting): Promise<string[]> {
  const flag = {
    jobUpdate: sql`job_update_notification`,
    emrSubmissionSuccess: sql`emr_submission_success_notification`,
    emrSubmissionFailure: sql`emr_submission_failure_notification`,
  }[setting]
  const { rows } = await sql<{ id: string }>`
    select id from users where clinic_id = ${work.clinicId} and id = any(${[...userIds]}::uuid[]) and is_enabled and ${flag} order by id`.execute(
    work.db,
  )
  return rows.map(({ id }) => id)
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
  const ids = userIds.map(() => newId(work.now.getTime()))
  await sql`insert into notifications (clinic_id, id, user_id, target, type, job_id, facility_id, sender_id,
      sender_name, body, created_at)
    select ${work.clinicId}, o.id, o.user_id, ${what.target}, ${what.type}, ${what.jobId}, ${what.facilityId},
      ${what.senderId}::uuid, ${what.senderName}, ${what.body}, ${work.now}
    from unnest(${ids}::uuid[], ${[...userIds]}::uuid[]) o (id, user_id)`.execute(work.db)
  return ids
}

export async function listNotifications(work: Work, userId: string, page: number, size: number) {
  const { rows } = await sql<StoredNotification>`
    select ${columns} from ${from} where n.clinic_id = ${work.clinicId} and n.user_id = ${userId}
    order by n.id desc limit ${size} offset ${page * size}`.execute(work.db)
  const { rows: totals } = await sql<{ total: number; unread: number }>`
    select count(*)::int as total, (count(*) filter (where read_at is null))::int as unread
    from notifications where clinic_id = ${work.clinicId} and user_id = ${userId}`.execute(work.db)
  return { rows, ...totals[0]! }
}

export async function findNotifications(work: Work, ids: readonly string[]): Promise<StoredNotification[]> {
  const { rows } = await sql<StoredNotification>`
    select ${columns} from ${from} where n.clinic_id = ${work.clinicId} and n.id = any(${[...ids]}::uuid[])`.execute(
    work.db,
  )
  return rows
}

/** How many unread notifications each of the people has. */
export async function countUnread(work: Work, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ userId: string; unread: number }>`
    select user_id, count(*)::int as unread from notifications
    where clinic_id = ${work.clinicId} and user_id = any(${[...userIds]}::uuid[]) and read_at is null group by user_id`.execute(
    work.db,
  )
  return new Map(rows.map(({ userId, unread }) => [userId, unread]))
}

export async function isOwn(work: Work, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from notifications where clinic_id = ${work.clinicId} and user_id = ${userId} and id = ${id}`.execute(
    work.db,
  )
  return rows.length > 0
}

/** Marks one, or all without an id. */
export async function markRead(work: Work, userId: string, id: string | null): Promise<void> {
  await sql`update notifications set read_at = ${work.now}
    where clinic_id = ${work.clinicId} and user_id = ${userId} and read_at is null and (${id}::uuid is null or id = ${id}::uuid)`.execute(
    work.db,
  )
}
