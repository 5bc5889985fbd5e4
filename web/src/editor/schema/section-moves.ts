import { type Command, type EditorState, Plugin, PluginKey, Selection, TextSelection } from '@tiptap/pm/state'
import { sectionsOf } from '../note-document.ts'

/** The heading of the caret's section, and the position before it; called at every key. */
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

/** Removes a section from the note, unless it is the only one (EDIT-10). */
export const removeSection =
  (id: string): Command =>
  (state, dispatch) => {
    const sections = sectionsOf(state.doc)
    const section = sections.find((each) => each.id === id)
    if (!section || sections.length === 1) return false
    dispatch?.(state.tr.delete(section.from, section.to).scrollIntoView())
    return true
  }

/** Whether the caret is where `goToSection` put it, in a section's first paragraph. */
const hasArrived = new PluginKey<boolean>('hasArrived')

export const sectionTravel = () =>
  new Plugin<boolean>({
    key: hasArrived,
    state: {
      init: () => false,
      apply: (tr, value) => tr.getMeta(hasArrived) ?? (value && !tr.docChanged && !tr.selectionSet),
    },
  })

/**
 * Puts the caret into the first paragraph of the next or previous section; pressed again, at the end of its heading.
 */
export const goToSection =
  (by: -1 | 1): Command =>
  (state, dispatch) => {
    const sections = sectionsOf(state.doc)
    const here = sections.findIndex(({ id }) => id === headingAtCaret(state).id)
    const isAgain = hasArrived.getState(state) ?? false
    const target = sections[isAgain ? here : here + by]
    if (!target) return false
    const below = target.from + (target.blocks[0]?.nodeSize ?? 2)
    const tr = state.tr.setSelection(TextSelection.create(state.doc, isAgain ? below - 1 : below + 1))
    dispatch?.(tr.setMeta(hasArrived, !isAgain).scrollIntoView())
    return true
  }

/** Puts the caret into the first paragraph of this section. */
export const goToSectionOf =
  (id: string): Command =>
  (state, dispatch) => {
    const section = sectionsOf(state.doc).find((each) => each.id === id)
    if (!section) return false
    const below = section.from + (section.blocks[0]?.nodeSize ?? 2)
    dispatch?.(state.tr.setSelection(Selection.near(state.doc.resolve(below))).scrollIntoView())
    return true
  }
