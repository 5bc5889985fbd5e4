import { type Letter, type Part, writeLetter } from '../letter.ts'

/** At most this many notifications of one place are listed one by one. */
const mostLines = 20

/** One place of Dictara and what happened there, in words that name nobody. */
export interface Place {
  /** The label of its button. */
  says: string
  link: string
  told: readonly { facilityName: string; body: string }[]
}

/** To a person with unread notifications: what happened, and where to deal with it. Contains nothing about patients. */
export function unreadNotifications(facts: { firstName: string; places: readonly Place[]; settings: string }): Letter {
  const all = facts.places.flatMap(({ told }) => told)
  const subject = all.length === 1 ? all[0]!.body.replace(/\.$/, '') : `${all.length} new notifications in Dictara`
  return writeLetter(subject, `Dear ${facts.firstName},`, [
    ...facts.places.flatMap(({ told, link, says }): Part[] => [
      ...told.slice(0, mostLines).map(({ facilityName, body }) => `${facilityName}: ${body}`),
      ...(told.length > mostLines ? [`And ${told.length - mostLines} more.`] : []),
      { link, words: says },
    ]),
    `You’re getting this because you have unread notifications. Choose what we send you in your profile: ${facts.settings}`,
  ])
}
