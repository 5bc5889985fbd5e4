import type { NotificationTarget } from '@dictara/contract/notifications'
import { sql } from 'kysely'
import { anyOf, type ClinicWork, page, type RowOf, type Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { verificationPath } from '../facilities/index.ts'
import { mayRead } from '../jobs/index.ts'
import type { Setting } from './notification-rules.ts'

const stored = (work: Work) => work.db.selectFrom('notifications as n').where('n.clinicId', '=', work.clinicId)

/** Whether a notification asks for a verification that is still wanted. */
const asksVerification = sql<boolean>`(n.target = 'VERIFY_EMR' and f.verification_asked_since is not null and not exists (
  select from emr_verifications v where v.clinic_id = n.clinic_id and v.facility_id = n.facility_id and v.user_id = n.user_id
    and v.status = 'VERIFIED'))`

/** Adds the sender's picture and the facility's name. */
const shown = (notifications: ReturnType<typeof stored>) =>
  notifications
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'n.clinicId').onRef('f.id', '=', 'n.facilityId'),
    )
    .leftJoin('users as s', (join) => join.onRef('s.clinicId', '=', 'n.clinicId').onRef('s.id', '=', 'n.senderId'))
    .select(['n.id', 'n.userId', 'n.readAt', 'n.target', 'n.type', 'n.senderName', 'n.body'])
    .select(({ fn }) => fn.coalesce('n.jobId', 'n.facilityId').as('targetId'))
    .select(['n.createdAt as createdDate', 's.profilePic as profilePicture', 'f.name as facilityName', 'f.timeZone'])
    .select(['n.clinicId', 'n.facilityId', asksVerification.as('asksVerification')])
    // `insertNotifications` writes no other values.
    .$narrowType<{ target: NotificationTarget; type: NotificationTarget }>()

export type StoredNotification = Awaited<ReturnType<typeof findTold>>[number]

export const toNotification = <Row extends StoredNotification>({
  clinicId,
  userId,
  facilityId,
  readAt,
  facilityName,
  timeZone,
  asksVerification,
  ...row
}: Row) => ({
  ...row,
  readStatus: readAt !== null,
  facilities: {
    facilityName,
    timeZone,
    emrVerificationUrl: asksVerification ? verificationPath({ clinicId, userId, facilityId }) : null,
  },
})

const flags = {
  facilityAuthentication: 'facility_authentication_notification',
  jobUpdate: 'job_update_notification',
  emrSubmissionSuccess: 'emr_submission_success_notification',
  emrSubmissionFailure: 'emr_submission_failure_notification',
} as const satisfies Record<Setting, string>

/**
 * `event`: the name of the event, of which each person is told once. `senderId`: null for Dictara itself. `mailDueAt`: when a mail may
 * report it; null: never.
 */
export interface NewNotification
  extends RowOf<'notifications', 'event' | 'facilityId' | 'senderId' | 'senderName' | 'body' | 'mailDueAt'> {
  /** The person's setting that silences it (Q027). */
  setting: Setting
  target: NotificationTarget
  type: NotificationTarget
  jobId: string
}

/**
 * Inserts, in one statement, a row for each person who wants to be told and was not told of this event yet.
 * @returns the number of rows
 */
