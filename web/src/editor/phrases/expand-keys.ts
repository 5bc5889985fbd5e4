import type { EditorView } from '@tiptap/pm/view'
import { readCaret } from '../schema/caret-first.ts'
import { headingAtCaret } from '../schema/section-moves.ts'
import type { BookPhrase, PhraseBook } from './phrase-book.ts'

interface Place {
  readonly from: number
  readonly to: number
}

/** Replaces a key before the caret by its phrase when Tab is pressed. */
export const expandKeys = (
  book: () => PhraseBook | null | undefined,
  insert: (view: EditorView, place: Place, phrase: BookPhrase) => void,
) => {
  /** A Tab pressed before the phrases were loaded: the text before the caret, and its position. */
  let early: { before: string; head: number } | null = null

  /** Inserts the phrase of the longest key that ends at the caret; waits if the phrases are still loading. */
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
    // A slash before the key opened a list that was closed again, so it belongs to the replaced text.
    const asked = /(^|\s)\/$/u.exec(before.slice(0, -found.length)) ? 1 : 0
    insert(view, { from: head - found.length - asked, to: head }, found.phrase)
    return true
  }

  /** Inserts the phrase for a Tab that waited, if the caret is still at the same place. */
  const phrasesCame = (view: EditorView) => {
    if (!early || !book()) return
    const { before, head } = early
    early = null
    const { $head } = view.state.selection
    if ($head.pos === head && $head.parent.textBetween(0, $head.parentOffset) === before) onTab(view)
  }

  return { onTab, phrasesCame }
}
