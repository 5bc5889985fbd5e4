import { sharedRefusals } from '@dictara/contract'
import { profileRefusals } from '@dictara/contract/profile'
import { factorRefusals } from '@dictara/contract/second-factor'
import { type ProofWay } from '@dictara/contract/second-step'
import type { Actor } from '../../platform/actor.ts'
import type { Gate } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { findSession } from './identity.store.ts'
import { askForPasskey, provePasskey } from './passkeys.ts'
import { type ProofCount, provePassword, takeProofTry } from './prove-password.ts'
import type { Shown, StepMeans } from './second-step.ts'
import {
  type ChallengeUse,
  findTotpOf,
  listPasskeysOf,
  type Proof,
  proveSession,
  useFactor,
} from './second-step.store.ts'
import { hashOf } from './tokens.ts'
import { stepOf } from './totp.ts'

const proofIn = (sessionId: string): ChallengeUse => ({ purpose: 'CONFIRM', boundTo: hashOf(sessionId) })

/** The ways in which the actor can prove their identity, and the challenge for their passkeys. */
export async function askForProof(gate: Gate, webUrl: string, { userId, sessionId }: Actor) {
  const known = await listPasskeysOf(gate, userId)
  const ways: ProofWay[] = ['PASSWORD']
  if (await findTotpOf(gate, userId)) ways.unshift('TOTP')
  if (known.length === 0) return { ways, passkey: null }
  return { ways: ['PASSKEY' as const, ...ways], passkey: await askForPasskey(gate, webUrl, proofIn(sessionId), known) }
}

/** Checks a code of the authenticator app. Wrong codes are counted with wrong passwords. */
async function proveCode(
  gate: Gate,
  { secrets }: Pick<StepMeans, 'secrets'>,
  count: ProofCount,
  userId: string,
  code: string,
): Promise<Proof> {
  const sealed = await findTotpOf(gate, userId)
  refuseUnless(sealed, factorRefusals.wayGone)
  const right = await takeProofTry(gate, count)
  const step = stepOf(secrets, userId, sealed, code, gate.now)
  refuseUnless(step !== null, factorRefusals.codeWrong)
  const proof = { way: 'TOTP' as const, step }
  refuseUnless(await useFactor(gate, userId, proof), factorRefusals.codeWrong)
  await right()
  return proof
}

/**
 * Proves the actor's identity again in their session, which calls with `stepUp` require: somebody else may have found the session
 * open on a desk (S32).
 * @throws Refusal 422 for a wrong proof, 429 for too many
 */
export async function proveInSession(
  gate: Gate,
  means: Pick<StepMeans, 'secrets' | 'webUrl'>,
  { userId, sessionId, ip }: Actor,
  { password, code, passkey }: Pick<Shown, 'code' | 'passkey'> & { password?: string | undefined },
  cookieSecret: string | null,
): Promise<void> {
  const session = await findSession(gate, sessionId)
  refuseUnless(session && cookieSecret, sharedRefusals.signedOut)
  const count = { email: session.email, cookieSecret }
  let way: ProofWay = 'PASSWORD'
  if (passkey) {
    const known = await listPasskeysOf(gate, userId)
    const proof = await provePasskey(gate, means.webUrl, proofIn(sessionId), passkey, known)
    refuseUnless(await useFactor(gate, userId, proof), factorRefusals.passkeyRefused)
    way = proof.way
  } else if (code !== undefined) {
    await proveCode(gate, means, count, userId, code)
    way = 'TOTP'
  } else await provePassword(gate, count, password ?? '', profileRefusals.wrongPassword)
  await proveSession(gate, sessionId, way, ip)
}
