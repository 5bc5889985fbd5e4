import type { CallSpec } from '@dictara/contract'

const minuteMs = 60_000
/** A signed-in person: far above a day's work and a ten-minute backlog of one-second chunks (600) sent at once. */
const callsAMinute = 6_000
/** An address, for calls before sign-in: a clinic behind one address signs in within the same minutes. */
const publicCallsAMinute = 120
/** An address whose sessions are over, or that has none: every tab of a clinic may ask once more after a night. */
const refusedAMinute = 1_200

/** Counts calls a minute; one window in memory of each server copy, so a limit is a little soft with several copies. */
export function createLimits(now: () => number) {
  let windowStart = now()
  let counts = new Map<string, number>()
  return (key: string, spec?: CallSpec): boolean => {
    const sinceMs = now() - windowStart
    // A clock that was set back must not make of the minute an hour.
    if (sinceMs > minuteMs || sinceMs < 0) {
      windowStart = now()
      counts = new Map()
    }
    const isPublic = spec?.callers === 'public'
    if (isPublic && spec?.kind === 'download') return false
    const name = `${!spec ? 'unknown' : isPublic ? 'address' : 'person'} ${key}`
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count > (!spec ? refusedAMinute : isPublic ? publicCallsAMinute : callsAMinute)
  }
}
