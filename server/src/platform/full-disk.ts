/** Of the file system, of a quota, and of PostgreSQL. */
const codes = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** Whether something failed because there is no room on the disk. */
export const isDiskFull = (error: unknown): boolean => codes.has((error as { code?: string } | null)?.code ?? '')

/**
 * Who tries next on a disk that is nearly full: of those that it turned away one at a time, so that each has all the room
 * that there is, and does not take it from another that would fit.
 */
export interface RoomQueue {
  /** False when it was turned away before, and another one tries or is to try first: then it comes again after a pause. */
  mayTry(id: string): boolean
  turnedAway(id: string): void
  /** It found room, or does not want any more. */
  left(id: string): void
}

/** @param forgetAfterMs for so long the others wait for one that does not come again: another copy of the server has it. */
export function createRoomQueue(forgetAfterMs: number): RoomQueue {
  /** Those that were turned away, the next one first, and when each of them last came. */
  const waiting = new Map<string, number>()
  let trying: string | undefined
  return {
    mayTry(id) {
      if (!waiting.has(id)) return true
      waiting.set(id, performance.now())
      if (trying !== undefined) return false
      for (const [other, cameAt] of waiting) if (performance.now() - cameAt > forgetAfterMs) waiting.delete(other)
      if (waiting.keys().next().value !== id) return false
      trying = id
      return true
    },
    turnedAway(id) {
      if (trying === id) trying = undefined
      // To the end: what does not fit keeps nobody from trying.
      waiting.delete(id)
      waiting.set(id, performance.now())
    },
    left(id) {
      if (trying === id) trying = undefined
      waiting.delete(id)
    },
  }
}
