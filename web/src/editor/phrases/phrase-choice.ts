import { useCallback, useState } from 'react'
import type { BookPhrase } from './phrase-book.ts'

/** Height of a row in pixels. All rows have the same height, so that only the visible ones are drawn. */
export const rowHeight = 36

interface Choice {
  readonly phrases: readonly BookPhrase[]
  /** The search text. */
  readonly asked: string
  readonly active: number
  /** The list's scroll position, in pixels. */
  readonly top: number
}

/**
 * Carries the choice over to other phrases: it stays for the same search (after a reload), and starts at the first row
 * for another one.
 */
function choiceIn(at: Choice, phrases: readonly BookPhrase[], asked: string): Choice {
  if (at.phrases === phrases) return at
  const chosen = at.asked === asked ? at.phrases[at.active] : undefined
  const active = chosen ? phrases.findIndex(({ id }) => id === chosen.id) : -1
  return active < 0
    ? { phrases, asked, active: 0, top: 0 }
    : { phrases, asked, active, top: Math.max(0, at.top + (active - at.active) * rowHeight) }
}

/** The chosen row of a list, moved by keys. `asked`: the search text and its place. */
export function usePhraseChoice(phrases: readonly BookPhrase[], asked: string, rowsSeen: number) {
  const [at, setAt] = useState<Choice>({ phrases, asked, active: 0, top: 0 })
  const { active, top } = choiceIn(at, phrases, asked)
  const last = phrases.length - 1
  const go = (row: number) => {
    const next = Math.max(0, Math.min(last, row))
    const [least, most] = [(next + 1 - rowsSeen) * rowHeight, next * rowHeight]
    setAt({ phrases, asked, active: next, top: Math.max(least, Math.min(most, top)) })
  }
  const moves: Record<string, () => void> = {
    ArrowDown: () => go(active === last ? 0 : active + 1),
    ArrowUp: () => go(active === 0 ? last : active - 1),
    PageDown: () => go(active + rowsSeen),
    PageUp: () => go(active - rowsSeen),
  }
  const scrolled = useCallback((to: number) => setAt({ phrases, asked, active, top: to }), [phrases, asked, active])
  return {
    active,
    top,
    chosen: phrases[active],
    /** @returns whether the key moves the choice */
    move(key: string): boolean {
      if (phrases.length === 0 || !moves[key]) return false
      moves[key]()
      return true
    },
    scrolled,
  }
}
