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
const costs = {
  light: { memoryCost: 64, timeCost: 1 },
  /** A sixth of the real cost: its time still stands out from that of a call. */
  felt: { memoryCost: 16_384, timeCost: 2 },
}
/** The returned hash → the cheaper hash that was really made. */
const made = new Map<string, string>()
let used: 'light' | 'felt' | 'real' = 'light'

/** Switches to another cost, until it is switched back to `light`. */
export const useCost = (cost: typeof used) => {
  used = cost
}

const settings = /\$m=\d+,t=\d+,/

export async function hash(password: string, options: Options): Promise<string> {
  if (used === 'real') return argon2.hash(password, options)
  const { memoryCost, timeCost } = options
  const asMade = await argon2.hash(password, { ...options, ...costs[used] })
  const asWritten = asMade.replace(settings, `$m=${memoryCost},t=${timeCost},`)
  made.set(asWritten, asMade)
  return asWritten
}

export function verify(hashed: string, password: string): Promise<boolean> {
  if (used === 'real') return argon2.verify(hashed, password)
  const { memoryCost, timeCost } = costs.felt
  const asMade = made.get(hashed) ?? hashed
  return argon2.verify(used === 'felt' ? asMade.replace(settings, `$m=${memoryCost},t=${timeCost},`) : asMade, password)
}
