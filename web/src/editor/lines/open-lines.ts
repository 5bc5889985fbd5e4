import { Editor } from '@tiptap/core'
import { Selection } from '@tiptap/pm/state'
import { parsePastedText } from '../schema/clean-paste.ts'
import { withoutCore } from '../without-core.ts'
import { linesToDocument } from './lines-document.ts'
import { lineExtensions } from './lines-extensions.ts'

/**
 * Creates a small editor of lines that is not attached to an element yet. It pastes foreign content as plain text:
 * styles, scripts and tables are dropped.
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
        // Content of our own editors keeps its formats.
        if (html.includes('data-pm-slice')) return false
        const letters = event.clipboardData?.getData('text/plain') ?? ''
        // A picture alone has no text, and pasting it must not delete any.
        if (letters === '') return true
        const slice = parsePastedText(letters, view.state.selection.$from, true, view)
        view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView())
        return true
      },
      handleDrop(view, event, _slice, isMoved) {
        const html = event.dataTransfer?.getData('text/html') ?? ''
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY })
        if (isMoved || html === '' || html.includes('data-pm-slice') || !place) return false
        const { tr, doc } = view.state
        const slice = parsePastedText(event.dataTransfer!.getData('text/plain'), doc.resolve(place.pos), true, view)
        view.dispatch(
          tr
            .setSelection(Selection.near(doc.resolve(place.pos)))
            .replaceSelection(slice)
            .scrollIntoView(),
        )
        view.focus()
        return true
      },
    },
  })
