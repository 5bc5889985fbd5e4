import { Editor } from '@tiptap/core'
import { parsePastedText } from '../schema/clean-paste.ts'
import { lineExtensions } from './lines-extensions.ts'
import { linesToDocument } from './lines-document.ts'

interface Opening {
  text: string
  editable: boolean
  /** What the element says of itself: its name, whether it is required, what is wrong. */
  attributes: () => Record<string, string>
  onChange: () => void
}

/** What of TipTap would bring a behaviour of its own. */
const withoutCore = { clipboardTextSerializer: false, delete: false, drop: false, keymap: false, paste: false } as const

/** A small editor of lines in one element. What is pasted from elsewhere is its letters: styles, scripts and tables are text. */
export const openLines = (element: HTMLElement, { text, editable, attributes, onChange }: Opening) =>
  new Editor({
    element,
    content: linesToDocument(text),
    editable,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    enableCoreExtensions: { ...withoutCore, tabindex: false, textDirection: false },
    extensions: lineExtensions,
    onUpdate: onChange,
    editorProps: {
      attributes,
      clipboardTextParser: parsePastedText,
      clipboardTextSerializer: ({ content }) => content.textBetween(0, content.size, '\n'),
      handlePaste(view, event) {
        const html = event.clipboardData?.getData('text/html') ?? ''
        // From an editor of ours: with its formats.
        if (html.includes('data-pm-slice')) return false
        const letters = event.clipboardData?.getData('text/plain') ?? ''
        const slice = parsePastedText(letters, view.state.selection.$from, true, view)
        view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
        return true
      },
    },
  })
