/** The four formats that note text may carry besides headings and paragraphs (EDIT-56), outermost first. */
export const textFormats = ['bold', 'italic', 'underline', 'strike'] as const
export type TextFormat = (typeof textFormats)[number]

/** A place in the text that somebody still has to fill: where it was spoken, and the question to answer (Q202). */
export interface Blank {
  readonly id: string
  readonly second: number
  readonly question?: string | undefined
}

/** The text of a blank wherever a note is shown, copied, compared, printed or filed. */
export const blankText = '____'

/** A run of text in one format; the text of a blank is `blankText`. */
export interface Run {
  readonly text: string
  readonly formats: readonly TextFormat[]
  readonly blank?: Blank
}

/** A heading as the note shows it, and the system's name for it: `NONE` when the system has none (Q124). */
export interface NoteHeading {
  customUIHeading: string
  systemHeading: string
}

/** One paragraph: its text, whether it starts a new paragraph, and the number of blank lines before it. */
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
/** The longest question of a blank, in characters. */
export const questionLengthMost = 500

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
const blankTag =
  /<blank id="([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})" second="(\d{1,6}(?:\.\d{1,2})?)"(?: question="([^"<>]+)")?(?: answer="([^"<>]+)")?\/>/
const tagOrEntity = new RegExp(`<(\\/?)(b|strong|i|em|u|s)>|&(amp|lt|gt|quot|#39|nbsp);|${blankTag.source}`, 'g')
/** Characters that no keyboard types and PostgreSQL rejects. */
// oxlint-disable-next-line no-control-regex -- these are the characters to drop
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

const readEntities = (text: string) => text.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name) => characterOf[name]!)

/** Puts a question on one line and cuts it to the longest length. */
const questionOf = (text: string) =>
  [...text.replace(unstorable, '').toWellFormed().replace(/\s+/g, ' ').trim()]
    .slice(0, questionLengthMost)
    .join('')
    .trim()

/**
 * Parses a value. Only these tags and entities, in lower case, are markup. All else is text, even `<B>`, `<del>` and `<script>`,
 * because a person may have typed them. A blank that contains its answer becomes that answer.
 */
export function readText(value: string): Run[] {
  const runs: { text: string; formats: TextFormat[]; blank?: Blank }[] = []
  const open = new Map<TextFormat, number>()
  const formatsNow = () => textFormats.filter((format) => (open.get(format) ?? 0) > 0)
  const add = (text: string) => {
    if (!text) return
    const formats = formatsNow()
    const last = runs.at(-1)
    if (last && !last.blank && last.formats.join() === formats.join()) last.text += text
    else runs.push({ text, formats })
  }
  let from = 0
  for (const match of value.matchAll(tagOrEntity)) {
    add(value.slice(from, match.index))
    from = match.index + match[0].length
    const [, slash, tag, entity, id, second, question, answer] = match
    if (entity) add(characterOf[entity]!)
    else if (answer) add(readEntities(answer))
    else if (id) {
      const asked = questionOf(readEntities(question ?? ''))
      const blank = { id, second: Number(second), ...(asked ? { question: asked } : {}) }
      runs.push({ text: blankText, formats: formatsNow(), blank })
    } else {
      const format = formatOf[tag!]!
      open.set(format, Math.max(0, (open.get(format) ?? 0) + (slash ? -1 : 1)))
    }
  }
  add(value.slice(from))
  return runs
}

/** Escapes text for a value, so that none of it is markup. */
export const writeLetters = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Formats seconds of a recording for a blank, in hundredths. */
const secondText = (second: number) => String(Math.min(999_999, Math.max(0, Math.round((second || 0) * 100) / 100)))

const writeBlank = ({ id, second, question }: Blank) => {
  const asked = writeLetters(questionOf(question ?? '')).replaceAll('"', '&quot;')
  return `<blank id="${id}" second="${secondText(second)}"${asked ? ` question="${asked}"` : ''}/>`
}

/** Whether everything in a value that looks like the start of a blank is a blank. */
export const hasWholeBlanks = (value: string): boolean =>
  !/<\/?blank\b/.test(value.replaceAll(new RegExp(blankTag, 'g'), ''))

