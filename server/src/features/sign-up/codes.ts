import { randomInt } from 'node:crypto'
import { otpFigures } from '@dictara/contract/sign-up'
import { hash, verify } from '@node-rs/argon2'

/** argon2id (2), 19 MiB, two passes: a tenth of a password's work, since a code lives ten minutes (controls.md S24). */
const strength = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A code that nobody can foresee, e.g. `042917`. */
export const newCode = () => String(randomInt(10 ** otpFigures)).padStart(otpFigures, '0')

const bound = (signUpId: string, code: string) => `${signUpId} ${code}`

/** A salted, slow hash, bound to the sign-up: copied to another sign-up it matches no code. */
export const hashCode = (signUpId: string, code: string): Promise<string> => hash(bound(signUpId, code), strength)

/** A hash that no code matches, so that an unknown sign-up takes as long as a known one. */
const decoy = hashCode('no sign-up', 'no code')

export async function isCode(codeHash: string | null, signUpId: string, code: string): Promise<boolean> {
  const matches = await verify(codeHash ?? (await decoy), bound(signUpId, code))
  return matches && codeHash !== null
}
