import { peopleRefusals } from '@dictara/contract/people'
import type { Work } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { hasLinkSince, inviteUser } from '../identity/index.ts'
import type { SendMail } from '../mail/index.ts'
import { getPerson, lockPerson } from './people.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'person.invited': { userId: string }
  }
}

/** Invites somebody who has an account. */
export type Invite = (work: Work, userId: string) => Promise<void>

/** Mails the one-time link by which a person sets a password; an earlier link ends (Q005). */
export async function invitePerson(work: Work, sendMail: SendMail, webUrl: string, userId: string): Promise<void> {
  const { email, firstName } = await getPerson(work, userId)
  const token = await inviteUser(work, userId)
  const { actor } = work
  await sendMail(work, {
    userId,
    to: email,
    subject: `You are invited to Dictara`,
    body: [
      `Dear ${firstName},`,
      '',
      `${actor?.fullName ?? 'Your clinic'}${actor?.clinicName ? ` of ${actor.clinicName}` : ''} has made an account for you in Dictara.`,
      'Please choose your password here within three days; the link can be used once:',
      '',
      `${webUrl}/reset-password/${token}`,
      '',
      'If you did not expect this mail, please tell your clinic and do not use the link.',
    ].join('\n'),
  })
  await work.audit({ event: 'person.invited', detail: { userId } })
}

/** Pressed again within this time, it is the same wish. */
const sameWishMs = 30_000

/** Invites again; only who has no password yet (PEOP-77). */
export async function reInvite(work: Work, invite: Invite, userId: string) {
  await lockPerson(work, userId)
  const person = await getPerson(work, userId)
  refuseUnless(person.isEnabled, peopleRefusals.disabled)
  refuseUnless(person.invited, peopleRefusals.notInvited)
  const isOnItsWay = await hasLinkSince(work, userId, new Date(work.now.getTime() - sameWishMs))
  if (!isOnItsWay) await invite(work, userId)
  return { message: `A new invitation is on its way to ${person.email}.` }
}
