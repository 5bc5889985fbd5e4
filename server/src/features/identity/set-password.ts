import { identityRefusals } from '@dictara/contract/identity'
import type { Gate } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { findInvitation, forgetFailedSignIns, useInvitation } from './identity.store.ts'
import { checkNewPassword, hashPassword } from './passwords.ts'
import { accountKey, deviceKey } from './sign-in-keys.ts'
import { hashOf } from './tokens.ts'

/**
 * Sets a password by a one-time link; every session of the person ends (Q005, controls.md S25), and failed tries to sign
 * in are forgotten, those of this browser too.
 */
export async function setPassword(
  gate: Gate,
  input: { token: string; password: string },
  cookieSecret: string | null,
): Promise<void> {
  const tokenHash = hashOf(input.token)
  const invitation = await findInvitation(gate, tokenHash)
  refuseUnless(invitation, identityRefusals.linkInvalid)
  const { firstName, lastName, email, clinicName } = invitation
  checkNewPassword(input.password, [firstName, lastName, email, clinicName])
  const userId = await useInvitation(gate, tokenHash, await hashPassword(input.password))
  refuseUnless(userId, identityRefusals.linkInvalid)
  await forgetFailedSignIns(gate, [accountKey(email), ...(cookieSecret ? [deviceKey(email, cookieSecret)] : [])])
}
