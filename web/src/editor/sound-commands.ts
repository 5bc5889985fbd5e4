import type { Blank } from '@dictara/dictation/note-text'
import type { Command, EditorState } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { answerBlank, askAtBlank, insertBlank, walkBlanks } from './schema/blanks.ts'
import { runCommand } from './schema/caret-first.ts'
import { emptyNote } from './schema/empty-note.ts'
import type { SoundKeys } from './schema/note-keys.ts'
import { type createWordSync, leadSeconds } from './words/word-sync.ts'

/** The player's position. */
export interface SoundPlace {
  readonly seconds: number
  readonly isPlaying: boolean
}

interface SoundParts {
  words: ReturnType<typeof createWordSync>
  soundAt: () => SoundPlace
  onHear(seconds: number): void
  onAnnounce(text: string): void
  onRefused(why: string): void
}

/** Commands that involve both text and sound. A command that cannot do anything reports why. */
export const soundCommands = ({
  words,
  soundAt,
  onHear,
  onAnnounce,
  onRefused,
}: SoundParts): Omit<SoundKeys, 'askForPhrase'> & { secondAt: (state: EditorState) => number } => {
  const orSay =
    (command: Command, text: string, say = onAnnounce): Command =>
    (...parts) => {
      const isDone = command(...parts)
      if (!isDone) say(text)
      return isDone
    }
  const secondAt = ({ doc, selection }: EditorState) => {
    const { seconds, isPlaying } = soundAt()
    // During playback the person types what they hear, wherever the caret is; otherwise the words around the caret tell
    // the second.
    const spoken = isPlaying ? undefined : words.secondsAt(doc, selection.from)
    return spoken ?? seconds
  }
  const hearBlank = ({ second }: Blank) => onHear(Math.max(0, second - leadSeconds))
  return {
    hear: (state) => words.hearAt(state.doc, state.selection.head),
    walkUnsure: (by) => orSay(words.walkUnsure(by), 'No word is marked as unsure.'),
    turnReading: (to) =>
      orSay(words.turnReading(to), 'No other reading is known here. F6 goes to the next unsure word.'),
    walkBlanks: (by) => orSay(walkBlanks(by, hearBlank), 'There is no blank in this note.'),
    insertBlank: (state, dispatch) => {
      const blank = insertBlank(secondAt(state))
      return orSay(blank, 'A blank belongs in the text below a heading.', onRefused)(state, dispatch)
    },
    secondAt,
  }
}

/**
 * The part of the editor's interface for these commands. They work from anywhere on the page and move the focus to the
 * note.
 */
export const soundHandle = (
  view: EditorView,
  element: HTMLElement,
  keys: Omit<SoundKeys, 'askForPhrase'>,
  words: Pick<SoundParts['words'], 'unsureOf'>,
) => {
  const run = (command: Command) => {
    view.focus()
    return runCommand(view, command)
  }
  return {
    /** Number of words marked as unsure in each section, by its id; undefined until known. */
    unsureOf: () => words.unsureOf(view.state.doc),
    /** Selects the next or previous unsure word and plays it; false if none is marked. */
    walkUnsure: (by: -1 | 1) => run(keys.walkUnsure(by)),
    /** Replaces the uncertain word at the caret by the given reading. */
    turnReading: (to: number) => view.editable && run(keys.turnReading(to)),
    /** Inserts a blank at the caret, with the second of the sound there; false in a heading. */
    insertBlank: () => view.editable && run(keys.insertBlank),
    /** Selects the next or previous blank and plays its sound; false if there is none. */
    walkBlanks: (by: -1 | 1) => run(keys.walkBlanks(by)),
    /** Replaces a blank by the answer, as one step. */
    answerBlank: (id: string, answer: string) => view.editable && answerBlank(view, id, answer),
    /** Sets the question of a blank, for the next reader. */
    askAtBlank: (id: string, question: string) => view.editable && askAtBlank(view, id, question),
    /** Empties every section, to be typed from the sound; a single undo restores the draft. */
    emptyNote: () => view.editable && run(emptyNote),
    /** Where the text at a position is, relative to the editor's corner. */
    placeOf: (pos: number) => {
      const [at, corner] = [view.coordsAtPos(pos), element.getBoundingClientRect()]
      return { left: at.left - corner.left, top: at.bottom - corner.top }
    },
  }
}
