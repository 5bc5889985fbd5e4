import { closeHistory } from '@tiptap/pm/history'
import { type Command, TextSelection } from '@tiptap/pm/state'
import { sectionsOf } from '../note-document.ts'

/** Empties every section except for its heading and a line to type in, as one undo step. */
export const emptyNote: Command = (state, dispatch) => {
  const { paragraph } = state.schema.nodes
  if (!paragraph) return false
  const tr = closeHistory(state.tr)
  for (const { from, to, blocks } of sectionsOf(state.doc).toReversed())
    tr.replaceWith(from + (blocks[0]?.nodeSize ?? 0), to, paragraph.create())
  const below = tr.doc.firstChild?.nodeSize ?? 0
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, below + 1)).scrollIntoView())
  return true
}
