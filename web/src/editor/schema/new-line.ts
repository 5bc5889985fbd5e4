import type { Node, ResolvedPos } from '@tiptap/pm/model'
import { type Command, TextSelection } from '@tiptap/pm/state'

/** Whether this is the heading of a section without text: only the empty line follows it. */
const isLineBelow = (doc: Node, $heading: ResolvedPos) => {
  const [below, next] = [doc.maybeChild($heading.index(0) + 1), doc.maybeChild($heading.index(0) + 2)]
  return $heading.parent.type.name === 'heading' && below?.content.size === 0 && next?.type !== below.type
}

/**
 * Enter: a new line at the caret (EDIT-09). The text behind the caret becomes a paragraph. Before a heading's text an
 * empty line is inserted above; before the note's first heading, where no line may stand, it is inserted below. At the
 * end of a heading without text, the caret goes to the empty line below it.
 */
export const newLine: Command = (state, dispatch) => {
  const { paragraph, heading } = state.schema.nodes
  if (!paragraph || !heading) return false
  const tr = state.tr.deleteSelection()
  const { $from } = tr.selection
  const isBeforeHeading = $from.parent.type === heading && $from.parentOffset === 0 && $from.parent.content.size > 0
  if (isBeforeHeading && $from.before() > 0) tr.insert($from.before(), paragraph.create())
  else if (isBeforeHeading) {
    const below = $from.after()
    tr.insert(below, paragraph.create()).setSelection(TextSelection.create(tr.doc, below + 1))
  } else if ($from.parentOffset === $from.parent.content.size && isLineBelow(tr.doc, $from)) {
    tr.setSelection(TextSelection.create(tr.doc, $from.after() + 1))
  } else {
    const formats = state.storedMarks ?? (state.selection.empty ? $from.marks() : [])
    const marks = formats.filter(({ type }) => type.name !== 'blank')
    tr.split($from.pos, 1, [{ type: paragraph, attrs: { newParagraph: true } }])
    if (marks.length) tr.ensureMarks(marks)
  }
  dispatch?.(tr.scrollIntoView())
  return true
}
