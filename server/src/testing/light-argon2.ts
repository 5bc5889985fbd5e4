import { createRequire } from 'node:module'
import type { hash as realHash, verify as realVerify } from '@node-rs/argon2'

/** As the product asks for them. */
type Options = NonNullable<Parameters<typeof realHash>[1]>
type Argon2 = { hash: typeof realHash; verify: typeof realVerify }
const argon2 = createRequire(import.meta.url)('@node-rs/argon2') as Argon2

/**
 * Stands for `@node-rs/argon2` in the server's tests (vitest.config.ts): the same function with less memory and one pass, its hashes
 * written as the product's own. Thousands of sign-ins would otherwise be a tenth of the tests' work, and none of what they ask.
 */
const light = { memoryCost: 64, timeCost: 1 }
/** As written → as it was made; a hash from elsewhere is none of them. */
const made = new Map<string, string>()
let isReal = false

/** From now on hashing costs what it costs people; put back by `false`. */
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
