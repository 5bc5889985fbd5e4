import type { NotificationTarget } from '@dictara/contract/notifications'
import { sql } from 'kysely'
import { anyOf, type Work } from '../../platform/database/index.ts'
import { gatheredTargets } from './mailing-rules.ts'

/** How many people's mails are written in one transaction. */
export const peopleAtOnce = 100

/** The clinics in which a notification's mail is due. */
export async function listClinicsToMail(work: Work): Promise<string[]> {
  const clinics = await work.db
    .selectFrom('notifications')
    .select('clinicId')
    .distinct()
    .where('mailDueAt', '<=', work.now)
    .execute()
  return clinics.map(({ clinicId }) => clinicId)
}

/** Some of the clinic's people for whom a mail is due. */
async function listPeopleToMail(work: Work): Promise<string[]> {
  const people = await work.db
    .selectFrom('notifications')
    .select('userId')
    .distinct()
    .where('clinicId', '=', work.clinicId)
    .where('mailDueAt', '<=', work.now)
    .orderBy('userId')
    .limit(peopleAtOnce)
    .execute()
  return people.map(({ userId }) => userId)
}

export type ToMail = Awaited<ReturnType<typeof lockNotificationsToMail>>[number]

/** Locks these people's notifications that no mail has dealt with, oldest first. Of two concurrent calls one gets each. */
const lockNotificationsToMail = (work: Work, userIds: readonly string[]) =>
  work.db
    .selectFrom('notifications as n')
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'n.clinicId').onRef('f.id', '=', 'n.facilityId'),
    )
    .leftJoin('jobs as j', (join) => join.onRef('j.clinicId', '=', 'n.clinicId').onRef('j.id', '=', 'n.jobId'))
    .select(['n.id', 'n.userId', 'n.target', 'n.type', 'n.body', 'n.jobId', 'n.createdAt', 'n.mailDueAt'])
    .select(['f.name as facilityName'])
    .select(sql<boolean>`n.read_at is not null`.as('isRead'))
    .select(sql<boolean>`coalesce(j.is_enabled and j.status in ('AVAILABLE', 'READY'), false)`.as('isFree'))
    .where('n.clinicId', '=', work.clinicId)
    .where('n.userId', '=', anyOf(userIds))
    .where('n.mailDueAt', 'is not', null)
    .orderBy('n.id')
    .forUpdate('n')
    .$narrowType<{ target: NotificationTarget; type: NotificationTarget; mailDueAt: Date }>()
    .execute()

/** The people who can be mailed (they have a password), with when they were last at work and last got a gathered mail. */
const listReaders = (work: Work, userIds: readonly string[]) =>
  work.db
    .selectFrom('users as u')
    .select(['u.id', 'u.email', 'u.firstName', 'u.userType'])
    .select(({ selectFrom }) => [
      selectFrom('sessions as s')
        .select((last) => last.fn.max('s.lastActivityAt').as('at'))
        .whereRef('s.userId', '=', 'u.id')
        .where('s.loggingStatus', '=', 'SUCCESS')
        .as('lastAtWork'),
      selectFrom('notifications as m')
        .select((last) => last.fn.max('m.mailedAt').as('at'))
        .whereRef('m.clinicId', '=', 'u.clinicId')
        .whereRef('m.userId', '=', 'u.id')
        .where('m.mailedAt', 'is not', null)
        .where('m.target', '=', anyOf(gatheredTargets))
        .as('lastGathered'),
    ])
    .where(({ and }) => and({ 'u.clinicId': work.clinicId, 'u.isEnabled': true }))
    .where('u.passwordHash', 'is not', null)
    .where('u.id', '=', anyOf(userIds))
    .execute()

/** The next people of the clinic for whom a mail is due, with all notifications that still wait for a mail. */
export async function takePeopleToMail(work: Work) {
  const people = await listPeopleToMail(work)
  if (people.length === 0) return { people, rows: [], readers: [] }
  const rows = await lockNotificationsToMail(work, people)
  return { people, rows, readers: await listReaders(work, people) }
}

/** Marks notifications as needing no mail. */
export const forgetMails = (work: Work, ids: readonly string[]) =>
  work.db
    .updateTable('notifications')
    .set({ mailDueAt: null })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', anyOf(ids))
    .execute()

/** Postpones the mail of notifications. */
export const putOffMails = (work: Work, ids: readonly string[], until: Date) =>
  work.db
    .updateTable('notifications')
    .set({ mailDueAt: until })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', anyOf(ids))
    .execute()

/** Records that a mail reports these notifications. */
export const markMailed = (work: Work, ids: readonly string[], mailId: string) =>
  work.db
    .updateTable('notifications')
    .set({ mailDueAt: null, mailedAt: work.now, mailId })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', anyOf(ids))
    .execute()
