import type { Blank } from '@dictara/dictation/note-text'
import type { Command, EditorState } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { answerBlank, askAtBlank, insertBlank, walkBlanks } from './schema/blanks.ts'
import { runCommand } from './schema/caret-first.ts'
import { emptyNote } from './schema/empty-note.ts'
import type { SoundKeys } from './schema/note-keys.ts'
import { type createWordSync, leadSeconds } from './words/word-sync.ts'

/** Where the sound is. */
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

/** What the person does to text and sound together; a command that can do nothing says why. */
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
    // While it plays the person types what they hear, wherever the caret is; else the words around it know.
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

/** The same for a page: from wherever the person is on it, back into the note. */
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
    /** How many words are marked as unsure in each section, by its id; undefined until that is known. */
    unsureOf: () => words.unsureOf(view.state.doc),
    /** Selects the next or previous word that the engine was unsure of, and has it heard; false when none is marked. */
    walkUnsure: (by: -1 | 1) => run(keys.walkUnsure(by)),
    /** Turns the word at the caret that may have been meant otherwise into one of its readings. */
    turnReading: (to: number) => view.editable && run(keys.turnReading(to)),
    /** Puts a blank at the caret, with the second of the sound there; false in a heading. */
    insertBlank: () => view.editable && run(keys.insertBlank),
    /** Selects the next or previous blank, and has it heard; false when there is none. */
    walkBlanks: (by: -1 | 1) => run(keys.walkBlanks(by)),
    /** Puts the answer in the place of a blank, as one step. */
    answerBlank: (id: string, answer: string) => view.editable && answerBlank(view, id, answer),
    /** Asks something at a blank, for whoever reads it next. */
    askAtBlank: (id: string, question: string) => view.editable && askAtBlank(view, id, question),
    /** Empties every section, to be typed from the sound; one undo brings the draft back. */
    emptyNote: () => view.editable && run(emptyNote),
    /** Where something that belongs to a position stands, from the editor's own corner. */
    placeOf: (pos: number) => {
      const [at, corner] = [view.coordsAtPos(pos), element.getBoundingClientRect()]
      return { left: at.left - corner.left, top: at.bottom - corner.top }
    },
  }
}
