import { createRequire } from 'node:module'
import type { hash as realHash, verify as realVerify } from '@node-rs/argon2'

/** The options of the product’s hash function. */
type Options = NonNullable<Parameters<typeof realHash>[1]>
type Argon2 = { hash: typeof realHash; verify: typeof realVerify }
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Argon2

/**
 * Replaces `@node-rs/argon2` in the server's tests (vitest.config.ts): the same function with less memory and one pass, with hashes
 * that look like the product's. Thousands of sign-ins would otherwise use a tenth of the tests' CPU.
 */
const light = { memoryCost: 64, timeCost: 1 }
/** The returned hash → the light hash that was really made. */
const made = new Map<string, string>()
let isReal = false

/** Switches to the product's real hashing; `false` switches back. */
export const useRealCost = (on: boolean) => {
  isReal = on
}

const settings = /\$m=\d+,t=\d+,/

export async function hash(password: string, options: Options): Promise<string> {
  if (isReal) return argon2.hash(password, options)
  const { memoryCost, timeCost } = options
  const asMade = await argon2.hash(password, { ...options, ...light })
  const asWritten = asMade.replace(settings, `$m=${memoryCost},t=${timeCost},`)
  made.set(asWritten, asMade)
  return asWritten
}

export const verify = (hashed: string, password: string): Promise<boolean> =>
  argon2.verify((!isReal && made.get(hashed)) || hashed, password)
