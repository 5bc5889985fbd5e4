import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state'
import { sectionsOf } from '../note-document.ts'

/** The heading of the section that holds the caret, and the position before it; asked for at every key. */
export const headingAtCaret = ({ doc, selection }: EditorState) => {
  const { $head } = selection
  let index = Math.min($head.index(0), doc.childCount - 1)
  while (index > 0 && doc.child(index).type.name !== 'heading') index -= 1
  const node = doc.child(index)
  return { node, id: String(node.attrs.sectionId), from: $head.posAtIndex(index, 0) }
}

/** Swaps a section with the one above or below; the caret stays in its text. */
export const moveSection =
  (id: string, by: -1 | 1): Command =>
  (state, dispatch) => {
    const sections = sectionsOf(state.doc)
    const index = sections.findIndex((section) => section.id === id)
    const [upper, lower] = [sections[Math.min(index, index + by)], sections[Math.max(index, index + by)]]
    if (index < 0 || !upper || !lower) return false
    const { anchor, head } = state.selection
    const shift = (pos: number) => {
      if (pos < upper.from || pos > lower.to) return pos
      return pos < lower.from ? pos + (lower.to - lower.from) : pos - (upper.to - upper.from)
    }
    const tr = state.tr.replaceWith(upper.from, lower.to, [...lower.blocks, ...upper.blocks])
    tr.setSelection(TextSelection.between(tr.doc.resolve(shift(anchor)), tr.doc.resolve(shift(head))))
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** Takes a section out of the note, unless it is the only one (EDIT-10). */
export const removeSection =
  (id: string): Command =>
  (state, dispatch) => {
    const sections = sectionsOf(state.doc)
    const section = sections.find((each) => each.id === id)
    if (!section || sections.length === 1) return false
    dispatch?.(state.tr.delete(section.from, section.to).scrollIntoView())
    return true
  }

/** Puts the caret at the end of the next or previous heading. */
export const goToSection =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    const sections = sectionsOf(state.doc)
    const target = sections[sections.findIndex(({ id }) => id === headingAtCaret(state).id) + by]
    if (!target) return false
    const end = target.from + (target.blocks[0]?.nodeSize ?? 2) - 1
    dispatch?.(state.tr.setSelection(TextSelection.create(state.doc, end)).scrollIntoView())
    return true
  }