/** Serialises a value: `b`, `i`, `u` and `s` well nested, typed text escaped. Parsing it returns the same runs. */
export function writeText(runs: readonly Run[]): string {
  let value = ''
  let open: TextFormat[] = []
  const written = runs
    .map(({ text, ...run }) => ({ ...run, text: text.replace(unstorable, '').toWellFormed() }))
    .filter(({ text, blank }) => blank || text !== '')
  for (const { text, formats, blank } of [...written, { text: '', formats: [], blank: undefined }]) {
    const next = textFormats.filter((format) => formats.includes(format))
    const differs = open.findIndex((format, index) => next[index] !== format)
    const kept = differs < 0 ? open.length : differs
    for (const format of open.slice(kept).toReversed()) value += `</${tagOf[format]}>`
    for (const format of next.slice(kept)) value += `<${tagOf[format]}>`
    value += blank ? writeBlank(blank) : writeLetters(text)
    open = next
  }
  return value
}

/** Normalises a value from any source to its stored form. */
export const cleanText = (value: string): string => writeText(readText(value))

/** The plain text of a value. */
export const plainText = (value: string): string =>
  readText(value)
    .map(({ text }) => text)
    .join('')

/** A blank with its location: its section, and some of the text around it. */
export interface BlankOfNote extends Blank {
  readonly sectionId: string
  readonly heading: string
  readonly before: string
  readonly after: string
}

/** The length of text around a blank to include, in characters. */
const aroundMost = 60

/** The unanswered blanks of a note, in the order of the text. */
export const blanksOf = (sections: readonly (SectionOfNote & { readonly id: string })[]): BlankOfNote[] =>
  sections.flatMap(({ id: sectionId, heading, content }) =>
    content.flatMap(({ value }) => {
      if (!value.includes('<blank ')) return []
      const runs = readText(value)
      const textOf = (some: readonly Run[]) => some.map(({ text }) => text).join('')
      return runs.flatMap(({ blank }, index) =>
        blank
          ? {
              ...blank,
              sectionId,
              heading: heading.customUIHeading,
              before: textOf(runs.slice(0, index)).slice(-aroundMost),
              after: textOf(runs.slice(index + 1)).slice(0, aroundMost),
            }
          : [],
      )
    }),
  )

/** A section's text without its heading: one line per paragraph, with its blank lines. */
export const sectionPlainText = (content: readonly Paragraph[]): string =>
  content.map(({ value, count }) => '\n'.repeat(count) + plainText(value)).join('\n')

/** A note's text for clipboard, comparing and filing: headings on separate lines, a blank line between sections. */
export const notePlainText = (sections: readonly SectionOfNote[]): string =>
  sections
    .map(({ heading: { customUIHeading }, content }) =>
      [...(customUIHeading ? [customUIHeading] : []), ...(content.length ? [sectionPlainText(content)] : [])].join(
        '\n',
      ),
    )
    .join('\n\n')

/** A heading's text as stored: upper case, without extra spaces (EDIT-57). */
export const headingText = (text: string): string => text.toWellFormed().toUpperCase().replace(/\s+/g, ' ').trim()

/**
 * A heading as stored. It maps to the system heading of the same name, in any case. Otherwise it keeps its previous system
 * heading while its text is unchanged (a clinic may call HISTORY what the system calls otherwise). Otherwise it has none.
 */
export function storedHeading(text: string, systemHeadings: readonly string[], before?: NoteHeading): NoteHeading {
  const customUIHeading = headingText(text)
  const named = systemHeadings.find((name) => headingText(name) === customUIHeading)
  const isAsBefore = before !== undefined && headingText(before.customUIHeading) === customUIHeading
  return { customUIHeading, systemHeading: named ?? (isAsBefore ? before.systemHeading : 'NONE') }
}

/** A section without text or blank lines: the editor's empty line and no line at all are the same. */
const isEmpty = (content: readonly Paragraph[]) =>
  content.length === 1 && content[0]!.count === 0 && plainText(content[0]!.value) === ''

const readingOf = ({ heading, content }: SectionOfNote) =>
  JSON.stringify([
    headingText(heading.customUIHeading),
    isEmpty(content) ? [] : content.map(({ value, newParagraph, count }) => [cleanText(value), newParagraph, count]),
  ])

/** Whether two sections read the same, ignoring the spelling of their tags and the case of their headings. */
export const isSameText = (one: SectionOfNote, other: SectionOfNote): boolean =>
  one === other || readingOf(one) === readingOf(other)
