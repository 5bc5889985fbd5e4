import { TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** What ProseMirror reads the page's changes with; not in its types. */
const observerOf = (view: EditorView) =>
  (view as unknown as { domObserver: { stop(): void; start(): void } }).domObserver

/** The keyboard of a screen suggests and corrects by what it has typed itself. Kept: to ask for it at each key costs time. */
const touch = matchMedia('(pointer: coarse)')
let isTouched = touch.matches
touch.addEventListener('change', () => (isTouched = touch.matches))

/**
 * Where the browser's caret stands, if what is typed there belongs to the very text that it stands in: between two letters of it, or at
 * the end of a line without any mark. At the edge of a mark that is for the document to say.
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
 * Puts a letter into the text, in the page and in the document at once; false: the browser is to do it. It would tell of the letter,
 * lay the text out and look for the caret several times, and the paragraph would be read anew: a key took a quarter longer with that
 * (bench/src/typing.ts). Everything but a letter within a text is left to it: a selection, an empty line, a format to come, what an
 * input method or the keyboard of a screen puts together.
 */
export const typeLetter = (view: EditorView, { charCode }: KeyboardEvent): boolean => {
  const letter = String.fromCodePoint(charCode)
  const isOurs = view.editable && !view.state.storedMarks && letter >= ' ' && !isTouched
  const caret = isOurs ? caretInText(view) : undefined
  if (!caret) return false
  const observer = observerOf(view)
  observer.stop()
  try {
    // Not as ProseMirror would, by writing the whole text: the browser keeps the places of misspelt words only so.
    caret.text.insertData(caret.offset, letter)
    const { schema, selection, tr } = view.state
    view.dispatch(tr.replaceWith(selection.head, selection.head, schema.text(letter, selection.$head.marks())))
  } finally {
    // Whatever befalls one letter, those that follow are read.
    observer.start()
  }
  return true
}
