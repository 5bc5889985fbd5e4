import { identityRefusals, passwordLength } from '@dictara/contract/identity'
import { hash, verify } from '@node-rs/argon2'
import { refuseUnless } from '../../platform/refusal.ts'
import { createTurns } from '../../platform/turns.ts'
import { isCommonPassword } from './guessable.ts'

/** argon2id (2), 64 MiB, three passes (Q006): 56 ms here. */
const strength = { algorithm: 2, memoryCost: 65_536, timeCost: 3, parallelism: 1 }
/** Each takes 64 MiB and a whole core. */
const atOnce = 2
/** Who comes behind so many would wait longer than people do: some ten seconds on a slow machine. */
const waitingMost = 200

const inTurn = createTurns(atOnce, { waiting: waitingMost, refusal: identityRefusals.tooBusy })

const normalised = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalised(password), strength))

/** A hash that nothing matches, so that an unknown email takes as long as a known one. */
const decoy = hashPassword('no password of anybody')

/** True when the password is the one of the hash; without a hash as slow, and false. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(async () => verify(passwordHash ?? (await decoy), normalised(password)))
  return matches && passwordHash !== null
}

/** True when the hash was made with weaker settings than today's. */
export const isWeakHash = (passwordHash: string) => !passwordHash.startsWith('$argon2id$v=19$m=65536,t=3,p=1$')

/** The house's own words, and what people lengthen a password with: nothing of it makes one hard to guess. */
const common = [
  'password',
  'passwort',
  'letmein',
  'qwerty',
  'welcome',
  'dictara',
  'dictation',
  'hospital',
  'clinic',
  'doctor',
  'admin',
  'changeme',
  'iloveyou',
  'abcdefghijklmnopqrstuvwxyz',
  '1234567890',
]

/** So many characters a password needs. */
export const leastLength = (hasFactor: boolean) => (hasFactor ? passwordLength.leastWithFactor : passwordLength.least)

/**
 * Length and guessability, and no rule of composition (NIST SP 800-63B-4, Q006).
 * @param ownWords names and addresses of the person and the clinic.
 * @param hasFactor the person has a second factor: then eight characters are enough
 * @returns whether it is good beside a second factor only
 * @throws Refusal 422 in words.
 */
export function checkNewPassword(
  password: string,
  ownWords: readonly string[],
  hasFactor = false,
): { isShort: boolean } {
  const text = normalised(password)
  const length = [...text].length
  const least = leastLength(hasFactor)
  refuseUnless(length >= least, identityRefusals.passwordTooShort, { least })
  refuseUnless(length <= passwordLength.most, identityRefusals.passwordTooLong)
  const letters = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  const own = ownWords.flatMap((word) => word.toLowerCase().split(/[^\p{L}\p{N}]+/u)).filter((word) => word.length >= 3)
  const known = [...common, ...own]
  let left = letters
  for (const word of known.toSorted((a, b) => b.length - a.length)) left = left.replaceAll(word, '')
  const isRepetitive = new Set(letters).size < 5 || /^(.{1,5})\1+$/u.test(letters)
  refuseUnless(!isCommonPassword(text, own), identityRefusals.passwordKnown)
  refuseUnless(!isRepetitive && left.replaceAll(/\d/g, '').length >= 4, identityRefusals.passwordKnown)
  return { isShort: length < passwordLength.least }
}
