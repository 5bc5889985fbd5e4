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
  /** `until`: where the sound pauses; without it, it plays on. */
  onHear(seconds: number, until?: number): void
}

export interface NoteSessionOptions {
  sections: readonly Section[]
  systemHeadings: () => readonly string[]
  editable: boolean
  label: string
  soundAt: () => SoundPlace
  /** The phrases that may be put in: null while they are not there yet; nothing where none are offered. */
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

/** Draws a section anew where it differs; false when the note has no such. */
function drawSection(view: EditorView, section: Section, isUndoable: boolean): boolean {
  const { doc, tr } = readCaret(view)
  const place = sectionsOf(doc).find(({ id }) => id === section.id)
  if (!place) return false
  const blocks = noteToDocument([section]).content?.map((block) => doc.type.schema.nodeFromJSON(block)) ?? []
  if (replaceDifference(tr, place, Fragment.from(blocks)))
    view.dispatch(isUndoable ? closeHistory(tr) : tr.setMeta('addToHistory', false))
  return true
}

/** What was heard, and the draft that was made of it. */
const heardHandle = (view: EditorView, words: ReturnType<typeof createWordSync>, wordsKnown: () => void) => {
  let heard: [readonly RecognisedWord[], readonly TokenWords[]] = [[], []]
  return {
    setWords: (recognised: readonly RecognisedWord[], tokens: readonly TokenWords[] = []) => {
      heard = [recognised, tokens]
      words.setWords(view, ...heard)
      wordsKnown()
    },
    /** Puts a draft into its emptied sections as one edit, with its words where they were spoken. */
    showDraft: (sections: readonly Section[]) => {
      putSections(view, sections)
      words.setWords(view, ...heard)
      view.focus()
      wordsKnown()
    },
  }
}

/** One note open in one element: the editor and everything a page may ask of it. */
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
    /** The whole note as it stands, on the wire. */
    currentSections: () => documentToNote(view.state.doc, systemHeadings(), origins),
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
    /** Puts the caret into the first paragraph of a section. */
    goToSectionOf: (id: string) => run(goToSectionOf(id)),
    ...soundHandle(view, element, keys, words),
    ...given,
    /** What is to be said under headings, by heading as it is stored. */
    describeHeadings: hints.set,
    /** The element that is typed in. */
    text: view.dom,
    /** Where a position stands on the screen. */
    onScreen: (pos: number) => view.coordsAtPos(pos),
    /** Draws what differs from an earlier stage of the note in its text; null: nothing any more. */
    compareWith: (stage: readonly Section[] | null, tell: (figures: ChangeFigures) => void) =>
      changes.compareWith(view, stage, tell),
    /** Selects the next or previous of these changes, and has it heard; false when nothing is changed. */
    walkChanges: (by: -1 | 1) => {
      view.focus()
      return changes.walk(view, by)
    },
    ...commentHandle(view, comments, words.secondsAt),
    moveSection: (id: string, by: -1 | 1) => run(moveSection(id, by)),
    /** Takes a section out of the note; false when it is the only one. */
    removeSection: (id: string) => run(removeSection(id)),
    /**
     * Shows a section's text as the server or a resolved conflict has it; it is not reported as an edit.
     * @param isUndoable false: undo passes it by, so that it does not bring back what was there before
     */
    replaceSection: (section: Section, isUndoable = true) => {
      report()
      if (!drawSection(view, section, isUndoable)) return
      origins.set(section.id, section)
      reporter.settle(view.state.doc)
    },
    /** Puts texts into the note as one edit: in the place of the section of their id; what the note lacks comes last. */
    takeSections: (sections: readonly Section[]) => {
      putSections(view, sections)
      report()
    },
    /** Reports what is not reported yet, before Complete or leaving. */
    flush: report,
    /** Highlights the word spoken at a time, and keeps it on the screen if it is followed; null: nothing plays. */
    showSpoken: (seconds: number | null, isFollowed = true) => words.speak(seconds, isFollowed),
    ...heardHandle(view, words, wordsKnown),
    setEditable: (now: boolean) => {
      // Where nothing can be put in there is nothing to choose.
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
/** What a page and a toolbar may ask of the editor. */
export type NoteHandle = Omit<NoteSession, 'setWords' | 'setEditable' | 'close'>
