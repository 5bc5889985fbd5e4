import { identityRefusals, passwordLength } from '@dictara/contract/identity'
import { hash, verify } from '@node-rs/argon2'
import { refuseUnless } from '../../platform/refusal.ts'
import { createTurns } from '../../platform/turns.ts'
import { isCommonPassword } from './guessable.ts'

/** argon2id (2), 64 MiB, three passes (Q006): measured at 56 ms. */
const strength = { algorithm: 2, memoryCost: 65_536, timeCost: 3, parallelism: 1 }
/** Hashes at once. Each takes 64 MiB and a whole core. */
const atOnce = 2
/** The longest queue. Behind it, people would wait longer than they do: some ten seconds on a slow machine. */
const waitingMost = 200

const inTurn = createTurns(atOnce, { waiting: waitingMost, refusal: identityRefusals.tooBusy })

const normalised = (password: string) => password.normalize('NFKC')

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(normalised(password), strength))

/** A hash to compare with when there is none, so that an unknown email takes as long as a known one. */
const decoy = hashPassword('no password of anybody')

/** True when the password matches the hash. Without a hash false, but equally slow. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const matches = await inTurn(async () => verify(passwordHash ?? (await decoy), normalised(password)))
  return matches && passwordHash !== null
}

/** True when the hash was made with weaker settings than today's. */
export const isWeakHash = (passwordHash: string) => !passwordHash.startsWith('$argon2id$v=19$m=65536,t=3,p=1$')

/** Dictara's own words, and common padding. They do not make a password harder to guess. */
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

/** The least number of characters of a password. */
export const leastLength = (hasFactor: boolean) => (hasFactor ? passwordLength.leastWithFactor : passwordLength.least)

/**
 * Checks length and guessability, without composition rules (NIST SP 800-63B-4, Q006).
 * @param ownWords names and addresses of the person and the clinic.
 * @param hasFactor the person has a second factor: then eight characters are enough
 * @returns `isShort`: the password is long enough only with a second factor
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
