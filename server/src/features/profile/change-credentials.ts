import { sharedRefusals } from '@dictara/contract'
import { mailRefusals } from '@dictara/contract/mail'
import { peopleRefusals } from '@dictara/contract/people'
import { profileRefusals } from '@dictara/contract/profile'
import type { Actor } from '../../platform/actor.ts'
import { type ClinicWork, type Doors, waitForTurn } from '../../platform/database/index.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { checkNewPassword, endLinksOf, endSessionsOf, hashPassword, provePassword } from '../identity/index.ts'
import type { SendMail } from '../mail/index.ts'
import { emailIsTaken, getOwnSignIn, updateOwnSignIn } from '../people/index.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'credentials.changed': { email: boolean; password: boolean }
  }
}

interface Wanted {
  email: string
  currentPassword: string
  newPassword?: string | null | undefined
}

interface Change {
  firstName: string
  from: string
  to: string
  isNewPassword: boolean
}

/** Told at the address that the person had until now: whoever took their session cannot read there (Q060). */
async function tellOldAddress(work: ClinicWork, sendMail: SendMail, { firstName, from, to, isNewPassword }: Change) {
  const isMoved = from !== to
  const what = [isMoved && `its email is now ${to}`, isNewPassword && 'it has a new password'].filter(Boolean)
  try {
    await sendMail(work, {
      userId: work.actor.userId,
      to: from,
      subject: 'Your Dictara sign-in was changed',
      body: [
        `Dear ${firstName},`,
        '',
        `the sign-in of your Dictara account was changed: ${what.join(', and ')}.`,
        'You were signed out everywhere.',
        '',
        'If it wasn’t you, tell your clinic’s administrator right away.',
      ].join('\n'),
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.spec !== mailRefusals.noMailServer) throw error
    // A password is changed all the same: the one before may be known to somebody.
    if (isMoved) throw new Refusal(profileRefusals.noMailServer)
  }
}

/**
 * Changes by what the actor signs in. The current password is needed, the email is nobody else's, the old address is told, and
 * every session ends, this one too (Q060, controls.md S26). Of two changes at once one wins: the other's password is not the
 * current one any more.
 */
export async function changeCredentials(
  { doors, sendMail }: { doors: Doors; sendMail: SendMail },
  actor: Actor,
  { email, currentPassword, newPassword }: Wanted,
  cookieSecret: string | null,
): Promise<void> {
  if (!cookieSecret) throw new Refusal(sharedRefusals.signedOut)
  const before = await doors.inClinic(actor, getOwnSignIn)
  const proved = await doors.beforeClinic((gate) =>
    provePassword(gate, { email: before.email, cookieSecret }, currentPassword, profileRefusals.wrongPassword),
  )
  const isNewPassword = newPassword != null && newPassword !== currentPassword
  refuseUnless(isNewPassword || email !== before.email, profileRefusals.nothingChanged)
  const ownWords = [before.firstName, before.lastName, email, actor.clinicName ?? '']
  const { isShort } = isNewPassword
    ? checkNewPassword(newPassword, ownWords, before.hasFactor)
    : { isShort: before.shortPassword }
  const passwordHash = isNewPassword ? await hashPassword(newPassword) : proved
  await doors.inClinic(actor, async (work) => {
    await waitForTurn(work, `email ${email.toLowerCase()}`)
    refuseUnless(!(await emailIsTaken(work, email, actor.userId)), peopleRefusals.emailTaken)
    const now = { email, passwordHash, shortPassword: isShort }
    const isFirst = await updateOwnSignIn(work, now, { email: before.email, passwordHash: proved })
    refuseUnless(isFirst, sharedRefusals.changedMeanwhile)
    await endLinksOf(work, actor.userId)
    await endSessionsOf(work, actor.userId, 'CREDENTIALS_CHANGED')
    await work.audit({
      event: 'credentials.changed',
      detail: { email: email !== before.email, password: isNewPassword },
    })
    await tellOldAddress(work, sendMail, { firstName: before.firstName, from: before.email, to: email, isNewPassword })
  })
}
