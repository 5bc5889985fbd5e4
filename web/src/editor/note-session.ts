import type { RecognisedWord, Section } from '@dictara/contract/notes'
import type { TextFormat } from '@dictara/dictation/note-text'
import { closeHistory } from '@tiptap/pm/history'
import { Fragment } from '@tiptap/pm/model'
import type { Command } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { afterPaint } from './after-paint.ts'
import { createChangeReporter } from './change-reporter.ts'
import { documentToNote, noteToDocument, sectionsOf } from './note-document.ts'
import type { NoteFacts } from './note-facts.ts'
import { noteReporting } from './note-reporting.ts'
import type { NoteState } from './note-state.ts'
import { openEditor } from './open-editor.ts'
import { applySectionTool, type SectionListeners } from './schema/apply-section-tool.ts'
import type { BlankListeners } from './schema/blanks.ts'
import { redoStep, undoStep } from './schema/bounded-history.ts'
import { readCaret, runCommand } from './schema/caret-first.ts'
import { parsePastedText } from './schema/clean-paste.ts'
import { createHeadingHints } from './schema/heading-hints.ts'
import { noteExtensions } from './schema/note-extensions.ts'
import { replaceDifference } from './schema/replace-difference.ts'
import { goToSection, goToSectionOf, moveSection, removeSection } from './schema/section-moves.ts'
import { toggleHeading } from './schema/toggle-heading.ts'
import type { PhraseBook } from './phrases/phrase-book.ts'
import { type PhraseListeners, phraseWork } from './phrases/phrase-work.ts'
import type { NoteChange, TokenWords } from './sections.ts'
import { soundCommands, soundHandle, type SoundPlace } from './sound-commands.ts'
import { type ChangeFigures, createNoteChanges } from './review/note-changes.ts'
import { commentHandle, type CommentListeners, createNoteComments } from './review/note-comments.ts'
import type { ReadingListeners } from './words/readings.ts'
import { createWordSync } from './words/word-sync.ts'

export interface NoteListeners
  extends SectionListeners,
    BlankListeners,
    CommentListeners,
    PhraseListeners,
    ReadingListeners {
  onChange(change: NoteChange): void
  onState(state: NoteState): void
  onFacts(facts: NoteFacts): void
  onSeek(seconds: number): void
  /** `until`: where playback pauses; without it, it continues. */
  onHear(seconds: number, until?: number): void
}

export interface NoteSessionOptions {
  sections: readonly Section[]
  systemHeadings: () => readonly string[]
  editable: boolean
  label: string
  soundAt: () => SoundPlace
  /** The phrases that may be inserted; null: still loading; undefined: none are offered. */
  phrases: () => PhraseBook | null | undefined
  listeners: NoteListeners
}

const putSections = (view: EditorView, sections: readonly Section[]) => {
  const tr = closeHistory(view.state.tr)
  for (const section of sections) {
    const blocks = noteToDocument([section]).content?.map((block) => view.state.schema.nodeFromJSON(block)) ?? []
    const place = sectionsOf(tr.doc).find(({ id }) => id === section.id)
    if (place) tr.replaceWith(place.from, place.to, blocks)
    else tr.insert(tr.doc.content.size, blocks)
  }
  view.dispatch(tr)
}

/** Redraws a section if it differs; false if the note has no such section. */
function drawSection(view: EditorView, section: Section, isUndoable: boolean): boolean {
  const { doc, tr } = readCaret(view)
  const place = sectionsOf(doc).find(({ id }) => id === section.id)
  if (!place) return false
  const blocks = noteToDocument([section]).content?.map((block) => doc.type.schema.nodeFromJSON(block)) ?? []
  if (replaceDifference(tr, place, Fragment.from(blocks)))
    view.dispatch(isUndoable ? closeHistory(tr) : tr.setMeta('addToHistory', false))
  return true
}

/** The part of the handle for the recording and the draft made from it. */
const heardHandle = (view: EditorView, words: ReturnType<typeof createWordSync>, wordsKnown: () => void) => {
  let heard: [readonly RecognisedWord[], readonly TokenWords[]] = [[], []]
  return {
    setWords: (recognised: readonly RecognisedWord[], tokens: readonly TokenWords[] = []) => {
      heard = [recognised, tokens]
      words.setWords(view, ...heard)
      wordsKnown()
    },
    /** Puts a draft into its emptied sections as one edit and links its words to the recording. */
    showDraft: (sections: readonly Section[]) => {
      putSections(view, sections)
      words.setWords(view, ...heard)
      view.focus()
      wordsKnown()
    },
  }
}

