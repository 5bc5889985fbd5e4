import type { Editor } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
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

/** What each part of the editor draws in the block of a caret. */
const marksAt = (state: EditorState, $head: ResolvedPos): readonly Decoration[][] =>
  state.plugins.map((plugin) => {
    const drawn = plugin.props.decorations?.call(plugin, state)
    return drawn instanceof DecorationSet ? drawn.find($head.start(), $head.end()) : []
  })
const isDrawnAnew = (before: ReturnType<typeof marksAt>, after: ReturnType<typeof marksAt>) =>
  before.some((marks, index) => !isSameMarks(marks, after[index] ?? []))

/** Whether the line is wrapped at the caret, which stands at its end and not at the beginning of the next: only the browser knows. */
const isAtWrappedEnd = (view: EditorView, $head: ResolvedPos) => {
  const isWithin = $head.parentOffset > 0 && $head.parentOffset < $head.parent.content.size
  if (!isWithin || view.composing || !view.hasFocus()) return false
  const [before, behind] = [view.coordsAtPos($head.pos, -1), view.coordsAtPos($head.pos, 1)]
  if (behind.top < before.bottom) return false
  const caret = document.getSelection()
  const { focusNode, focusOffset = 0 } = caret ?? {}
  if (!caret || !focusNode || view.posAtDOM(focusNode, focusOffset) !== $head.pos) return false
  caret.modify('move', 'forward', 'lineboundary')
  if (caret.focusNode === focusNode && caret.focusOffset === focusOffset) return true
  caret.collapse(focusNode, focusOffset)
  return false
}
const goToWrappedEnd = () => {
  document.getSelection()?.modify('move', 'backward', 'character')
  document.getSelection()?.modify('move', 'forward', 'lineboundary')
}

/**
 * Draws marks anew. What is drawn under the caret makes the browser forget at which end of a wrapped line it stands: the next arrow
 * would go from another line. To ask for it takes the column from the caret: that is done only where its own block looks otherwise.
 * Whatever makes the marks others belongs into `marks`, behind which they are looked at again.
 */
export const redraw = (view: EditorView, marks: (tr: Transaction) => Transaction) => {
  const state = readCaret(view)
  const { empty, $head } = state.selection
  const before = marksAt(state, $head)
  const tr = marks(state.tr)
  const isAtEnd = empty && isDrawnAnew(before, marksAt(state.apply(tr), $head)) && isAtWrappedEnd(view, $head)
  view.dispatch(tr)
  if (isAtEnd) goToWrappedEnd()
}

/** The same for a block that is drawn only as the caret comes to it: Page Up arrives at the end of a wrapped line. */
export const keepArrivals = (editor: Editor) => {
  let isAtEnd = false
  editor.on('beforeTransaction', ({ transaction, nextState }) => {
    const { view } = editor
    const { empty, $head } = nextState.selection
    isAtEnd =
      transaction.selectionSet &&
      empty &&
      nextState.doc === view.state.doc &&
      isDrawnAnew(marksAt(view.state, $head), marksAt(nextState, $head)) &&
      isAtWrappedEnd(view, $head)
  })
  editor.on('transaction', () => {
    if (isAtEnd) goToWrappedEnd()
    isAtEnd = false
  })
}
