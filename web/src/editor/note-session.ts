import type { RecognisedWord, Section } from '@dictara/contract/notes'
import type { TextFormat } from '@dictara/dictation/note-text'
import { Editor } from '@tiptap/core'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment } from '@tiptap/pm/model'
import { type Command, Selection } from '@tiptap/pm/state'
import { afterPaint } from './after-paint.ts'
import { createChangeReporter } from './change-reporter.ts'
import { documentToNote, noteToDocument, sectionsOf } from './note-document.ts'
import { isSameNoteState, type NoteState, noteStateOf } from './note-state.ts'
import { redoStep, undoStep } from './schema/bounded-history.ts'
import { readCaret } from './schema/caret-first.ts'
import { cleanPastedHtml, keepLeadingHeading, parsePastedText } from './schema/clean-paste.ts'
import { noteExtensions } from './schema/note-extensions.ts'
import { replaceDifference } from './schema/replace-difference.ts'
import { goToSection, moveSection, removeSection } from './schema/section-moves.ts'
import type { SectionTool } from './schema/section-tools.ts'
import { toggleHeading } from './schema/toggle-heading.ts'
import type { NoteChange, TokenWords } from './sections.ts'
import { createWordSync } from './words/word-sync.ts'

export interface NoteListeners {
  onChange(change: NoteChange): void
  onState(state: NoteState): void
  onSeek(seconds: number): void
  onHear(seconds: number): void
  /** The person asks for a section to be deleted; `removeSection` does it. */
  onDeleteSection(id: string): void
  /** Something a screen reader should say. */
  onAnnounce(text: string): void
}

export interface NoteSessionOptions {
  sections: readonly Section[]
  systemHeadings: () => readonly string[]
  editable: boolean
  label: string
  listeners: NoteListeners
}

/** Core parts of TipTap that would bring behaviour of their own: its keymap clears the last heading into a paragraph. */
const withoutCore = {
  clipboardTextSerializer: false,
  delete: false,
  drop: false,
  keymap: false,
  paste: false,
  tabindex: false,
  textDirection: false,
} as const

