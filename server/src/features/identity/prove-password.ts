import type { RefusalSpec } from '@dictara/contract'
import type { Gate } from '../../platform/database/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { beginSignIn, forgetFailedSignIns, type SignInTry, takeBackSignIn } from './identity.store.ts'
import { isPassword } from './passwords.ts'
import { refuseGuessing } from './refuse-guessing.ts'
import { accountKey, deviceKey } from './sign-in-keys.ts'
import { hashOf } from './tokens.ts'

/** Under whose tries to sign in those of a session are counted. */
export interface ProofCount {
  email: string
  cookieSecret: string
}

async function beginProof(gate: Gate, { email, cookieSecret }: ProofCount): Promise<SignInTry> {
  const found = await beginSignIn(gate, {
    email,
    cookieHash: hashOf(cookieSecret),
    accountKey: accountKey(email),
    deviceKey: deviceKey(email, cookieSecret),
  })
  refuseGuessing(found, gate.now)
  return found
}

/** Counts a try of a proof in a session, before it is made. @returns what is to be run when it was right */
export async function takeProofTry(gate: Gate, count: ProofCount): Promise<() => Promise<void>> {
  const { countedKey } = await beginProof(gate, count)
  return () => forgetFailedSignIns(gate, [countedKey])
}

/**
 * Proves that who is signed in knows the password, before what only its owner may do (controls.md S26). A wrong one is counted with
 * the tries to sign in: a session that somebody left open is no place to guess it (Q006).
 * @param refusal what is said of a wrong one
 * @returns the hash that it was proved by
 */
export async function provePassword(
  gate: Gate,
  count: ProofCount,
  password: string,
  refusal: RefusalSpec,
): Promise<string> {
  const found = await beginProof(gate, count)
  const matches = await isPassword(found.passwordHash, password).catch(async (error: unknown) => {
    await takeBackSignIn(gate, found.countedKey)
    throw error
  })
  if (!matches) throw new Refusal(refusal)
  await forgetFailedSignIns(gate, [found.countedKey])
  return found.passwordHash!
}
