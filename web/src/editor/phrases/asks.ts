import { createListeners } from '@dictara/browser/listeners'
import type { Asking } from './asking.ts'

const parts = ['from', 'to', 'words', 'heading'] as const
const isSame = (one: Asking | null, other: Asking | null) =>
  one === other || (one !== null && other !== null && parts.every((part) => one[part] === other[part]))

/**
 * Holds the open list of phrases. Only the component that draws the list subscribes, so a key redraws nothing else of
 * the page.
 */
export function createAsks() {
  const { tell, subscribe } = createListeners()
  let now: Asking | null = null
  return {
    subscribe,
    now: () => now,
    become(next: Asking | null) {
      if (isSame(now, next)) return
      now = next
      tell()
    },
  }
}

export type Asks = ReturnType<typeof createAsks>
