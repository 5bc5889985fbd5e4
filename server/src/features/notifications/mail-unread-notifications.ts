import type { UserType } from '@dictara/contract'
import { isOfPlan, listOf, type NotificationList } from '@dictara/contract/notification-lists'
import type { Platform } from '../../platform/feature.ts'
import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { letters, type Mailing } from '../mail/index.ts'
import { chooseForMail } from './mailing-rules.ts'
import {
  forgetMails,
  listClinicsToMail,
  markMailed,
  peopleAtOnce,
  putOffMails,
  takePeopleToMail,
  type ToMail,
} from './notification-mails.store.ts'

export type Means = Pick<Platform, 'doors' | 'log' | 'addresses'> & { mailing: Pick<Mailing, 'mayMail' | 'sendMail'> }

/** Writes the due mails of one clinic after the other. If it fails in one, that clinic is tried again in a minute. */
export async function mailUnreadNotifications(means: Means, signal: AbortSignal): Promise<void> {
  const { doors, log } = means
  for (const clinicId of await doors.asSystem('task notification mails', listClinicsToMail)) {
    try {
      let isMore = true
      while (isMore && !signal.aborted)
        isMore = await doors.asSystem('task notification mails', (work) => mailSome(work, means), clinicId)
    } catch (error) {
      log.warn({ error, clinicId }, 'the mails of notifications could not be written')
    }
  }
}

/** Writes mails and marks their notifications in one transaction. @returns true if there may be more */
async function mailSome(work: Work, { mailing, addresses }: Means): Promise<boolean> {
  const { people, rows, readers } = await takePeopleToMail(work)
  const isPossible = await mailing.mayMail(work)
  const done: string[] = []
  for (const userId of people) {
    const own = rows.filter((row) => row.userId === userId)
    const reader = readers.find(({ id }) => id === userId)
    if (!isPossible || !reader) {
      done.push(...own.map(({ id }) => id))
      continue
    }
    const choice = chooseForMail(own, reader, work.now)
    if (choice.later.length > 0)
      await putOffMails(
        work,
        choice.later.map(({ id }) => id),
        choice.laterAt,
      )
    done.push(...choice.done.map(({ id }) => id))
    if (choice.tells.length === 0) continue
    const mailId = newId(work.now.getTime())
    await markMailed(
      work,
      choice.tells.map(({ id }) => id),
      mailId,
    )
    const letter = letters.unreadNotifications({
      firstName: reader.firstName,
      places: placesOf(choice.tells, reader.userType, addresses.web),
      settings: `${addresses.web}/dashboard/settings/profile?tab=notification-config`,
    })
    await mailing.sendMail(work, { id: mailId, userId, to: reader.email, ...letter })
  }
  await forgetMails(work, done)
  return people.length === peopleAtOnce
}

function linkOf(list: NotificationList | 'plan' | null, web: string): { says: string; link: string } {
  if (list === null) return { says: 'Open the dashboard', link: `${web}/dashboard` }
  if (list === 'plan') return { says: 'Open the plan', link: `${web}/dashboard/billing/manage-subscription` }
  return { says: `Open ${list} jobs`, link: `${web}/dashboard/jobs-list/${list}` }
}

/** Groups notifications by the place where the person deals with them. */
function placesOf(rows: readonly ToMail[], userType: UserType, web: string) {
  const places = new Map<NotificationList | 'plan' | null, { says: string; link: string; told: ToMail[] }>()
  for (const row of rows) {
    const list = isOfPlan(row.target) ? 'plan' : listOf(userType, row)
    const place = places.get(list) ?? { ...linkOf(list, web), told: [] }
    place.told.push(row)
    places.set(list, place)
  }
  return [...places.values()]
}
