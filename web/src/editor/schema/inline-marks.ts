/** The four inline formats a note may carry (EDIT-56), outermost first when written. */
export const inlineFormats = ['bold', 'italic', 'underline', 'strike'] as const
export type InlineFormat = (typeof inlineFormats)[number]

/** A stretch of text in one format. */
export interface Run {
  readonly text: string
  readonly formats: readonly InlineFormat[]
}

const tagOf: Record<InlineFormat, string> = { bold: 'b', italic: 'i', underline: 'u', strike: 's' }
const formatOf: Record<string, InlineFormat> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  u: 'underline',
  s: 'strike',
}
const characterOf: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

const tagOrEntity = /<(\/?)(b|strong|i|em|u|s)>|&(amp|lt|gt|quot|#39|nbsp);/g
const looksLikeTag = /<(?=\/?(?:b|strong|i|em|u|s)>)/g
const looksLikeEntity = /&(?=(?:amp|lt|gt|quot|#39|nbsp);)/g
/** What no keyboard makes and the server refuses. */
// oxlint-disable-next-line no-control-regex -- these are the characters to drop
const unstorable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/** Reads a wire value. Only the listed tags and entities mean anything; all else, `<script>` too, is text. */
export const parseInline = (value: string): Run[] => {
  const runs: { text: string; formats: InlineFormat[] }[] = []
  const open = new Map<InlineFormat, number>()
  const add = (text: string) => {
    if (!text) return
    const formats = inlineFormats.filter((format) => (open.get(format) ?? 0) > 0)
    const last = runs.at(-1)
    if (last && last.formats.join() === formats.join()) last.text += text
    else runs.push({ text, formats })
  }
  let from = 0
  for (const match of value.matchAll(tagOrEntity)) {
    add(value.slice(from, match.index))
    from = match.index + match[0].length
    const [, slash, tag, entity] = match
    if (entity) add(characterOf[entity] ?? '')
    else if (tag) {
      const format = formatOf[tag] as InlineFormat
      open.set(format, Math.max(0, (open.get(format) ?? 0) + (slash ? -1 : 1)))
    }
  }
  add(value.slice(from))
  return runs
}

/** Writes a wire value. Text is escaped only where it would read as a tag or an entity, so plain text stays as typed. */
export const printInline = (runs: readonly Run[]) => {
  let value = ''
  let open: InlineFormat[] = []
  const switchTo = (formats: InlineFormat[]) => {
    let shared = 0
    while (shared < open.length && open[shared] === formats[shared]) shared += 1
    for (const format of open.slice(shared).reverse()) value += `</${tagOf[format]}>`
    for (const format of formats.slice(shared)) value += `<${tagOf[format]}>`
    open = formats
  }
  for (const run of runs) {
    switchTo(inlineFormats.filter((format) => run.formats.includes(format)))
    value += run.text
      .replace(unstorable, '')
      .toWellFormed()
      .replace(looksLikeEntity, '&amp;')
      .replace(looksLikeTag, '&lt;')
  }
  switchTo([])
  return value
}

/** A wire value without its formats. */
export const plainText = (value: string) =>
  parseInline(value)
    .map((run) => run.text)
    .join('')
