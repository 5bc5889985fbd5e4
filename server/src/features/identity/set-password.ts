import { identityRefusals } from '@dictara/contract/identity'
import type { Doors } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { letters, type Mailing } from '../mail/index.ts'
import { findInvitation, forgetFailedSignIns, useInvitation } from './identity.store.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { accountKey, deviceKey } from './sign-in-keys.ts'
import { hashOf } from './tokens.ts'

interface Means {
  doors: Doors
  mailing: Pick<Mailing, 'mayMail' | 'sendMail'>
  webUrl: string
}

/**
 * Sets a password with a one-time link. Ends every session of the person, and tells somebody who had a password by mail (Q005,
 * controls.md S25). Forgets failed tries to sign in, including those of this browser.
 */
export async function setPassword(
  { doors, mailing, webUrl }: Means,
  input: { token: string; password: string },
  cookieSecret: string | null,
): Promise<void> {
  const tokenHash = hashOf(input.token)
  const invitation = await doors.beforeClinic((gate) => findInvitation(gate, tokenHash))
  refuseUnless(invitation, identityRefusals.linkInvalid)
  const { firstName, lastName, email, clinicName, clinicId, hasPassword, hasFactor } = invitation
  const { isShort } = checkNewPassword(input.password, [firstName, lastName, email, clinicName], hasFactor)
  const passwordHash = await hashPassword(input.password)
  await doors.asSystem(
    'set a password by a link',
    async (work) => {
      const userId = await useInvitation(work, tokenHash, { passwordHash, isShort })
      refuseUnless(userId, identityRefusals.linkInvalid)
      if (!hasPassword || !(await mailing.mayMail(work))) return
      const letter = letters.passwordChanged({ firstName, forgotPassword: `${webUrl}/forgot-password` })
      await mailing.sendMail(work, { userId, to: email, ...letter })
    },
    clinicId,
  )
  const keys = [accountKey(email), ...(cookieSecret ? [deviceKey(email, cookieSecret)] : [])]
  await doors.beforeClinic((gate) => forgetFailedSignIns(gate, keys))
}
