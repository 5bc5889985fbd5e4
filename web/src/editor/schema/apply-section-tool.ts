import { sectionsOf } from '../note-document.ts'
import { runCommand } from './caret-first.ts'
import { moveSection } from './section-moves.ts'
import type { UseSectionTool } from './section-tools.ts'

export interface SectionListeners {
  /** The person asks to delete a section; `removeSection` does it. */
  onDeleteSection(id: string): void
  /** A text for a screen reader. */
  onAnnounce(text: string): void
}

/** Runs a tool beside a heading, and announces the result. */
export const applySectionTool =
  ({ onDeleteSection, onAnnounce }: SectionListeners): UseSectionTool =>
  (tool, id, view) => {
    const sections = sectionsOf(view.state.doc)
    const name = sections.find((section) => section.id === id)?.blocks[0]?.textContent || 'Section'
    if (tool === 'delete') {
      if (sections.length === 1) onAnnounce('A note needs at least one heading.')
      else onDeleteSection(id)
    } else {
      const hasMoved = runCommand(view, moveSection(id, tool === 'up' ? -1 : 1))
      const way = tool === 'up' ? ['up', 'first'] : ['down', 'last']
      onAnnounce(hasMoved ? `${name} moved ${way[0]}.` : `${name} is the ${way[1]} section.`)
    }
  }
