import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import type { BookPhrase } from './phrase-book.ts'

/** Height of a row, in pixels; of all rows alike, so that only those that are seen are drawn. */
const rowHeight = 36
/** Rows that are drawn above and below what is seen. */
const aside = 4

/** Which row of a list is chosen, as keys move it; another list begins at its first row. */
export function usePhraseChoice(phrases: readonly BookPhrase[], rowsSeen: number) {
  const [at, setAt] = useState({ phrases, active: 0, top: 0 })
  const { active, top } = at.phrases === phrases ? at : { active: 0, top: 0 }
  const last = phrases.length - 1
  const go = (row: number) => {
    const next = Math.max(0, Math.min(last, row))
    const [least, most] = [(next + 1 - rowsSeen) * rowHeight, next * rowHeight]
    setAt({ phrases, active: next, top: Math.max(least, Math.min(most, top)) })
  }
  const moves: Record<string, () => void> = {
    ArrowDown: () => go(active === last ? 0 : active + 1),
    ArrowUp: () => go(active === 0 ? last : active - 1),
    PageDown: () => go(active + rowsSeen),
    PageUp: () => go(active - rowsSeen),
  }
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
    scrolled: (to: number) => setAt({ phrases, active, top: to }),
  }
}

interface PhraseRowsProps {
  id: string
  phrases: readonly BookPhrase[]
  choice: ReturnType<typeof usePhraseChoice>
  rowsSeen: number
  onChoose: (phrase: BookPhrase) => void
}

export const rowId = (listId: string, row: number) => `${listId}-${row}`

/** The list of phrases, of which only the rows are drawn that are seen. */
export function PhraseRows({ id, phrases, choice, rowsSeen, onChoose }: PhraseRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const { active, top } = choice
  useLayoutEffect(() => {
    if (list.current && list.current.scrollTop !== top) list.current.scrollTop = top
  }, [top, phrases])
  const first = Math.max(0, Math.floor(top / rowHeight) - aside)
  const seen = phrases.slice(first, first + rowsSeen + 2 * aside)
  const rows: ReactNode[] = seen.map((phrase, index) => {
    const row = first + index
    return (
      // oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role -- the keys are those of the text that the list belongs to
      <div
        key={phrase.id}
        id={rowId(id, row)}
        role="option"
        tabIndex={-1}
        aria-selected={row === active}
        aria-setsize={phrases.length}
        aria-posinset={row + 1}
        className="dictara-phrase"
        style={{ insetBlockStart: row * rowHeight, blockSize: rowHeight }}
        onClick={() => onChoose(phrase)}
      >
        <strong>{phrase.key}</strong>
        <span>{phrase.preview}</span>
      </div>
    )
  })
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select cannot be chosen from while the focus stays in the text
    <div
      ref={list}
      id={id}
      role="listbox"
      tabIndex={0}
      aria-label="Phrases"
      className="dictara-phrases"
      style={{ maxBlockSize: rowsSeen * rowHeight }}
      // The caret stays where it is.
      onMouseDown={(event) => event.preventDefault()}
      onScroll={({ currentTarget }) => {
        if (currentTarget.scrollTop !== top) choice.scrolled(currentTarget.scrollTop)
      }}
    >
      <div role="presentation" style={{ blockSize: phrases.length * rowHeight }}>
        {rows}
      </div>
    </div>
  )
}
