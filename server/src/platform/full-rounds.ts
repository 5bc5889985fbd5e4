import { isDiskFull } from './full-disk.ts'
import { GiveUp } from './refusal.ts'
import { NoRoom } from './room.ts'

const mostRounds = 3

/**
 * Counts how often one piece of work has itself filled the disk. Waiting for room is nobody's fault; what needs more
 * than there ever is would fill it for ever.
 */
export function createFullRounds(reason: string) {
  const rounds = new Map<string, number>()
  return {
    /** What to throw for a failure of this work: itself, or GiveUp with the reason after too many rounds. */
    count(key: string, error: unknown): unknown {
      if (!isDiskFull(error)) {
        rounds.delete(key)
        return error
      }
      if (error instanceof NoRoom) return error
      const round = (rounds.get(key) ?? 0) + 1
      rounds.set(key, round)
      if (round < mostRounds) return error
      rounds.delete(key)
      return new GiveUp(reason)
    },
    forget: (key: string) => rounds.delete(key),
  }
}

export type FullRounds = ReturnType<typeof createFullRounds>
