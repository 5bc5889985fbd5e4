/** The four formats that the text of a note may carry beside headings and paragraphs (EDIT-56), outermost first. */
export const textFormats = ['bold', 'italic', 'underline', 'strike'] as const
export type TextFormat = (typeof textFormats)[number]

/** A stretch of text in one format. */
export interface Run {
  readonly text: string
  readonly formats: readonly TextFormat[]
}

/** A heading as the note shows it, and what the system calls it: `NONE` when it has no such (Q124). */
export interface NoteHeading {
  customUIHeading: string
  systemHeading: string
}

/** One paragraph: its text, whether it starts anew, and how many blank lines stand before it. */
interface Paragraph {
  readonly value: string
  readonly newParagraph: boolean
  readonly count: number
}

interface SectionOfNote {
  readonly heading: Pick<NoteHeading, 'customUIHeading'>
  readonly content: readonly Paragraph[]
}

/** The longest heading, in characters. */
export const headingLengthMost = 250

const tagOf: Record<TextFormat, string> = { bold: 'b', italic: 'i', underline: 'u', strike: 's' }
const formatOf: Record<string, TextFormat> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strike',
}
const characterOf: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }
const tagOrEntity = /<(\/?)(b|strong|i|em|u|s)>|&(amp|lt|gt|quot|#39|nbsp);/g
/** What no keyboard makes and PostgreSQL does not take. */
// oxlint-disable-next-line no-control-regex -- these are the characters to drop
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/**
 * Reads a value. Only these tags and entities, in small letters, mean anything; all else is text: `<B>`, `<del>` and
 * `<script>` too, for a person may have typed them.
 */
export function readText(value: string): Run[] {
  const runs: { text: string; formats: TextFormat[] }[] = []
  const open = new Map<TextFormat, number>()
  const add = (text: string) => {
    if (!text) return
    const formats = textFormats.filter((format) => (open.get(format) ?? 0) > 0)
    const last = runs.at(-1)
    if (last && last.formats.join() === formats.join()) last.text += text
    else runs.push({ text, formats })
  }
  let from = 0
  for (const match of value.matchAll(tagOrEntity)) {
    add(value.slice(from, match.index))
    from = match.index + match[0].length
    const [, slash, tag, entity] = match
    if (entity) add(characterOf[entity]!)
    else {
      const format = formatOf[tag!]!
      open.set(format, Math.max(0, (open.get(format) ?? 0) + (slash ? -1 : 1)))
    }
  }
  add(value.slice(from))
  return runs
}

/** Letters as they stand in a value: none of them is markup. */
export const writeLetters = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Writes a value: `b`, `i`, `u` and `s` well nested, everything typed as letters. Reading gives the same runs back. */
export function writeText(runs: readonly Run[]): string {
  let value = ''
  let open: TextFormat[] = []
  for (const { text, formats } of [...runs, { text: '', formats: [] }]) {
    const next = textFormats.filter((format) => formats.includes(format))
    const differs = open.findIndex((format, index) => next[index] !== format)
    const kept = differs < 0 ? open.length : differs
    for (const format of open.slice(kept).toReversed()) value += `</${tagOf[format]}>`
    for (const format of next.slice(kept)) value += `<${tagOf[format]}>`
    value += writeLetters(text.replace(unstorable, '').toWellFormed())
    open = next
  }
  return value
}

/** A value as it is stored, however it came. */
export const cleanText = (value: string): string => writeText(readText(value))

/** The letters of a value, without formats. */
export const plainText = (value: string): string =>
  readText(value)
    .map(({ text }) => text)
    .join('')

/** A section's text without its heading: one line for each paragraph, blank lines as they stand. */
export const sectionPlainText = (content: readonly Paragraph[]): string =>
  content.map(({ value, count }) => '\n'.repeat(count) + plainText(value)).join('\n')

/** A note's text for clipboard, comparing and filing: headings in lines of their own, a blank line between sections. */
export const notePlainText = (sections: readonly SectionOfNote[]): string =>
  sections
    .map(({ heading: { customUIHeading }, content }) =>
      [...(customUIHeading ? [customUIHeading] : []), ...(content.length ? [sectionPlainText(content)] : [])].join(
        '\n',
      ),
    )
    .join('\n\n')

/** A heading's letters as they are stored: upper case, without stray spaces (EDIT-57). */
export const headingText = (text: string): string => text.toWellFormed().toUpperCase().replace(/\s+/g, ' ').trim()

/**
 * A heading as it is stored. It stands under the system heading of the same name in any case, otherwise under the one it
 * had as long as it reads as before (a clinic may call HISTORY what the system calls otherwise), otherwise under none.
 */
export function storedHeading(text: string, systemHeadings: readonly string[], before?: NoteHeading): NoteHeading {
  const customUIHeading = headingText(text)
  const named = systemHeadings.find((name) => headingText(name) === customUIHeading)
  const isAsBefore = before !== undefined && headingText(before.customUIHeading) === customUIHeading
  return { customUIHeading, systemHeading: named ?? (isAsBefore ? before.systemHeading : 'NONE') }
}

/** A section without a letter or blank line: the editor's line to type in and no line at all are the same. */
const isEmpty = (content: readonly Paragraph[]) =>
  content.length === 1 && content[0]!.count === 0 && plainText(content[0]!.value) === ''

const readingOf = ({ heading, content }: SectionOfNote) =>
  JSON.stringify([
    headingText(heading.customUIHeading),
    isEmpty(content) ? [] : content.map(({ value, newParagraph, count }) => [cleanText(value), newParagraph, count]),
  ])

/** Whether two sections read the same, however their tags and the letters of their headings are spelled. */
export const isSameText = (one: SectionOfNote, other: SectionOfNote): boolean =>
  one === other || readingOf(one) === readingOf(other)