export async function insertNotifications(work: Work, userIds: readonly string[], what: NewNotification) {
  const ids = userIds.map(() => newId(work.now.getTime()))
  const { numAffectedRows } = await sql`
    insert into notifications (clinic_id, id, user_id, event, target, type, job_id, facility_id, sender_id, sender_name, body,
      created_at, mail_due_at)
    select u.clinic_id, told.id, u.id, ${what.event}, ${what.target}, ${what.type}, ${what.jobId}::uuid, ${what.facilityId}::uuid,
      ${what.senderId}::uuid, ${what.senderName}, ${what.body}, ${work.now}::timestamptz, ${what.mailDueAt}::timestamptz
    from unnest(${ids}::uuid[], ${[...userIds]}::uuid[]) as told (id, user_id)
    join users u on u.clinic_id = ${work.clinicId} and u.id = told.user_id and u.is_enabled and u.${sql.raw(flags[what.setting])}
    on conflict (clinic_id, event, user_id) do nothing`.execute(work.db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Tells the people who run a clinic of something about a facility that is no job's, once each, unless they silence it.
 * @param setting null: nobody can silence it
 * @returns the number of rows
 */
export async function insertForManagers(
  work: Work,
  what: Pick<NewNotification, 'event' | 'target' | 'facilityId' | 'body' | 'mailDueAt'>,
  setting: Setting | null,
): Promise<number> {
  const wantsIt = setting ? sql`u.${sql.raw(flags[setting])}` : sql`true`
  const { numAffectedRows } = await sql`
    insert into notifications (clinic_id, id, user_id, event, target, type, facility_id, sender_name, body, created_at, mail_due_at)
    select u.clinic_id, uuidv7(), u.id, ${what.event}, ${what.target}, ${what.target}, ${what.facilityId}::uuid, 'Dictara',
      ${what.body}, ${work.now}::timestamptz, ${what.mailDueAt}::timestamptz
    from users u
    where u.clinic_id = ${work.clinicId} and u.is_enabled and ${wantsIt}
      and (u.user_type = 'clinicAdmin' or u.user_type = 'admin' and exists (
        select from facility_users l where l.clinic_id = u.clinic_id and l.facility_id = ${what.facilityId}::uuid and l.user_id = u.id))
    on conflict (clinic_id, event, user_id) do nothing`.execute(work.db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Tells people of all clinics whom a facility's EHR wants verified, once each time that it does (Q027, Q038).
 * @returns the events that were just told, and their clinics
 */
export async function insertVerifications(work: Work, mailDueAt: Date | null) {
  const { rows } = await sql<RowOf<'notifications', 'clinicId' | 'event'>>`
    insert into notifications (clinic_id, id, user_id, event, target, type, facility_id, sender_name, body, created_at, mail_due_at)
    select f.clinic_id, uuidv7(), u.id,
      'verify ' || f.id || ' ' || case v.status when 'EXPIRED' then extract(epoch from v.updated_at)::text else extract(epoch from f.verification_asked_since)::text end,
      'VERIFY_EMR', 'VERIFY_EMR', f.id, 'Dictara',
      case v.status when 'EXPIRED' then 'Your EHR verification has expired. Please renew it.' else 'The EHR needs you to verify who you are.' end,
      ${work.now}::timestamptz, ${mailDueAt}::timestamptz
    from facilities f
    join users u on u.clinic_id = f.clinic_id and u.is_enabled and u.facility_authentication_notification
      and (u.user_type = 'clinicAdmin' or u.user_type in ('doctor', 'admin') and exists (
        select from facility_users l where l.clinic_id = f.clinic_id and l.facility_id = f.id and l.user_id = u.id))
    left join emr_verifications v on v.clinic_id = f.clinic_id and v.facility_id = f.id and v.user_id = u.id
    where f.is_enabled and f.verification_asked_since is not null and v.status is distinct from 'VERIFIED'
    on conflict (clinic_id, event, user_id) do nothing
    returning clinic_id, event`.execute(work.db)
  return [...new Map(rows.map((row) => [row.event, row])).values()]
}

const isReturned = sql`n.target in ('REVIEWER_REJECTED', 'TRANSCRIPTIONIST_REJECTED')`

/** Adds the job, as far as the actor may read it, and the first words of the comment with which it was returned. */
const shownWithJob = (work: ClinicWork) => (notifications: ReturnType<typeof stored>) =>
  shown(notifications)
    .leftJoin('jobs as j', (join) =>
      join
        .onRef('j.clinicId', '=', 'n.clinicId')
        .onRef('j.id', '=', 'n.jobId')
        .on(sql<boolean>`j.is_enabled and ${mayRead(work.actor, work.now)}`),
    )
    .leftJoin('patients as p', (join) => join.onRef('p.clinicId', '=', 'j.clinicId').onRef('p.id', '=', 'j.patientId'))
    .select([
      sql<boolean>`j.id is not null`.as('mayOpen'),
      sql<string | null>`p.first_name || ' ' || p.last_name`.as('patientName'),
      sql<string | null>`case when ${isReturned} then (select left(c.comment, 120) from job_comments c
        where c.clinic_id = j.clinic_id and c.job_id = j.id and c.created_at <= n.created_at
        order by c.created_at desc limit 1) end`.as('comment'),
    ])

/** A page of the actor's notifications, the newest first. */
export const listNotifications = (work: ClinicWork, paging: { page: number; size: number }) =>
  page(
    work,
    { ...paging, sortOrder: 'descend' },
    {
      from: stored(work).where('n.userId', '=', work.actor.userId),
      columns: shownWithJob(work),
      sort: { created: 'n.id' },
      tie: 'n.id',
    },
  )

/** The notifications of an event to these people. */
export const findTold = (work: Work, event: string, userIds: readonly string[]) =>
  shown(stored(work).where('n.event', '=', event).where('n.userId', '=', anyOf(userIds))).execute()

/** The number of unread notifications of each person. People without any are absent. */
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

/** Marks a notification as read, or all if `id` is null. @returns true if any was unread */
export async function markRead(work: Work, userId: string, id: string | null): Promise<boolean> {
  const { numUpdatedRows } = await work.db
    .updateTable('notifications')
    .set({ readAt: work.now })
    .where(({ and }) => and({ ...ofPerson(work, userId), readAt: null, ...(id && { id }) }))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
