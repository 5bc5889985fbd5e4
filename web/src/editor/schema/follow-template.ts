import { headingText } from '@dictara/dictation/note-text'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type Command, type EditorState, TextSelection } from '@tiptap/pm/state'
import { type SectionBlocks, sectionsOf } from '../note-document.ts'
import { newSectionId } from '../sections.ts'

/** A heading of a template, with the default paragraphs to insert if the note lacks it. */
export interface HeadingToFollow {
  readonly name: string
  readonly paragraphs: () => readonly Node[]
}

export const nameOf = ({ blocks }: SectionBlocks) => headingText(blocks[0]?.textContent ?? '')
export const isBlank = (section: SectionBlocks) => section.blocks.every(({ content }) => content.size === 0)

/** The sections in the template's order: those it names, including missing ones, then all others in their old order. */
function arranged(state: EditorState, headings: readonly HeadingToFollow[]): readonly (readonly Node[])[] {
  const { heading } = state.schema.nodes
  const sections = sectionsOf(state.doc)
  // The blank section of a note without sections becomes the first missing one.
  const free = sections.filter(isBlank)
  const placed = new Set<SectionBlocks>()
  const inOrder: (readonly Node[])[] = []
  const seen = new Set([''])
  for (const { name, paragraphs } of headings) {
    const wanted = headingText(name)
    if (seen.has(wanted)) continue
    seen.add(wanted)
    const there = sections.filter((section) => nameOf(section) === wanted)
    for (const section of there) {
      placed.add(section)
      inOrder.push(section.blocks)
    }
    if (there.length > 0) continue
    const place = free.shift()
    if (place) placed.add(place)
    const line = heading!.create({ sectionId: place?.id ?? newSectionId() }, state.schema.text(wanted))
    inOrder.push([line, ...paragraphs()])
  }
  return [...inOrder, ...sections.flatMap((section) => (placed.has(section) ? [] : [section.blocks]))]
}

/**
 * Makes the note follow a template, as one step: its headings in their order, with missing ones added and all other
 * sections after them. No text is removed, and the caret stays in its text.
 */
export const followTemplate =
  (headings: readonly HeadingToFollow[]): Command =>
  (state, dispatch) => {
    const blocks = arranged(state, headings).flat()
    const isSame = blocks.length === state.doc.childCount && blocks.every((block, at) => block === state.doc.child(at))
    if (isSame || !dispatch) return false
    const { $head } = state.selection
    const tr = closeHistory(state.tr).replaceWith(0, state.doc.content.size, blocks)
    const own = blocks.indexOf($head.parent)
    let start = 0
    for (const block of blocks.slice(0, Math.max(0, own))) start += block.nodeSize
    const caret =
      own < 0 ? Math.min(tr.doc.content.size, tr.doc.firstChild!.nodeSize + 1) : start + 1 + $head.parentOffset
    dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve(caret))).scrollIntoView())
    return true
  }
