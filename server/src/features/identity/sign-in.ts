import { identityRefusals, type StoredUser } from '@dictara/contract/identity'
import type { Gate } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal } from '../../platform/refusal.ts'
import {
  beginSignIn,
  findSession,
  insertSession,
  recordFailedSignIn,
  type SignInTry,
  takeBackSignIn,
  updatePasswordHash,
} from './identity.store.ts'
import { hashPassword, isPassword, isWeakHash } from './passwords.ts'
import { accountKey, deviceKey, spelled } from './sign-in-keys.ts'
import { storedUserOf } from './stored-user.ts'
import { hashOf, randomSecret, type Tokens } from './tokens.ts'

/** @throws Refusal 429 for a try that is one too many; it was not counted. */
function refuseGuessing({ mayTry, isStopped, blockedUntil }: SignInTry, now: Date): void {
  if (isStopped) throw new Refusal(identityRefusals.signInStopped)
  if (mayTry) return
  const seconds = Math.ceil(((blockedUntil ?? now).getTime() - now.getTime()) / 1000)
  throw new Refusal(identityRefusals.signInDelayed, { seconds: Math.max(1, seconds) })
}

/**
 * Signs a person in: the same answer and the same work for an unknown, a disabled and a known email. After five failures
 * the account waits, after a hundred it stops, except on a device that its owner used before (Q006). A try is counted
 * before the password is looked at; only a right one is taken back.
 */
export async function signIn(
  gate: Gate,
  tokens: Tokens,
  input: { email: string; password: string },
  facts: RequestFacts,
): Promise<StoredUser> {
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
  if (isWeakHash(found.passwordHash!)) await updatePasswordHash(gate, userId, await hashPassword(input.password))
  await insertSession(gate, {
    sessionId,
    userId,
    parentId: null,
    cookieHash,
    ip: facts.ip,
    userAgent: facts.userAgent,
    clearedDelays: [found.countedKey],
  })
  if (secret !== facts.cookie.secret) facts.cookie.set(secret)
  const session = await findSession(gate, sessionId)
  return storedUserOf(session!, tokens, gate.now)
}
