import { Editor, type Extensions, type JSONContent } from '@tiptap/core'
import { type EditorState, Selection } from '@tiptap/pm/state'
import { isOnScreen } from './on-screen.ts'
import { keepArrivals } from './redraw.ts'
import { readCaret } from './schema/caret-first.ts'
import { typeLetter } from './schema/typed-letter.ts'
import { cleanPastedHtml, keepLeadingHeading, parsePastedText } from './schema/clean-paste.ts'
import { withoutCore } from './without-core.ts'

interface Opening {
  content: JSONContent
  extensions: Extensions
  label: string
  editable: boolean
}

/**
 * Opens TipTap in one element, with the caret in the first paragraph, so that typing at once does not change the
 * heading.
 */
export const openEditor = (element: HTMLElement, { content, extensions, label, editable }: Opening) => {
  let isEditable = editable
  let isTyped = false
  let typed: EditorState | undefined
  const editor = new Editor({
    element,
    content,
    editable,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    enableCoreExtensions: withoutCore,
    extensions,
    editorProps: {
      attributes: () => ({
        class: 'dictara-note-text',
        role: 'textbox',
        tabindex: '0',
        'aria-label': label,
        'aria-multiline': 'true',
        'aria-readonly': String(!isEditable),
        // Keeps browser extensions from sending a patient's note to their own servers.
        'data-gramm': 'false',
        translate: 'no',
      }),
      transformPastedHTML: cleanPastedHtml,
      transformPasted: keepLeadingHeading,
      clipboardTextParser: parsePastedText,
      handleKeyPress: (_, event) => {
        const isDone = typeLetter(view, event)
        if (isDone) typed = view.state
        return isDone
      },
      // The browser has already scrolled to its own typing; reading the layout again would delay the key.
      handleTextInput: ({ state }) => {
        isTyped = state.selection.empty
        return false
      },
      handleScrollToSelection: () => {
        const isScrolled = isTyped
        isTyped = false
        return isScrolled
      },
      clipboardTextSerializer: ({ content: copied }) => copied.textBetween(0, copied.size, '\n'),
    },
  })
  keepArrivals(editor)
  const { view } = editor
  const below = view.state.doc.firstChild?.nodeSize ?? 0
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(below))))
  return {
    editor,
    /** Scrolls to a letter that was just typed. Waits for the paint, since asking for the position would delay it. */
    showTyped: () => {
      const { state } = view
      if (state === typed && !isOnScreen(view.dom, view.coordsAtPos(state.selection.head)))
        view.dispatch(state.tr.scrollIntoView())
      typed = undefined
    },
    setEditable: (now: boolean) => {
      isEditable = now
      readCaret(view)
      editor.setEditable(now, false)
    },
  }
}
