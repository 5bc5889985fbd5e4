import { Editor } from '@tiptap/core'
import { parsePastedText } from '../schema/clean-paste.ts'
import { withoutCore } from '../without-core.ts'
import { linesToDocument } from './lines-document.ts'
import { lineExtensions } from './lines-extensions.ts'

/**
 * A small editor of lines, in no element yet. What is pasted from elsewhere is its letters: styles, scripts and tables are text.
 */
export const openLines = (text: string) =>
  new Editor({
    element: null,
    content: linesToDocument(text),
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    enableCoreExtensions: withoutCore,
    extensions: lineExtensions,
    editorProps: {
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