/** Opens one note in one element: the editor and everything a page may ask of it. */
export const createNoteSession = (element: HTMLElement, options: NoteSessionOptions) => {
  const { listeners, systemHeadings } = options
  const origins = new Map(options.sections.map((section) => [section.id, section]))
  const content = noteToDocument(options.sections)
  const knownIds = new Set(content.content?.flatMap(({ attrs }) => attrs?.sectionId ?? []))
  const words = createWordSync({ ...listeners, soundAt: options.soundAt })

  const changes = createNoteChanges({ ...listeners, secondsAt: words.secondsAt, secondsUntil: words.secondsUntil })
  const comments = createNoteComments(listeners)
  const { secondAt, ...keys } = soundCommands({ words, soundAt: options.soundAt, ...listeners })
  const hints = createHeadingHints()
  const phrases = phraseWork({ book: options.phrases, secondAt, ...listeners })
  const { editor, setEditable, showTyped } = openEditor(element, {
    content,
    extensions: noteExtensions({
      knownIds,
      useTool: applySectionTool(listeners),
      hints,
      blanks: listeners,
      ...keys,
      askForPhrase: (_state, _dispatch, within) => phrases.ask(within!),
      phrasePlugin: phrases.plugin,
      wordPlugins: [...words.plugins, changes.plugin, comments.plugin],
    }),
    label: options.label,
    editable: options.editable,
  })
  const { view } = editor
  const run = (command: Command) => runCommand(view, command)

  const reporter = createChangeReporter(view.state.doc, systemHeadings, origins)
  const { report, wordsKnown } = noteReporting(view, { listeners, words, reporter })
  const reporting = afterPaint(() => {
    showTyped()
    report()
  })
  editor.on('transaction', reporting.ask)
  editor.on('beforeTransaction', ({ transaction, nextState }) => phrases.follow(transaction, view.state, nextState))
  report()
  const given = phrases.handle(view)

  return {
    toggleHeading: () => run(toggleHeading(listeners.onRefused)),
    toggleFormat: (format: TextFormat) => {
      readCaret(view)
      return editor.commands.toggleMark(format)
    },
    undo: () => run(undoStep),
    redo: () => run(redoStep),
    focus: () => view.focus(),
    /** The whole current note in its wire form. */
    currentSections: () => documentToNote(view.state.doc, systemHeadings(), origins),
    /** Types a phrase at the caret, as its own undo step; line breaks start paragraphs. */
    insertText: (text: string) => {
      const { selection, tr } = readCaret(view)
      view.dispatch(
        closeHistory(tr)
          .replaceSelection(parsePastedText(text, selection.$from, true, view))
          .scrollIntoView(),
      )
    },
    goToSection: (by: -1 | 1) => run(goToSection(by)),
    /** Puts the caret into the first paragraph of a section. */
    goToSectionOf: (id: string) => run(goToSectionOf(id)),
    ...soundHandle(view, element, keys, words),
    ...given,
    /** Hints about what to dictate under each heading, by heading as stored. */
    describeHeadings: hints.set,
    /** The element that the person types in. */
    text: view.dom,
    /** The coordinates of a position on the screen. */
    onScreen: (pos: number) => view.coordsAtPos(pos),
    /** Marks the differences from an earlier stage of the note in its text; null: removes the marks. */
    compareWith: (stage: readonly Section[] | null, tell: (figures: ChangeFigures) => void) =>
      changes.compareWith(view, stage, tell),
    /** Selects the next or previous change and plays its sound; false if nothing has changed. */
    walkChanges: (by: -1 | 1) => {
      view.focus()
      return changes.walk(view, by)
    },
    ...commentHandle(view, comments, words.secondsAt),
    moveSection: (id: string, by: -1 | 1) => run(moveSection(id, by)),
    /** Removes a section from the note; false if it is the only one. */
    removeSection: (id: string) => run(removeSection(id)),
    /**
     * Shows a section's text from the server or from a resolved conflict; this is not reported as an edit.
     * @param isUndoable false: undo skips this change, so that it does not restore the earlier text
     */
    replaceSection: (section: Section, isUndoable = true) => {
      report()
      if (!drawSection(view, section, isUndoable)) return
      origins.set(section.id, section)
      reporter.settle(view.state.doc)
    },
    /**
     * Puts texts into the note as one edit: each replaces the section with its id; sections that the note lacks go to
     * the end.
     */
    takeSections: (sections: readonly Section[]) => {
      putSections(view, sections)
      report()
    },
    /** Reports pending edits, before Complete or leaving. */
    flush: report,
    /** Highlights the word spoken at a time, and keeps it on the screen if `isFollowed`; null: nothing plays. */
    showSpoken: (seconds: number | null, isFollowed = true) => words.speak(seconds, isFollowed),
    ...heardHandle(view, words, wordsKnown),
    setEditable: (now: boolean) => {
      // If nothing can be inserted, the list is closed.
      if (!now) given.closePhrases()
      setEditable(now)
    },
    close: () => {
      reporting.cancel()
      report()
      editor.destroy()
    },
  }
}

export type NoteSession = ReturnType<typeof createNoteSession>
/** The editor's interface for a page and a toolbar. */
export type NoteHandle = Omit<NoteSession, 'setWords' | 'setEditable' | 'close'>
