import { history, redo, undo, undoDepth } from '@tiptap/pm/history'
import { type Command, type EditorState, Plugin, PluginKey } from '@tiptap/pm/state'

/** Number of edits that can be undone (EDIT-11). */
export const undoDepthMost = 50

/** Number of history events beyond the limit. ProseMirror trims late: it keeps up to 20 more than requested. */
const outOfReach = new PluginKey<number>('outOfReach')

/** An undo history of exactly 50 steps. */
export const boundedHistory = (): Plugin[] => [
  history({ depth: undoDepthMost }),
  new Plugin<number>({
    key: outOfReach,
    state: {
      init: () => 0,
      apply: (tr, value, _before, state) =>
        tr.docChanged && !tr.getMeta('history$') ? Math.max(0, undoDepth(state) - undoDepthMost) : value,
    },
  }),
]

export const mayUndo = (state: EditorState) => undoDepth(state) > (outOfReach.getState(state) ?? 0)

export const undoStep: Command = (state, dispatch, view) => mayUndo(state) && undo(state, dispatch, view)
export const redoStep: Command = redo
