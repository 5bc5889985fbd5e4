import { headingText } from '@dictara/dictation/note-text'
import { closeHistory } from '@tiptap/pm/history'
import type { Node } from '@tiptap/pm/model'
import { type Command, Selection } from '@tiptap/pm/state'
import { type SectionBlocks, sectionsOf } from '../note-document.ts'
import { newSectionId } from '../sections.ts'
import { type HeadingToFollow, isBlank, nameOf } from './follow-template.ts'
import { goToSectionOf } from './section-moves.ts'

interface Place {
  readonly from: number
  readonly to: number
  /** The id of the section that it replaces. */
  readonly id?: string
}

/**
 * The place of a template's heading: behind the nearest template heading before it that the note has, else before the
 * nearest one after it.
 */
function placeIn(sections: readonly SectionBlocks[], names: readonly string[], at: number): Place {
  // A note without sections has one blank section.
  const [only] = sections
  if (sections.length === 1 && isBlank(only!)) return only!
  const having = (name: string) => (section: SectionBlocks) => nameOf(section) === name
  for (const name of names.slice(0, at).toReversed()) {
    const before = sections.findLast(having(name))
    if (before) return { from: before.to, to: before.to }
  }
  for (const name of names.slice(at + 1)) {
    const behind = sections.find(having(name))
    if (behind) return { from: behind.from, to: behind.from }
  }
  const end = sections.at(-1)!.to
  return { from: end, to: end }
}

/**
 * Adds a heading of the template to the note as one step: in its place, with its default text, and the caret behind
 * that. If the heading exists already, the caret goes there. False if the template has no heading of this name.
 */
export const addHeading =
  (headings: readonly HeadingToFollow[], name: string): Command =>
  (state, dispatch, view) => {
    const names = headings.map((heading) => headingText(heading.name))
    const wanted = headingText(name)
    const sections = sectionsOf(state.doc)
    const there = sections.find((section) => nameOf(section) === wanted)
    if (there) return goToSectionOf(there.id)(state, dispatch, view)
    const at = names.indexOf(wanted)
    if (at < 0) return false
    const { from, to, id = newSectionId() } = placeIn(sections, names, at)
    const line = state.schema.nodes.heading!.create({ sectionId: id }, state.schema.text(wanted))
    const blocks: Node[] = [line, ...headings[at]!.paragraphs()]
    const tr = closeHistory(state.tr).replaceWith(from, to, blocks)
    const end = blocks.reduce((sum, { nodeSize }) => sum + nodeSize, from)
    dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(end - 1), -1)).scrollIntoView())
    return true
  }
