import type { EditorView } from '@tiptap/pm/view'
import { readCaret } from '../schema/caret-first.ts'
import { headingAtCaret } from '../schema/section-moves.ts'
import type { BookPhrase, PhraseBook } from './phrase-book.ts'

interface Place {
  readonly from: number
  readonly to: number
}

/** What a Tab behind a key becomes: the phrase of that key. */
export const expandKeys = (
  book: () => PhraseBook | null | undefined,
  insert: (view: EditorView, place: Place, phrase: BookPhrase) => void,
) => {
  /** A Tab that was pressed before the phrases were there: what stood before the caret, and where. */
  let early: { before: string; head: number } | null = null

  /** The phrase of the longest key that ends at the caret; of phrases that are on their way, as soon as they are there. */
  const onTab = (view: EditorView): boolean => {
    early = null
    const { $head, empty, head } = readCaret(view).selection
    const { parent, parentOffset } = $head
    if (!empty || parent.type.name === 'heading') return false
    if (/^[\p{L}\p{N}]/u.test(parent.textBetween(parentOffset, Math.min(parent.content.size, parentOffset + 2))))
      return false
    const before = parent.textBetween(0, parentOffset)
    if (book() === null && /\S$/u.test(before)) {
      early = { before, head }
      return true
    }
    const found = book()?.keyAtEnd(before, headingAtCaret(view.state).node.textContent)
    if (!found) return false
    // A slash before it was typed for the list, which was closed: it is asked for no more.
    const asked = /(^|\s)\/$/u.exec(before.slice(0, -found.length)) ? 1 : 0
    insert(view, { from: head - found.length - asked, to: head }, found.phrase)
    return true
  }

  /** A Tab that waited has its phrase, if the caret is still where it was pressed. */
  const phrasesCame = (view: EditorView) => {
    if (!early || !book()) return
    const { before, head } = early
    early = null
    const { $head } = view.state.selection
    if ($head.pos === head && $head.parent.textBetween(0, $head.parentOffset) === before) onTab(view)
  }

  return { onTab, phrasesCame }
}
