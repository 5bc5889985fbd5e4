import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { BookPhrase } from './phrase-book.ts'
import { rowHeight } from './phrase-choice.ts'

/** Rows that are drawn above and below what is seen. */
const aside = 2

interface PhraseRowsProps {
  id: string
  phrases: readonly BookPhrase[]
  /** The chosen row, and how far the list is scrolled. */
  active: number
  top: number
  rowsSeen: number
  onChoose: (phrase: BookPhrase) => void
  onScrolled: (top: number) => void
}

/** The element of a phrase: another one is told of anew, also where it stands in the same row. */
export const rowId = (listId: string, { id }: BookPhrase) => `${listId}-${id}`

/** The list of phrases, of which only the rows are drawn that are seen; a search that finds the same draws nothing. */
export const PhraseRows = memo(function PhraseRows(props: PhraseRowsProps) {
  const { id, phrases, active, top, rowsSeen, onChoose, onScrolled } = props
  const list = useRef<HTMLDivElement>(null)
  /** Where the list is known to be: to ask it would have the page laid out within a key. */
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
        // By its row: another search writes other words into the same elements.
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
      // The caret stays where it is.
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
