import { Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Keys whose commands depend on where the caret is. */
const dependsOnCaret = ({ ctrlKey, metaKey, altKey, key }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey || key === 'Enter' || key === 'Backspace' || key === 'Delete'

const readCaret = (view: EditorView) => {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {}
  if (!anchorNode || !focusNode || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return
  const { doc, selection } = view.state
  const [anchor, head] = [view.posAtDOM(anchorNode, anchorOffset ?? 0), view.posAtDOM(focusNode, focusOffset ?? 0)]
  if (!(selection instanceof TextSelection) || (selection.anchor === anchor && selection.head === head)) return
  view.dispatch(view.state.tr.setSelection(TextSelection.between(doc.resolve(anchor), doc.resolve(head))))
}

/**
 * Reads the browser's caret before such a key. After an arrow key the browser moves the caret at once but tells so a
 * task later: a fast typist's Ctrl+H would still hit the line before.
 */
export const caretFirst = () =>
  new Plugin({
    props: {
      handleKeyDown: (view, event) => {
        if (!view.composing && dependsOnCaret(event)) readCaret(view)
        return false
      },
    },
  })
