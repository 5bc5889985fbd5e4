import { identityRefusals, type StoredUser } from '@dictara/contract/identity'
import type { Gate } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  findSession,
  findSignIn,
  findSignInDelay,
  insertSession,
  isKnownDevice,
  noteFailedSignIn,
  recordFailedSignIn,
  updatePasswordHash,
} from './identity.store.ts'
import { hashPassword, isPassword, isWeakHash } from './passwords.ts'
import { storedUserOf } from './stored-user.ts'
import { hashOf, randomSecret, type Tokens } from './tokens.ts'

/**
 * Signs a person in: the same answer and the same time for an unknown, a disabled and a known email. After five
 * failures the account waits, except on a device that its owner used before (Q006).
 */
export async function signIn(
  gate: Gate,
  tokens: Tokens,
  input: { email: string; password: string },
  facts: RequestFacts,
): Promise<StoredUser> {
  const email = input.email.trim().toLowerCase()
  const found = await findSignIn(gate, email)
  const isKnown =
    found !== undefined &&
    facts.cookie.secret !== null &&
    (await isKnownDevice(gate, found.userId, hashOf(facts.cookie.secret)))
  const delayKey = hashOf(isKnown ? `${email} ${facts.cookie.secret}` : email)
  const blockedUntil = await findSignInDelay(gate, delayKey)
  if (blockedUntil && blockedUntil > gate.now) {
    const seconds = Math.ceil((blockedUntil.getTime() - gate.now.getTime()) / 1000)
    throw new Refusal(identityRefusals.signInDelayed, { seconds })
  }
  const secret = facts.cookie.secret ?? randomSecret()
  const cookieHash = hashOf(secret)
  const matches = await isPassword(found?.passwordHash ?? null, input.password)
  const sessionId = newId(gate.now.getTime())
  if (!found || !matches || !found.isEnabled) {
    await noteFailedSignIn(gate, delayKey)
    if (found)
      await recordFailedSignIn(gate, {
        sessionId,
        userId: found.userId,
        cookieHash,
        ip: facts.ip,
        userAgent: facts.userAgent,
      })
    throw new Refusal(found && matches ? identityRefusals.userDisabled : identityRefusals.wrongCredentials)
  }
  if (isWeakHash(found.passwordHash!)) await updatePasswordHash(gate, found.userId, await hashPassword(input.password))
  await insertSession(gate, {
    sessionId,
    userId: found.userId,
    parentId: null,
    cookieHash,
    ip: facts.ip,
    userAgent: facts.userAgent,
    clearedDelays: [delayKey],
  })
  if (secret !== facts.cookie.secret) facts.cookie.set(secret)
  const session = await findSession(gate, sessionId)
  return storedUserOf(session!, tokens, gate.now)
}
