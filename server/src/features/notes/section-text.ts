import { noteRefusals, type Section } from '@dictara/contract/notes'
import { cleanText, isSameText, storedHeading } from '@dictara/dictation/note-text'
import { refuseUnless } from '../../platform/refusal.ts'
import { asOnTheWire, type SectionText } from './notes.store.ts'

/** The text that a save stores for a section (EDIT-57, Q124). An editor may name the system heading if none is found here. */
export function cleanSection(section: Section, systemHeadings: readonly string[], before?: SectionText): SectionText {
  const wanted = section.heading.systemHeading
  const heading = storedHeading(section.heading.customUIHeading, systemHeadings, before && asOnTheWire(before).heading)
  const isNamed = heading.systemHeading !== 'NONE' || !systemHeadings.includes(wanted)
  return {
    customHeading: heading.customUIHeading,
    systemHeading: isNamed ? heading.systemHeading : wanted,
    content: section.content.map((entry) => ({ ...entry, value: cleanText(entry.value) })),
  }
}

/** True when both have the same heading and text. System headings are not compared: they follow from the headings. */
export const isStoredAlready = (one: SectionText, other: SectionText) =>
  isSameText(asOnTheWire(one), asOnTheWire(other))

const mostBytes = 2 * 1024 * 1024
/** @throws Refusal 413 for a note above 2 MB. */
export const checkLength = (sections: readonly SectionText[]) =>
  refuseUnless(Buffer.byteLength(JSON.stringify(sections)) <= mostBytes, noteRefusals.tooLong)
