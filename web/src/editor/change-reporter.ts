import type { Section } from '@dictara/contract/notes'
import type { Node } from '@tiptap/pm/model'
import { sectionFromBlocks, sectionsOf } from './note-document.ts'
import type { NoteChange } from './sections.ts'

/** Tells which sections of a document differ from what was reported before; unchanged blocks keep their nodes. */
export const createChangeReporter = (
  doc: Node,
  systemHeadings: () => readonly string[],
  origins: Map<string, Section>,
) => {
  const read = (of: Node) => new Map(sectionsOf(of).map((section) => [section.id, section]))
  let known = read(doc)
  return {
    /** What changed since the last report, `undefined` when nothing did. */
    report: (next: Node): NoteChange | undefined => {
      const now = read(next)
      const changed = [...now.values()].filter(({ id, blocks }) => {
        const before = known.get(id)?.blocks
        return before?.length !== blocks.length || blocks.some((block, index) => block !== before[index])
      })
      const order = [...now.keys()]
      const removed = [...known.keys()].filter((id) => !now.has(id))
      if (!changed.length && !removed.length && order.join() === [...known.keys()].join()) return undefined
      known = now
      const sections = changed.map((section) => sectionFromBlocks(section, systemHeadings(), origins.get(section.id)))
      return { sections, order, removed }
    },
    /** Takes a document as reported: its text came from outside and is known there. */
    settle: (next: Node) => {
      known = read(next)
    },
  }
}
