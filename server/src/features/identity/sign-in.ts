import { identityRefusals, type PendingSignIn, type StoredUser } from '@dictara/contract/identity'
import type { Gate } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import {
  beginSignIn,
  endSession,
  findSession,
  insertSession,
  isSignInOf,
  recordFailedSignIn,
  takeBackSignIn,
  updatePasswordHash,
} from './identity.store.ts'
import { hashPassword, isPassword, isWeakHash } from './passwords.ts'
import { awaitSecondStep } from './second-step.ts'
import { refuseGuessing } from './refuse-guessing.ts'
import { accountKey, deviceKey, spelled } from './sign-in-keys.ts'
import { storedUserOf } from './stored-user.ts'
import { hashOf, randomSecret, type Tokens } from './tokens.ts'

/**
 * Signs a person in. With a wrong password, answer and work are the same for unknown, disabled and known emails. After five failures
 * the account must wait, after a hundred it stops, except on a device that its owner used before (Q006). A try is counted before
 * the password is checked, and taken back only if it is right. A person with a second factor is not signed in by the password alone
 * (S32); only somebody who knows the password learns that they have one.
 */
export async function signIn(
  gate: Gate,
  tokens: Tokens,
  input: { email: string; password: string },
  facts: RequestFacts,
): Promise<{ user: StoredUser } | { pending: PendingSignIn }> {
  const email = spelled(input.email)
  const secret = facts.cookie.secret ?? randomSecret()
  const cookieHash = hashOf(secret)
  const found = await beginSignIn(gate, {
    email,
    cookieHash,
    accountKey: accountKey(email),
    deviceKey: deviceKey(email, secret),
  })
  refuseGuessing(found, gate.now)
  const matches = await isPassword(found.passwordHash, input.password).catch(async (error: unknown) => {
    await takeBackSignIn(gate, found.countedKey)
    throw error
  })
  const sessionId = newId(gate.now.getTime())
  const { userId } = found
  if (!userId || !matches || !found.isEnabled) {
    await recordFailedSignIn(gate, { sessionId, userId, cookieHash, ip: facts.ip, userAgent: facts.userAgent })
    throw new Refusal(matches ? identityRefusals.userDisabled : identityRefusals.wrongCredentials)
  }
  let passwordHash = found.passwordHash!
  if (isWeakHash(passwordHash)) {
    passwordHash = await hashPassword(input.password)
    await updatePasswordHash(gate, userId, passwordHash)
  }
  const isStillSo = () => isSignInOf(gate, userId, passwordHash)
  refuseUnless(await isStillSo(), identityRefusals.wrongCredentials)
  if (secret !== facts.cookie.secret) facts.cookie.set(secret)
  const { countedKey, factors } = found
  if (factors.length > 0) {
    const pending = await awaitSecondStep(gate, { userId, cookieHash, countedKey, factors, ip: facts.ip })
    refuseUnless(await isStillSo(), identityRefusals.wrongCredentials)
    return { pending }
  }
  await insertSession(gate, {
    sessionId,
    userId,
    parentId: null,
    cookieHash,
    ip: facts.ip,
    userAgent: facts.userAgent,
    clearedDelays: [countedKey],
    provedBy: ['PASSWORD'],
  })
  // If the password was changed or the person disabled at this very moment, that ended earlier sessions, but not this one.
  if (!(await isStillSo())) {
    await endSession(gate, sessionId, 'CREDENTIALS_CHANGED')
    throw new Refusal(identityRefusals.wrongCredentials)
  }
  const session = await findSession(gate, sessionId)
  return { user: await storedUserOf(session!, tokens, gate.now) }
}
