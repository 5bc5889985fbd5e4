import { isDiskFull } from './full-disk.ts'
import { GiveUp } from './refusal.ts'
import { NoRoom } from './room.ts'

const mostRounds = 3

/** Runs one piece of work. @throws GiveUp when it has itself filled the disk too many times in a row. */
export type FullRounds = <T>(key: string, run: () => Promise<T>) => Promise<T>

/**
 * Counts how often a piece of work has itself filled the disk. Waiting for room is nobody's fault; what needs more than
 * there ever is would fill it for ever.
 */
export function createFullRounds(reason: string): FullRounds {
  const rounds = new Map<string, number>()
  return async (key, run) => {
    try {
      const answer = await run()
      rounds.delete(key)
      return answer
    } catch (error) {
      if (error instanceof NoRoom) throw error
      const round = isDiskFull(error) ? (rounds.get(key) ?? 0) + 1 : 0
      if (round > 0 && round < mostRounds) rounds.set(key, round)
      else rounds.delete(key)
      throw round === mostRounds ? new GiveUp(reason) : error
    }
  }
}
