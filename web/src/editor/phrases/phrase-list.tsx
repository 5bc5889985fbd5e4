import {
  type Ref,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { afterPaint } from '../after-paint.ts'
import type { Asking } from './asking.ts'
import type { BookPhrase, PhraseBook } from './phrase-book.ts'
import { rowHeight, usePhraseChoice } from './phrase-choice.ts'
import { PhraseRows, rowId } from './phrase-rows.tsx'
import './phrases.css'

export interface PhraseListHandle {
  /** @returns whether the list used the key */
  press(event: KeyboardEvent): boolean
}

interface PhraseListProps {
  asking: Asking
  /** Null: still loading. */
  book: PhraseBook | null
  /** The text in which the list was opened: it keeps the focus. */
  text: HTMLElement
  /** Where the list was opened, on the screen. */
  placeNow: () => { left: number; top: number; bottom: number }
  onChoose: (phrase: BookPhrase) => void
  onClose: () => void
  /** Called with text for a screen reader. */
  onTold: (told: string) => void
  ref: Ref<PhraseListHandle>
}

const gap = 4
const rowsMost = 7
const rowsLeast = 3
/** Maximum height of what is below the rows, in pixels: four lines of a phrase and the status. */
const restHeight = 135

const roomBelow = (bottom: number) => (visualViewport?.height ?? innerHeight) - bottom - 2 * gap

/** Number of rows that fit below the caret. All rows if not even a few fit, since the list is then shown above. */
export function rowsWithRoom(below: number): number {
  const rows = Math.floor((below - restHeight) / rowHeight)
  return rows < rowsLeast ? rowsMost : Math.min(rows, rowsMost)
}

const many = (count: number) => `${count} ${count === 1 ? 'phrase' : 'phrases'}`

/** The status text below the rows. */
export const phrasesStatus = (book: PhraseBook | null, found: number, elsewhere: number): string => {
  if (!book) return 'Loading phrases …'
  if (book.isUnread) return 'Couldn’t load the phrases.'
  if (book.size === 0) return 'This note’s author has no active phrases.'
  const more = elsewhere > 0 ? `${many(elsewhere)} under other headings only` : ''
  if (found === 0) return [`No matching phrase.`, more && `${more}.`].filter(Boolean).join(' ')
  return [many(found), more].filter(Boolean).join(' · ')
}

/** Keeps the list beside the place where it was opened: below, or above if there is more room. */
function usePlace({ placeNow, text, asking: { words } }: Pick<PhraseListProps, 'placeNow' | 'text' | 'asking'>) {
  const popup = useRef<HTMLDivElement>(null)
  const isAbove = useRef<boolean>(undefined)
  const place = useEffectEvent(() => {
    const element = popup.current!
    const { left, top, bottom } = placeNow()
    const { width, height } = element.getBoundingClientRect()
    const roomX = document.documentElement.clientWidth
    const below = roomBelow(bottom)
    isAbove.current ??= below < height && top > below
    element.style.insetInlineStart = `${Math.max(gap, Math.min(left, roomX - width - gap))}px`
    // Anchored at the edge next to the text, so that it can change its size without being measured.
    element.style.insetBlockStart = isAbove.current ? 'auto' : `${bottom + gap}px`
    element.style.insetBlockEnd = isAbove.current ? `${innerHeight - top + gap}px` : 'auto'
  })
  useLayoutEffect(() => {
    popup.current!.showPopover()
    place()
    const follow = () => place()
    const anew = () => {
      isAbove.current = undefined
      place()
    }
    // After a new layout of the text, its place is known only once the layout is done, which is later than the window's
    // resize event.
    const laidOut = new ResizeObserver(follow)
    laidOut.observe(text)
    addEventListener('scroll', follow, { capture: true, passive: true })
    addEventListener('resize', anew)
    return () => {
      laidOut.disconnect()
      removeEventListener('scroll', follow, { capture: true })
      removeEventListener('resize', anew)
    }
  }, [text])
  // A growing word may wrap to the next line. Check after the paint, since a key waits for that.
  useLayoutEffect(() => {
    const later = afterPaint(() => place())
    later.ask()
    return later.cancel
  }, [words])
  return popup
}

/** Tells a screen reader of the list and the chosen row while the focus stays in the text. */
function useListOf(text: HTMLElement, listId: string, chosenId: string | undefined) {
  useEffect(() => {
    const told = { 'aria-controls': listId, 'aria-autocomplete': 'list', 'aria-haspopup': 'listbox' }
    for (const [name, value] of Object.entries(told)) text.setAttribute(name, value)
    return () => {
      for (const name of [...Object.keys(told), 'aria-activedescendant']) text.removeAttribute(name)
    }
  }, [text, listId])
  useEffect(() => {
    if (chosenId) text.setAttribute('aria-activedescendant', chosenId)
    else text.removeAttribute('aria-activedescendant')
  }, [text, chosenId])
}

/** How long a search must rest before its result is announced, so that no announcement interrupts typing. */
const restMs = 500

function useSaid(told: string, onTold: (told: string) => void) {
  useEffect(() => {
    const later = setTimeout(() => onTold(told), restMs)
    return () => clearTimeout(later)
  }, [told, onTold])
  // The next search is announced even if it finds the same number.
  useEffect(() => () => onTold(''), [onTold])
}

/**
 * Whether the text behind a slash is no longer a search: further words where nothing is found, or a dose or fraction
 * that is no key.
 */
function isNoSearch({ words, bySlash }: Asking, phrases: readonly BookPhrase[]): boolean {
  if (!bySlash || !/^\p{N}/u.test(words)) return phrases.length === 0 && /\s/u.test(words)
  const number = ` ${words.trimEnd().toLowerCase()}`
  return !phrases.some(({ foldedKey }) => ` ${foldedKey}`.includes(number))
}

/** The phrases at the caret: typing searches, arrows choose, Enter or Tab inserts, Escape keeps the typed text. */
export function PhraseList({ asking, book, text, placeNow, onChoose, onClose, onTold, ref }: PhraseListProps) {
  const id = useId()
  const { words, heading } = asking
  const { phrases, elsewhere } = useMemo(
    () => book?.find(words, heading) ?? { phrases: [], elsewhere: 0 },
    [book, words, heading],
  )
  const [rowsSeen] = useState(() => rowsWithRoom(roomBelow(placeNow().bottom)))
  const choice = usePhraseChoice(phrases, `${heading}\n${words}`, rowsSeen)
  const { active, top, chosen, scrolled } = choice
  const popup = usePlace({ placeNow, text, asking })
  useListOf(text, id, chosen && rowId(id, chosen))
  const told = phrasesStatus(book, phrases.length, elsewhere)
  useSaid(told, onTold)
  const isOver = book !== null && isNoSearch(asking, phrases)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    if (isOver) close()
  }, [isOver])
  useImperativeHandle(ref, () => ({
    press({ key, ctrlKey, altKey, metaKey, shiftKey }) {
      if (ctrlKey || altKey || metaKey || shiftKey) return false
      if (key === 'Escape') onClose()
      else if ((key === 'Enter' || key === 'Tab') && chosen) onChoose(chosen)
      else return choice.move(key)
      return true
    },
  }))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the focus stays in the text
    <div ref={popup} popover="manual" className="dictara-phrase-list" onMouseDown={(event) => event.preventDefault()}>
      {phrases.length > 0 && <PhraseRows {...{ id, phrases, active, top, rowsSeen, onChoose }} onScrolled={scrolled} />}
      {chosen && <p className="dictara-phrase-preview">{chosen.preview}</p>}
      <p className="dictara-phrases-told">{told}</p>
    </div>
  )
}