/** One note open in one element: the editor and everything a page may ask of it. */
export const createNoteSession = (element: HTMLElement, options: NoteSessionOptions) => {
  const { listeners, systemHeadings } = options
  let isEditable = options.editable
  let isTyped = false
  const origins = new Map(options.sections.map((section) => [section.id, section]))
  const content = noteToDocument(options.sections)
  const knownIds = new Set(content.content?.flatMap(({ attrs }) => attrs?.sectionId ?? []))
  const words = createWordSync(listeners)

  const useTool = (tool: SectionTool, id: string) => {
    const sections = sectionsOf(editor.state.doc)
    const name = sections.find((section) => section.id === id)?.blocks[0]?.textContent || 'Section'
    if (tool === 'delete') {
      if (sections.length === 1) listeners.onAnnounce('A note keeps at least one heading.')
      else listeners.onDeleteSection(id)
    } else {
      const hasMoved = run(moveSection(id, tool === 'up' ? -1 : 1))
      const way = tool === 'up' ? ['up', 'first'] : ['down', 'last']
      listeners.onAnnounce(hasMoved ? `${name} moved ${way[0]}.` : `${name} is the ${way[1]} section.`)
    }
  }
  const hear: Command = (state) => words.hearAt(state.doc, state.selection.head)

  const editor = new Editor({
    element,
    content,
    editable: isEditable,
    injectCSS: false,
    enableInputRules: false,
    enablePasteRules: false,
    enableCoreExtensions: withoutCore,
    extensions: noteExtensions({ knownIds, useTool, hear, wordPlugins: words.plugins }),
    editorProps: {
      attributes: () => ({
        class: 'dictara-note-text',
        role: 'textbox',
        tabindex: '0',
        'aria-label': options.label,
        'aria-multiline': 'true',
        'aria-readonly': String(!isEditable),
        // A browser extension must not send a patient's note to its own servers.
        'data-gramm': 'false',
        translate: 'no',
      }),
      transformPastedHTML: cleanPastedHtml,
      transformPasted: keepLeadingHeading,
      clipboardTextParser: parsePastedText,
      // The browser has scrolled to what it typed itself; reading the layout for it again would delay the key.
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
  const { view } = editor
  // In the first paragraph: who opens a note and types does not change its heading.
  const below = view.state.doc.firstChild?.nodeSize ?? 0
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(below))))
  const run = (command: Command) => command(readCaret(view), view.dispatch, view)

  const reporter = createChangeReporter(view.state.doc, systemHeadings, origins)
  let shown: NoteState | undefined
  const report = () => {
    const change = reporter.report(view.state.doc)
    if (change) listeners.onChange(change)
    const state = noteStateOf(view.state)
    if (!shown || !isSameNoteState(state, shown)) listeners.onState(state)
    shown = state
  }
  const reporting = afterPaint(report)
  editor.on('transaction', reporting.ask)
  report()

  return {
    toggleHeading: () => run(toggleHeading),
    toggleFormat: (format: TextFormat) => {
      readCaret(view)
      return editor.commands.toggleMark(format)
    },
    undo: () => run(undoStep),
    redo: () => run(redoStep),
    focus: () => view.focus(),
    /** The whole note as it stands, on the wire. */
    currentSections: () => documentToNote(view.state.doc, systemHeadings(), origins),
    currentText: () => view.state.doc.textBetween(0, view.state.doc.content.size, '\n'),
    /** Types a phrase at the caret, as an undo step of its own; line breaks start paragraphs. */
    insertText: (text: string) => {
      const { selection, tr } = readCaret(view)
      view.dispatch(
        closeHistory(tr)
          .replaceSelection(parsePastedText(text, selection.$from, true, view))
          .scrollIntoView(),
      )
    },
    goToSection: (by: -1 | 1) => run(goToSection(by)),
    moveSection: (id: string, by: -1 | 1) => run(moveSection(id, by)),
    /** Takes a section out of the note; false when it is the only one. */
    removeSection: (id: string) => run(removeSection(id)),
    /** Shows a section's text as the server or a resolved conflict has it; it is not reported as an edit. */
    replaceSection: (section: Section) => {
      report()
      const { doc, tr } = readCaret(view)
      const place = sectionsOf(doc).find(({ id }) => id === section.id)
      if (!place) return
      origins.set(section.id, section)
      const blocks = noteToDocument([section]).content?.map((block) => doc.type.schema.nodeFromJSON(block)) ?? []
      if (replaceDifference(tr, place, Fragment.from(blocks))) view.dispatch(closeHistory(tr))
      reporter.settle(view.state.doc)
    },
    /** Puts texts into the note as one edit: in the place of the section of their id; what the note lacks comes last. */
    takeSections: (sections: readonly Section[]) => {
      const tr = closeHistory(view.state.tr)
      for (const section of sections) {
        const blocks = noteToDocument([section]).content?.map((block) => view.state.schema.nodeFromJSON(block)) ?? []
        const place = sectionsOf(tr.doc).find(({ id }) => id === section.id)
        if (place) tr.replaceWith(place.from, place.to, blocks)
        else tr.insert(tr.doc.content.size, blocks)
      }
      view.dispatch(tr)
      report()
    },
    /** Reports what is not reported yet, before Complete or leaving. */
    flush: report,
    /** Plays from the word at the caret. */
    hearFromCaret: () => run(hear),
    /** Highlights the word spoken at a time; null: nothing plays. */
    showSpoken: (seconds: number | null) => words.speak(seconds),
    setWords: (recognised: readonly RecognisedWord[], tokens?: readonly TokenWords[]) =>
      words.setWords(view, recognised, tokens),
    setEditable: (editable: boolean) => {
      isEditable = editable
      readCaret(view)
      editor.setEditable(editable, false)
    },
    close: () => {
      reporting.flush()
      editor.destroy()
    },
  }
}

export type NoteSession = ReturnType<typeof createNoteSession>
/** What a page and a toolbar may ask of the editor. */
export type NoteHandle = Omit<NoteSession, 'setWords' | 'setEditable' | 'close'>
