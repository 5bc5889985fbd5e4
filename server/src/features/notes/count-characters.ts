import { headingText, readText } from '@dictara/dictation/note-text'
import type { SectionText } from './notes.store.ts'

const lengthOf = (text: string) => [...text].length

/**
 * The number of visible characters of a note, spaces included, without headings that came from its template (Q205).
 * @param given the template's headings
 */
export function countCharacters(sections: readonly SectionText[], given: readonly string[]): number {
  const isGiven = new Set(given.map((heading) => headingText(heading).toLowerCase()))
  const ofHeading = ({ customHeading }: SectionText) =>
    isGiven.has(headingText(customHeading).toLowerCase()) ? 0 : lengthOf(customHeading)
  const ofText = ({ content }: SectionText) =>
    content.flatMap(({ value }) => readText(value)).reduce((sum, { text }) => sum + lengthOf(text), 0)
  return sections.reduce((sum, section) => sum + ofHeading(section) + ofText(section), 0)
}
