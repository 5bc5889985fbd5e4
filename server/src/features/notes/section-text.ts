import { noteRefusals, type Section, type SectionContent } from '@dictara/contract/notes'
import { refuseUnless } from '../../platform/refusal.ts'
import type { SectionText } from './notes.store.ts'

/** The four formats a note may carry beside headings and paragraphs (EDIT-56), and how they are stored. */
const storedTag: Record<string, string> = {
  b: 'b',
  strong: 'b',
  i: 'i',
  em: 'i',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
}
const outermostFirst = ['b', 'i', 'u', 's']
const characterOf: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }
const pieces = /<(\/?)(b|strong|i|em|u|s|strike|del)>|&(amp|lt|gt|quot|#39|nbsp);|[^<&]+|[<&]/gi

interface Run {
  text: string
  tags: string[]
}

/** Reads a value: only the listed tags and entities mean anything; everything else, `<script>` too, is text. */
function readRuns(value: string): Run[] {
  const runs: Run[] = []
  const depth = new Map<string, number>()
  for (const [piece, slash, tag, entity] of value.matchAll(pieces)) {
    if (tag) {
      const name = storedTag[tag.toLowerCase()]!
      depth.set(name, Math.max(0, (depth.get(name) ?? 0) + (slash ? -1 : 1)))
      continue
    }
    const text = entity ? characterOf[entity.toLowerCase()]! : piece
    const tags = outermostFirst.filter((name) => (depth.get(name) ?? 0) > 0)
    const last = runs.at(-1)
    if (last && last.tags.join() === tags.join()) last.text += text
    else runs.push({ text, tags })
  }
  return runs
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A value as it is stored: `b`, `i`, `u` and `s` well nested, all other signs escaped. Reading it again changes nothing. */
export function cleanValue(value: string): string {
  let written = ''
  let open: string[] = []
  for (const { text, tags } of [...readRuns(value), { text: '', tags: [] }]) {
    const differs = open.findIndex((tag, index) => tags[index] !== tag)
    const kept = differs < 0 ? open.length : differs
    for (const tag of open.slice(kept).toReversed()) written += `</${tag}>`
    for (const tag of tags.slice(kept)) written += `<${tag}>`
    written += escaped(text)
    open = tags
  }
  return written
}

/** The letters of a value without formats. */
export const plainText = (value: string): string =>
  readRuns(value)
    .map(({ text }) => text)
    .join('')

/** The text of a section for printing and filing: blank lines as `count` says, one line for each entry. */
export const sectionPlainText = (content: readonly SectionContent[]): string =>
  content.map(({ value, count }) => '\n'.repeat(count) + plainText(value)).join('\n')

/** Headings are upper case; the system heading is the one of the same name in any case, otherwise NONE (EDIT-57, Q124). */
export function cleanHeading(custom: string, systemHeadings: readonly string[]): Omit<SectionText, 'content'> {
  const customHeading = custom.trim().replaceAll(/\s+/g, ' ').toUpperCase()
  const systemHeading = systemHeadings.find((name) => name.toUpperCase() === customHeading)
  return { customHeading, systemHeading: systemHeading ?? 'NONE' }
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
    content: section.content.map((entry) => ({ ...entry, value: cleanValue(entry.value) })),
  }
}

const reading = ({ customHeading, content }: SectionText) =>
  JSON.stringify([customHeading, content.map(({ value, newParagraph, count }) => [value, newParagraph, count])])

/** True when both read the same; which system heading they stand under follows from their own. */
export const isSameText = (one: SectionText, other: SectionText) => reading(one) === reading(other)

const mostBytes = 2 * 1024 * 1024
/** @throws Refusal 413 for a note above 2 MB. */
export const checkLength = (sections: readonly SectionText[]) =>
  refuseUnless(Buffer.byteLength(JSON.stringify(sections)) <= mostBytes, noteRefusals.tooLong)
