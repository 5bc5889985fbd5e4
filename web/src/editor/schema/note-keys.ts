import { Extension } from '@tiptap/core'
import { baseKeymap } from '@tiptap/pm/commands'
import { keymap } from '@tiptap/pm/keymap'
import { type Command, TextSelection } from '@tiptap/pm/state'
import { boundedHistory, redoStep, undoStep } from './bounded-history.ts'
import { caretFirst } from './caret-first.ts'
import { newLine } from './new-line.ts'
import { goToSection, moveSection, headingAtCaret } from './section-moves.ts'
import { toggleHeading } from './toggle-heading.ts'

/** Our keys are always used: Ctrl+H must not open the browser's history if there is nothing to toggle. */
const usedUp =
  (command: Command): Command =>
  (state, dispatch, view) =>
    command(state, dispatch, view) || true

const moveCurrentSection =
  (by: -1 | 1): Command =>
  (state, dispatch) =>
    moveSection(headingAtCaret(state).id, by)(state, dispatch)

/** Selects all text but not the document itself, so that text typed over it stays in the first section. */
const selectAllText: Command = (state, dispatch) => {
  const { doc } = state
  dispatch?.(state.tr.setSelection(TextSelection.between(doc.resolve(0), doc.resolve(doc.content.size))))
  return true
}

/** Keys for the sound and for inserting things into the note. */
export interface SoundKeys {
  /** Plays from the caret. */
  hear: Command
  /** Selects the next or previous unsure word. */
  walkUnsure: (by: -1 | 1) => Command
  /** Replaces the uncertain word at the caret by its next reading, or by the given one. */
  turnReading: (to?: number) => Command
  /** Inserts a blank at the caret, with the second of the sound there. */
  insertBlank: Command
  /** Selects the next or previous blank. */
  walkBlanks: (by: -1 | 1) => Command
  /** Opens the list of phrases at the caret. */
  askForPhrase: Command
}

/** The keys of the note besides those of the formats. All are listed in docs/using/doctor.md. */
export const noteKeys = (
  { hear, walkUnsure, turnReading, insertBlank, walkBlanks, askForPhrase }: SoundKeys,
  onRefused: (why: string) => void,
) =>
  Extension.create({
    name: 'noteKeys',
    // Before the formats' keys, so that the caret is read first.
    priority: 1000,
    addProseMirrorPlugins: () => [
      caretFirst(),
      ...boundedHistory(),
      keymap({
        Enter: newLine,
        'Shift-Enter': newLine,
        'Mod-Enter': usedUp(hear),
        'Ctrl-h': usedUp(toggleHeading(onRefused)),
        'Mod-h': usedUp(toggleHeading(onRefused)),
        'Mod-Shift-k': usedUp(askForPhrase),
        'Mod-a': selectAllText,
        'Mod-z': usedUp(undoStep),
        'Mod-y': usedUp(redoStep),
        'Shift-Mod-z': usedUp(redoStep),
        'Alt-Shift-ArrowUp': usedUp(moveCurrentSection(-1)),
        'Alt-Shift-ArrowDown': usedUp(moveCurrentSection(1)),
        F2: usedUp(walkBlanks(1)),
        'Shift-F2': usedUp(walkBlanks(-1)),
        F3: usedUp(insertBlank),
        F6: usedUp(walkUnsure(1)),
        'Shift-F6': usedUp(walkUnsure(-1)),
        'Alt-Enter': usedUp(turnReading()),
        'Alt-PageUp': usedUp(goToSection(-1)),
        'Alt-PageDown': usedUp(goToSection(1)),
      }),
      keymap(baseKeymap),
    ],
  })
