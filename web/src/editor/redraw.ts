import type { EditorState, Transaction } from '@tiptap/pm/state'
import { type Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { readCaret } from './schema/caret-first.ts'

const order = (one: Decoration, other: Decoration) => one.from - other.from || one.to - other.to
const isSame = (one: Decoration, other: Decoration | undefined) =>
  one.from === other?.from && one.to === other.to && one.spec.shows === other.spec.shows

/** Whether two lists of marks look the same: then nothing is drawn anew under somebody's caret. */
export const isSameMarks = (marks: readonly Decoration[], others: readonly Decoration[]) => {
  const sorted = others.toSorted(order)
  return marks.length === others.length && marks.toSorted(order).every((mark, index) => isSame(mark, sorted[index]))
}

/** What each part of the editor draws in the block of the caret. */
const marksAtCaret = (state: EditorState): readonly Decoration[][] => {
  const { $head } = state.selection
  return state.plugins.map((plugin) => {
    const drawn = plugin.props.decorations?.call(plugin, state)
    return drawn instanceof DecorationSet ? drawn.find($head.start(), $head.end()) : []
  })
}

/** Whether the line is wrapped at the caret, which stands at its end and not at the beginning of the next: only the browser knows. */
const isAtWrappedEnd = (view: EditorView) => {
  const { empty, $head } = view.state.selection
  const isWithin = $head.parentOffset > 0 && $head.parentOffset < $head.parent.content.size
  if (!empty || !isWithin || view.composing || !view.hasFocus()) return false
  const [before, behind] = [view.coordsAtPos($head.pos, -1), view.coordsAtPos($head.pos, 1)]
  if (behind.top < before.bottom) return false
  const caret = document.getSelection()
  const { focusNode, focusOffset = 0 } = caret ?? {}
  if (!caret || !focusNode) return false
  caret.modify('move', 'forward', 'lineboundary')
  if (caret.focusNode === focusNode && caret.focusOffset === focusOffset) return true
  caret.collapse(focusNode, focusOffset)
  return false
}

/**
 * Draws marks anew. What is drawn under the caret makes the browser forget at which end of a wrapped line it stands: the next arrow
 * would go from another line. To ask for it takes the column from the caret: that is done only where its own block looks otherwise. Whatever
 * makes the marks others belongs into `marks`, behind which they are looked at again.
 */
export const redraw = (view: EditorView, marks: (tr: Transaction) => Transaction) => {
  const state = readCaret(view)
  const before = marksAtCaret(state)
  const tr = marks(state.tr)
  const after = marksAtCaret(state.apply(tr))
  const isAtEnd = before.some((drawn, index) => !isSameMarks(drawn, after[index] ?? [])) && isAtWrappedEnd(view)
  view.dispatch(tr)
  if (!isAtEnd) return
  document.getSelection()?.modify('move', 'backward', 'character')
  document.getSelection()?.modify('move', 'forward', 'lineboundary')
}
