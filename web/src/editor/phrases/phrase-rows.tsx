import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { BookPhrase } from './phrase-book.ts'
import { rowHeight } from './phrase-choice.ts'

/** Rows drawn above and below the visible ones. */
const aside = 2

interface PhraseRowsProps {
  id: string
  phrases: readonly BookPhrase[]
  /** The chosen row and the scroll position. */
  active: number
  top: number
  rowsSeen: number
  onChoose: (phrase: BookPhrase) => void
  onScrolled: (top: number) => void
}

/** The id of a phrase's element. It differs for each phrase, so that another phrase in the same row is announced. */
export const rowId = (listId: string, { id }: BookPhrase) => `${listId}-${id}`

/** The list of phrases. Draws only the visible rows, and nothing if a search finds the same. */
export const PhraseRows = memo(function PhraseRows(props: PhraseRowsProps) {
  const { id, phrases, active, top, rowsSeen, onChoose, onScrolled } = props
  const list = useRef<HTMLDivElement>(null)
  /** The known scroll position. Reading it from the element would force a layout during a key. */
  const scrolledTo = useRef(0)
  useLayoutEffect(() => {
    if (!list.current || scrolledTo.current === top) return
    list.current.scrollTop = top
    scrolledTo.current = top
  }, [top, phrases])
  const from = Math.floor(top / rowHeight)
  const first = Math.max(0, from - aside)
  const rows: ReactNode[] = phrases.slice(first, from + rowsSeen + aside).map((phrase, index) => {
    const row = first + index
    return (
      // oxlint-disable jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role -- the keys are those of the text that the list belongs to
      <div
        // By row, so that another search reuses the same elements.
        key={row}
        id={rowId(id, phrase)}
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
      // Keep the caret in place.
      onMouseDown={(event) => event.preventDefault()}
      onScroll={({ currentTarget: { scrollTop } }) => {
        scrolledTo.current = scrollTop
        if (scrollTop !== top) onScrolled(scrollTop)
      }}
    >
      <div role="presentation" style={{ blockSize: phrases.length * rowHeight }}>
        {rows}
      </div>
    </div>
  )
})
