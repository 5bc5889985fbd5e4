import { type Command, Plugin, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/**
 * Reads the browser's caret into the editor. The browser moves it at once but reports this one task later. Changes of
 * the text in between (the next key of a fast typist, a redraw while the page still scrolls, the answer to a save)
 * would move the caret back, and later typing would go there. So everything that dispatches reads the caret first.
 */
export const readCaret = (view: EditorView) => {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection() ?? {}
  if (view.isDestroyed || view.composing || !anchorNode || !focusNode || !view.hasFocus()) return view.state
  if (!view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return view.state
  const { doc, selection } = view.state
  const [anchor, head] = [view.posAtDOM(anchorNode, anchorOffset ?? 0), view.posAtDOM(focusNode, focusOffset ?? 0)]
  if (selection instanceof TextSelection && (selection.anchor !== anchor || selection.head !== head)) {
    const read = TextSelection.between(doc.resolve(anchor), doc.resolve(head))
    if (!read.eq(selection)) view.dispatch(view.state.tr.setSelection(read))
  }
  return view.state
}

/** Runs a command on the text as the person sees it. Returns whether it changed anything. */
export const runCommand = (view: EditorView, command: Command) => command(readCaret(view), view.dispatch, view)

/** ProseMirror's record of keys and mouse; missing from its types. */
const inputOf = (view: EditorView) => (view as unknown as { input: { lastFocus: number } }).input

const isPlainMove = ({ key, altKey, metaKey }: KeyboardEvent) => key.startsWith('Arrow') && !altKey && !metaKey

/**
 * A move by words from a selection starts at its moving end. If no word is left in the note, but text follows it on the
 * page, Chromium keeps the selection, and the next letter would replace all of it.
 */
const leaveSelection = ({ key, ctrlKey, shiftKey }: KeyboardEvent) => {
  const selection = document.getSelection()
  if (!ctrlKey || shiftKey || !['ArrowLeft', 'ArrowRight'].includes(key) || !selection?.focusNode) return
  if (!selection.isCollapsed) selection.collapse(selection.focusNode, selection.focusOffset)
}

/** Shows the editor's caret in the browser. */
const showCaret = (view: EditorView) => {
  const { anchor, head } = view.state.selection
  const [from, to] = [view.domAtPos(anchor), view.domAtPos(head)]
  document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
}

/**
 * Reads the browser's caret before every key, since a letter also replaces the editor's selection. After Tab into the
 * note, the caret is where it was; in a new note it is in the first paragraph, not in the heading, where the browser
 * would put it.
 */
export const caretFirst = () => {
  let isPointed = false
  return new Plugin({
    props: {
      handleKeyDown: (view) => {
        readCaret(view)
        return false
      },
      handleDOMEvents: {
        keydown: (view, event) => {
          if (!isPlainMove(event) || view.composing) return false
          leaveSelection(event)
          readCaret(view)
          // Leave the key to the browser: ProseMirror would step over the buttons beside a heading first, and the caret
          // would forget its column.
          return true
        },
        mousedown: () => {
          isPointed = true
        },
        focus: (view) => {
          if (isPointed) return
          showCaret(view)
          // Otherwise ProseMirror takes a caret at the very beginning for a browser error, and reverts Ctrl+Home.
          setTimeout(() => Object.assign(inputOf(view), { lastFocus: 0 }))
        },
        blur: () => {
          isPointed = false
        },
      },
    },
  })
}
