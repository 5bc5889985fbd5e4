import type { Section } from '@dictara/contract/notes'
import type { Node } from '@tiptap/pm/model'
import { sectionFromBlocks, sectionsOf } from './note-document.ts'
import type { NoteChange } from './sections.ts'

/** Finds the sections of a document that differ from the last report; unchanged blocks keep their nodes. */
export const createChangeReporter = (
  doc: Node,
  systemHeadings: () => readonly string[],
  origins: Map<string, Section>,
) => {
  const read = (of: Node) => new Map(sectionsOf(of).map((section) => [section.id, section]))
  let known = read(doc)
  return {
    /** The changes since the last report, `undefined` if there are none. */
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
    /** Treats a document as reported: its text came from outside, where it is known. */
    settle: (next: Node) => {
      known = read(next)
    },
  }
}
