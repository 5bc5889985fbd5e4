import { identityRefusals, type PendingSignIn, type StoredUser } from '@dictara/contract/identity'
import { type Assertion, factorRefusals, secondStepMs, secondStepTries } from '@dictara/contract/second-factor'
import type { Doors, Gate } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findSession, recordFailedSignIn } from './identity.store.ts'
import { openSession } from './open-session.ts'
import { askForPasskey, personOf, provePasskey } from './passkeys.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { refuseGuessing } from './refuse-guessing.ts'
import {
  beginSecondStep,
  type ChallengeUse,
  findPendingUser,
  finishPending,
  insertPending,
  listPasskeysOf,
  type PendingRow,
  type Proof,
  type SecondStepTry,
  useFactor,
} from './second-step.store.ts'
import { storedUserOf } from './stored-user.ts'
import { hashOf, randomSecret, type Tokens } from './tokens.ts'
import { stepOf } from './totp.ts'

/** What the second step needs. */
export interface StepMeans {
  doors: Doors
  secrets: Secrets
  tokens: Tokens
  webUrl: string
}

/** The proof that somebody gives: one of these. */
export interface Shown {
  code?: string | undefined
  recoveryCode?: string | undefined
  passkey?: Assertion | undefined
}

/** Makes the handle for the second step after a right password: valid once, for five minutes, in this browser. */
export async function awaitSecondStep(
  gate: Gate,
  {
    factors,
    ...row
  }: Pick<PendingRow, 'userId' | 'cookieHash' | 'countedKey' | 'ip'> & { factors: ('TOTP' | 'PASSKEY')[] },
): Promise<PendingSignIn> {
  const handle = randomSecret()
  const expiresAt = new Date(gate.now.getTime() + secondStepMs)
  await insertPending(gate, { ...row, handleHash: hashOf(handle), expiresAt })
  return { handle, ways: [...factors, 'RECOVERY'] }
}

const secondStepOf = (handle: string): ChallengeUse => ({ purpose: 'SECOND_STEP', boundTo: hashOf(handle) })
const signInOf = (cookieSecret: string): ChallengeUse => ({ purpose: 'SIGN_IN', boundTo: hashOf(cookieSecret) })

/** The challenge for a passkey, to finish the sign-in that waits under a handle, or to begin one without a handle. */
export async function challengePasskey(gate: Gate, webUrl: string, handle: string | undefined, facts: RequestFacts) {
  const secret = facts.cookie.secret ?? randomSecret()
  if (handle === undefined) {
    if (secret !== facts.cookie.secret) facts.cookie.set(secret)
    return askForPasskey(gate, webUrl, signInOf(secret))
  }
  const userId = await findPendingUser(gate, hashOf(handle), hashOf(secret))
  refuseUnless(userId, factorRefusals.signInOver)
  return askForPasskey(gate, webUrl, secondStepOf(handle), await listPasskeysOf(gate, userId))
}

/** Checks the given proof, without using it up. A recovery code is only checked later. @throws Refusal 422 if it is wrong */
async function proofOf(
  { doors, secrets, webUrl }: StepMeans,
  { userId, sealedSecret }: Pick<SecondStepTry, 'userId' | 'sealedSecret'>,
  { code, recoveryCode, passkey }: Shown,
  use: ChallengeUse,
): Promise<Proof> {
  if (passkey)
    return doors.beforeClinic(async (gate) =>
      provePasskey(gate, webUrl, use, passkey, await listPasskeysOf(gate, userId)),
    )
  if (recoveryCode !== undefined) return { way: 'RECOVERY', codeHash: hashRecoveryCode(secrets, userId, recoveryCode) }
  const step = await doors.beforeClinic(async ({ now }) =>
    code !== undefined && sealedSecret ? stepOf(secrets, userId, sealedSecret, code, now) : null,
  )
  refuseUnless(step !== null, factorRefusals.codeWrong)
  return { way: 'TOTP', step }
}

const usedUp = ({ way }: Proof) =>
  new Refusal(
    {
      TOTP: factorRefusals.codeWrong,
      RECOVERY: factorRefusals.recoveryCodeWrong,
      PASSKEY: factorRefusals.passkeyRefused,
    }[way],
  )

/**
 * Finishes a waiting sign-in (S32). Counts each try before it is made, together with those of the password. Of two calls with the
 * same proof or handle only one is signed in.
 * @returns who is signed in, and in which way
 */
export async function finishSignIn(
  means: StepMeans,
  { handle, ...shown }: Shown & { handle: string },
  facts: RequestFacts,
): Promise<{ user: StoredUser; clinicId: string; way: Proof['way'] }> {
  const { doors, tokens } = means
  const secret = facts.cookie.secret
  refuseUnless(secret !== null, factorRefusals.signInOver)
  const [handleHash, cookieHash] = [hashOf(handle), hashOf(secret)]
  const found = await doors.beforeClinic(async (gate) => {
    const begun = await beginSecondStep(gate, handleHash, cookieHash, secondStepTries)
    refuseUnless(begun, factorRefusals.signInOver)
    refuseGuessing(begun, gate.now)
    return begun
  })
  const { userId, clinicId, isEnabled } = found
  const { ip, userAgent } = facts
  try {
    const proof = await proofOf(means, found, shown, secondStepOf(handle))
    refuseUnless(isEnabled, identityRefusals.userDisabled)
    const user = await doors.beforeClinic(async (gate) => {
      const sessionId = newId(gate.now.getTime())
      const came = await finishPending(gate, handleHash, { sessionId, ip, userAgent }, proof)
      if (came === 'USED') throw usedUp(proof)
      refuseUnless(came === 'DONE', factorRefusals.signInOver)
      return storedUserOf((await findSession(gate, sessionId))!, tokens, gate.now)
    })
    return { user, clinicId, way: proof.way }
  } catch (error) {
    if (error instanceof Refusal)
      await doors.beforeClinic((gate) =>
        recordFailedSignIn(gate, { sessionId: newId(gate.now.getTime()), userId, cookieHash, ip, userAgent }),
      )
    throw error
  }
}

/**
 * Signs a person in with a passkey that their device found. It counts as password and second factor in one, since the device asked
 * for finger, face or PIN. The challenge must have been requested in this browser.
 */
export async function signInByPasskey(
  gate: Gate,
  { tokens, webUrl }: Pick<StepMeans, 'tokens' | 'webUrl'>,
  passkey: Assertion,
  facts: RequestFacts,
): Promise<StoredUser> {
  const secret = facts.cookie.secret
  const userId = personOf(passkey)
  refuseUnless(secret !== null && userId !== null, factorRefusals.passkeyRefused)
  const known = await listPasskeysOf(gate, userId)
  const proof = await provePasskey(gate, webUrl, signInOf(secret), passkey, known)
  if (!known[0]!.isEnabled) {
    const [sessionId, cookieHash] = [newId(gate.now.getTime()), hashOf(secret)]
    const { ip, userAgent } = facts
    await recordFailedSignIn(gate, { sessionId, userId, cookieHash, ip, userAgent })
    throw new Refusal(identityRefusals.userDisabled)
  }
  refuseUnless(await useFactor(gate, userId, proof), factorRefusals.passkeyRefused)
  return openSession(gate, tokens, userId, 'PASSKEY', facts)
}
