import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** ProseMirror's observer of the page's changes; missing from its types. */
const observerOf = (view: EditorView) =>
  (view as unknown as { domObserver: { stop(): void; start(): void } }).domObserver

/**
 * An on-screen keyboard makes suggestions and corrections from what it typed itself. Cached, since the query takes time
 * at each key.
 */
const touch = matchMedia('(pointer: coarse)')
let isTouched = touch.matches
touch.addEventListener('change', () => (isTouched = touch.matches))

/**
 * The browser's caret, if a typed letter belongs to the text node of the caret: between two of its letters, or at the
 * end of a line without marks. At the edge of a mark the document decides.
 */
const caretInText = (view: EditorView) => {
  const { focusNode: text, focusOffset: offset = 0, isCollapsed } = document.getSelection() ?? {}
  const { selection } = view.state
  if (!isCollapsed || !(text instanceof Text) || !view.dom.contains(text)) return undefined
  const isBetween = offset > 0 && offset < text.length
  const isAtPlainEnd = offset > 0 && !text.nextSibling && text.parentNode?.parentNode === view.dom
  const isHere = selection instanceof TextSelection && selection.empty && view.posAtDOM(text, offset) === selection.head
  return (isBetween || isAtPlainEnd) && isHere ? { text, offset } : undefined
}

/**
 * Inserts a letter into the page's text and the document at once; false: the browser must do it. The browser would
 * report the letter, lay the text out and look for the caret several times, and the paragraph would be read again,
 * which makes a key a quarter slower (bench/src/typing.ts). The browser handles everything but a letter within a text:
 * a selection, an empty line, a pending format, and the input of input methods and on-screen keyboards.
 */
export const typeLetter = (view: EditorView, { charCode }: KeyboardEvent): boolean => {
  const letter = String.fromCodePoint(charCode)
  const isOurs = view.editable && !view.state.storedMarks && letter >= ' ' && !isTouched
  const caret = isOurs ? caretInText(view) : undefined
  if (!caret) return false
  const observer = observerOf(view)
  observer.stop()
  try {
    // ProseMirror would write the whole text. Inserting only the letter lets the browser keep its marks of misspelt
    // words.
    caret.text.insertData(caret.offset, letter)
    const { schema, selection, tr } = view.state
    view.dispatch(tr.replaceWith(selection.head, selection.head, schema.text(letter, selection.$head.marks())))
  } finally {
    // Restart the observer even after an error, so that later letters are read.
    observer.start()
  }
  return true
}
