import { type Person, peopleRefusals } from '@dictara/contract/people'
import type { ClinicWork, Work } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { endLinksOf, hasLinkSince, inviteUser } from '../identity/index.ts'
import { type Haste, letters, type Mailing } from '../mail/index.ts'
import { getPerson, lockPerson } from './people.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'person.invited': { userId: string }
  }
}

/** Invites somebody who has an account. @returns the link, if the inviting person must hand it over; else null */
export type Invite = (work: Work, userId: string) => Promise<string | null>

/** The mails to a person whose account was changed. */
export interface PeopleLetters {
  /** Their email was changed. `person`: as before the change. */
  moved: (work: ClinicWork, person: Person, email: string) => Promise<unknown>
}

/** Ends the links sent to the old address of somebody who has a password, and tells them there (Q060). */
export async function tellMoved(
  work: ClinicWork,
  { mayMail, sendMail }: Pick<Mailing, 'mayMail' | 'sendMail'>,
  { id: userId, firstName, email: to }: Person,
  email: string,
): Promise<void> {
  await endLinksOf(work, userId)
  if (!(await mayMail(work))) return
  await sendMail(work, { userId, to, ...letters.emailChanged({ firstName, by: work.actor.fullName, email }) })
}

/**
 * Mails the one-time link with which a person sets a password, and ends an earlier link (Q005).
 * @returns the link if mails are stored here and sent to nobody; else null, because only the addressee may read it
 */
export async function invitePerson(
  work: Work,
  { sendMail, keepsMail }: Pick<Mailing, 'sendMail' | 'keepsMail'>,
  webUrl: string,
  userId: string,
  haste: Haste = 'usual',
): Promise<string | null> {
  const { email, firstName } = await getPerson(work, userId)
  const token = await inviteUser(work, userId)
  const { actor } = work
  const by = { by: actor?.fullName ?? 'Your clinic', clinicName: actor?.clinicName ?? null }
  const link = `${webUrl}/reset-password/${token}`
  await sendMail(work, { userId, to: email, haste, ...letters.invitation({ firstName, ...by, link }) })
  await work.audit({ event: 'person.invited', detail: { userId } })
  return (await keepsMail(work)) ? link : null
}

/** The part of the answer that gives the link to the inviting person. */
export const linkIn = (link: string | null) => (link === null ? {} : { extra: { invitationLink: link } })

/** A second press within this time does not send another mail. */
const sameWishMs = 30_000

/** Invites somebody again who has no password yet (PEOP-77). */
export async function reInvite(work: Work, invite: Invite, userId: string) {
  await lockPerson(work, userId)
  const person = await getPerson(work, userId)
  refuseUnless(person.isEnabled, peopleRefusals.disabled)
  refuseUnless(person.invited, peopleRefusals.notInvited)
  const isOnItsWay = await hasLinkSince(work, userId, new Date(work.now.getTime() - sameWishMs))
  const link = isOnItsWay ? null : await invite(work, userId)
  return { ...linkIn(link), message: `${person.email} has been invited again.` }
}
