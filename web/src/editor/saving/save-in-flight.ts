import { saveLimitMs } from './autosave-machine.ts'
import type { SaveAnswer, SaveRequest } from './autosave-types.ts'

/** Age in milliseconds from which a person's request to save replaces the save in flight. */
const patienceMs = 2000

export type Save = (request: SaveRequest, signal: AbortSignal) => Promise<SaveAnswer>

/** The save in flight: its answer, or `offline` after the time limit. */
export const saveInFlight = (save: Save) => {
  let flying: AbortController | undefined
  let sentAt = 0
  return {
    send: async (request: SaveRequest): Promise<SaveAnswer> => {
      const limit = new AbortController()
      flying = limit
      sentAt = Date.now()
      const over = Promise.withResolvers<SaveAnswer>()
      const tooLong = setTimeout(() => over.resolve({ kind: 'offline' }), saveLimitMs)
      const answered = save(request, limit.signal).catch((): SaveAnswer => ({ kind: 'offline' }))
      const answer = await Promise.race([answered, over.promise])
      clearTimeout(tooLong)
      limit.abort()
      return answer
    },
    abort: () => flying?.abort(),
    /** It has been in flight for a while and may never be answered, so a new one does not wait for it. */
    isLate: () => Date.now() - sentAt > patienceMs,
  }
}
