import { createHash } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'

/** A token of an EHR; `seconds`: how long it is good, null where the EHR doesn't say. */
export interface Token {
  token: string
  seconds: number | null
}

/** Tokens by what they are asked for with. */
export interface KeptTokens<Access> {
  get(access: Access, signal: AbortSignal): Promise<string>
  /** After a server refused its token. */
  forget(access: Access): void
}

const usualSeconds = 300
const mostSeconds = 3_600
/** A token is renewed so long before it ends. */
const earlySeconds = 30

/** Keeps tokens until shortly before they end. An access holds secrets: only its hash is kept. */
export function keptTokens<Access>(
  clock: Clock,
  ask: (access: Access, signal: AbortSignal) => Promise<Token>,
): KeptTokens<Access> {
  const kept = new Map<string, { token: string; until: number }>()
  const keyOf = (access: Access) => createHash('sha256').update(JSON.stringify(access)).digest('hex')
  return {
    async get(access, signal) {
      const key = keyOf(access)
      const now = clock.now().getTime()
      for (const [one, { until }] of kept) if (until <= now) kept.delete(one)
      const known = kept.get(key)
      if (known) return known.token
      const { token, seconds } = await ask(access, signal)
      const good = Math.min(seconds ?? usualSeconds, mostSeconds) - earlySeconds
      kept.set(key, { token, until: now + Math.max(0, good) * 1000 })
      return token
    },
    forget: (access) => void kept.delete(keyOf(access)),
  }
}
