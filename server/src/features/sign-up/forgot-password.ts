import { sharedRefusals } from '@dictara/contract'
import { signUpRefusals } from '@dictara/contract/sign-up'
import { waitForTurn } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { hasLinkSince, inviteUser, resetUser, spelled } from '../identity/index.ts'
import { letters } from '../mail/index.ts'
import { type Means, type SealedPayload, sealedFor, unsealed } from './means.ts'
import { findAccount } from './sign-up.store.ts'
import { networkOf, takeTry } from './tries.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'person.reset-link-asked': { userId: string }
  }
}

/** A second request within this time does not send another mail. */
const sameWishMs = 30_000

/**
 * Queues a mail for somebody who forgot their password. Does not look up the address before answering, so that answer and work are
 * the same for everybody (Q007).
 */
export async function forgotPassword(
  { doors, secrets, mailing, linkMail }: Means,
  email: string,
  ip: string,
): Promise<void> {
  refuseUnless(mailing.isPossible, signUpRefusals.noMailServer)
  const isAllowed = await doors.beforeClinic((gate) => takeTry(gate, 'linksOfNetwork', networkOf(ip)))
  refuseUnless(isAllowed, sharedRefusals.tooMany)
  const id = newId()
  const payload = sealedFor(secrets, id, { email: spelled(email) })
  await doors.asSystem('ask for a reset link', (work) => work.enqueue(linkMail, payload, { key: id }))
}

/** Mails the link to the enabled person with the address, at most five an hour. People without a password are invited again. */
export async function sendResetLink(
  { doors, secrets, mailing, webUrl }: Pick<Means, 'doors' | 'secrets' | 'mailing' | 'webUrl'>,
  payload: SealedPayload,
): Promise<void> {
  const { email } = unsealed<{ email: string }>(secrets, payload)
  const person = await doors.asSystem('task find a person', (work) => findAccount(work, email))
  // People who belong to no clinic get no links (docs/operating/install.md).
  if (!person?.isEnabled || !person.clinicId) return
  const { id: userId, clinicId, firstName, hasPassword } = person
  await doors.asSystem(
    'task send a reset link',
    async (work) => {
      if (!(await mailing.mayMail(work))) return
      // Of concurrent requests the later ones see the first one's link.
      await waitForTurn(work, `reset link ${userId}`)
      if (await hasLinkSince(work, userId, new Date(work.now.getTime() - sameWishMs))) return
      if (!(await takeTry(work, 'linksToEmail', email))) return
      const token = hasPassword ? await resetUser(work, userId) : await inviteUser(work, userId)
      const letter = letters.resetLink({ firstName, link: `${webUrl}/reset-password/${token}`, isFirst: !hasPassword })
      await mailing.sendMail(work, { id: payload.id, userId, to: person.email, haste: 'awaited', ...letter })
      await work.audit({ event: 'person.reset-link-asked', detail: { userId } })
    },
    clinicId,
  )
}
