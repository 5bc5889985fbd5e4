import { noteRefusals, type Section } from '@dictara/contract/notes'
import { cleanText, headingText, readingOf, systemHeadingOf } from '@dictara/dictation/note-text'
import { refuseUnless } from '../../platform/refusal.ts'
import type { SectionText } from './notes.store.ts'

/** Headings are upper case; the system heading is the one of the same name in any case, otherwise NONE (EDIT-57, Q124). */
export function cleanHeading(custom: string, systemHeadings: readonly string[]): Omit<SectionText, 'content'> {
  const customHeading = headingText(custom)
  return { customHeading, systemHeading: systemHeadingOf(customHeading, systemHeadings) }
}

/** What a save stores of a section. A heading that the system knows under another name keeps that name. */
export function cleanSection(section: Section, systemHeadings: readonly string[], before?: SectionText): SectionText {
  const heading = cleanHeading(section.heading.customUIHeading, systemHeadings)
  const isNamedBefore = heading.systemHeading === 'NONE' && before?.customHeading === heading.customHeading
  const isKnown = systemHeadings.includes(section.heading.systemHeading)
  const systemHeading = isNamedBefore ? before.systemHeading : heading.systemHeading
  return {
    customHeading: heading.customHeading,
    systemHeading: systemHeading === 'NONE' && isKnown ? section.heading.systemHeading : systemHeading,
    content: section.content.map((entry) => ({ ...entry, value: cleanText(entry.value) })),
  }
}

const reading = ({ customHeading, content }: SectionText) => readingOf(customHeading, content)

/** True when both read the same; which system heading they stand under follows from their own. */
export const isSameText = (one: SectionText, other: SectionText) => reading(one) === reading(other)

const mostBytes = 2 * 1024 * 1024
/** @throws Refusal 413 for a note above 2 MB. */
export const checkLength = (sections: readonly SectionText[]) =>
  refuseUnless(Buffer.byteLength(JSON.stringify(sections)) <= mostBytes, noteRefusals.tooLong)
