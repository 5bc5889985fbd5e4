import type { InferredItem, NoteSection } from './items.ts'
import { findMedications } from './medications.ts'
import { readSection } from './words.ts'

/** What the sections of a note tell, as items with their evidence, in the order of the note. Takes time linear in the text. */
export function inferNote(sections: readonly NoteSection[]): InferredItem[] {
  return sections.flatMap((section, index) => {
    const read = readSection(section, index)
    return findMedications(read).toSorted((a, b) => a.start - b.start || a.end - b.end)
  })
}
