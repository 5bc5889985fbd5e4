import type { Editor } from '@tiptap/core'
import type { ResolvedPos } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { type Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { readCaret } from './schema/caret-first.ts'

const order = (one: Decoration, other: Decoration) => one.from - other.from || one.to - other.to
const isSame = (one: Decoration, other: Decoration | undefined) =>
  one.from === other?.from && one.to === other.to && one.spec.shows === other.spec.shows

/** Whether two lists of decorations look the same, so that nothing is redrawn under the caret. */
export const isSameMarks = (marks: readonly Decoration[], others: readonly Decoration[]) => {
  const sorted = others.toSorted(order)
  return marks.length === others.length && marks.toSorted(order).every((mark, index) => isSame(mark, sorted[index]))
}

/** The decorations of every part of the editor in the caret's block. */
const marksAt = (state: EditorState, $head: ResolvedPos): readonly Decoration[][] =>
  state.plugins.map((plugin) => {
    const drawn = plugin.props.decorations?.call(plugin, state)
    return drawn instanceof DecorationSet ? drawn.find($head.start(), $head.end()) : []
  })
const isDrawnAnew = (before: ReturnType<typeof marksAt>, after: ReturnType<typeof marksAt>) =>
  before.some((marks, index) => !isSameMarks(marks, after[index] ?? []))

/**
 * Whether the caret is at the end of a wrapped line and not at the beginning of the next one, which is the same
 * position. Only the browser knows this.
 */
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
 * Redraws decorations. Drawing under the caret makes the browser forget at which end of a wrapped line it stands, so
 * the next arrow key would start from another line. Restoring this loses the caret's column, so it is done only if the
 * caret's own block looks different. Every change of the decorations must happen inside `marks`, since they are
 * compared after it.
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

/**
 * Does the same for a block that is drawn only when the caret enters it: Page Up puts the caret at the end of a wrapped
 * line.
 */
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
