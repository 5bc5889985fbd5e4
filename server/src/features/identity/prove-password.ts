import type { RefusalSpec } from '@dictara/contract'
import type { Gate } from '../../platform/database/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { beginSignIn, forgetFailedSignIns, type SignInTry, takeBackSignIn } from './identity.store.ts'
import { isPassword } from './passwords.ts'
import { refuseGuessing } from './refuse-guessing.ts'
import { accountKey, deviceKey } from './sign-in-keys.ts'
import { hashOf } from './tokens.ts'

/** The email and browser under which the tries of a session are counted, together with its tries to sign in. */
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

/** Counts a try to prove identity in a session, before it is made. @returns a function to call when the proof was right */
export async function takeProofTry(gate: Gate, count: ProofCount): Promise<() => Promise<void>> {
  const { countedKey } = await beginProof(gate, count)
  return () => forgetFailedSignIns(gate, [countedKey])
}

/**
 * Checks that the signed-in person knows the password, before an action only its owner may take (controls.md S26). Wrong passwords
 * count as tries to sign in, so that nobody can guess the password in a session that was left open (Q006).
 * @param refusal for a wrong password
 * @returns the hash that the password matched
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
