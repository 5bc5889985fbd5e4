import type { RefusalSpec } from '@dictara/contract'
import { refuseUnless } from './refusal.ts'

/**
 * Lets so many pieces of work run at once; the others wait, first come, first served.
 * @param most how many may wait, and what whoever comes then is told; without it any number waits.
 */
export function createTurns(atOnce: number, most?: { waiting: number; refusal: RefusalSpec }) {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(run: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running += 1
    else {
      if (most) refuseUnless(waiting.length < most.waiting, most.refusal)
      await new Promise<void>((turn) => waiting.push(turn))
    }
    try {
      return await run()
    } finally {
      // The place is handed on: nobody who comes meanwhile can take it.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
