import { type TextFormat, textFormats } from '@dictara/dictation/note-text'
import { redoDepth } from '@tiptap/pm/history'
import type { EditorState } from '@tiptap/pm/state'
import { mayUndo } from './schema/bounded-history.ts'

/** The editor's state as a toolbar shows it. */
export interface NoteState {
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly isHeading: boolean
  readonly formats: readonly TextFormat[]
}

export const noteStateOf = (state: EditorState): NoteState => {
  const { $head, empty, from, to } = state.selection
  const isOn = (format: TextFormat) => {
    const type = state.schema.marks[format]
    if (!type) return false
    return empty ? Boolean(type.isInSet(state.storedMarks ?? $head.marks())) : state.doc.rangeHasMark(from, to, type)
  }
  return {
    canUndo: mayUndo(state),
    canRedo: redoDepth(state) > 0,
    isHeading: $head.parent.type.name === 'heading',
    formats: textFormats.filter(isOn),
  }
}

export const isSameNoteState = (one: NoteState, other: NoteState) =>
  one.canUndo === other.canUndo &&
  one.canRedo === other.canRedo &&
  one.isHeading === other.isHeading &&
  one.formats.join() === other.formats.join()
