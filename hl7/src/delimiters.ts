import { type ProblemCode } from './problems.ts'

/** The characters that divide a message. Each is one UTF-16 unit. */
export interface Delimiters {
  field: string
  component: string
  repetition: string
  escape: string
  subcomponent: string
  /** Since 2.7; absent in most messages. */
  truncation?: string
}

export const usualDelimiters: Delimiters = {
  field: '|',
  component: '^',
  repetition: '~',
  escape: '\\',
  subcomponent: '&',
}

const order = ['component', 'repetition', 'escape', 'subcomponent', 'truncation'] as const

const isLetterOrDigit = (code: number) =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** Whether a character can divide fields: no letter, digit, space or control character, and ASCII. */
export const canDelimit = (code: number): boolean => code > 32 && code < 127 && !isLetterOrDigit(code)

/**
 * Reads MSH-1 and MSH-2. `header` is the text of the segment, from its id. What MSH-2 leaves out is replaced by the usual
 * character, unless that one already has another purpose.
 */
export function readDelimiters(header: string): { delimiters: Delimiters; codes: ProblemCode[] } {
  const field = header.charAt(3) || usualDelimiters.field
  const end = header.indexOf(field, 4)
  const written = header.slice(4, end < 0 ? undefined : end).slice(0, 16)
  const usable = [...written].filter((one) => one.length === 1 && canDelimit(one.charCodeAt(0)))
  const distinct = usable.filter((one, index) => one !== field && usable.indexOf(one) === index)
  const codes: ProblemCode[] = []
  if (distinct.length < usable.length) codes.push('delimiters-doubled')
  if (distinct.length < 4) codes.push('delimiters-incomplete')
  const delimiters: Delimiters = { ...usualDelimiters, field }
  const taken = new Set([field, ...distinct])
  for (const [index, name] of order.entries()) {
    const found = distinct[index]
    if (found !== undefined) delimiters[name] = found
    else if (name !== 'truncation') delimiters[name] = replacementFor(name, taken)
  }
  return { delimiters, codes }
}

/** The usual character if it is free; otherwise none, which divides nothing. */
function replacementFor(name: keyof typeof usualDelimiters, taken: Set<string>): string {
  const usual = usualDelimiters[name] ?? ''
  if (taken.has(usual)) return ''
  taken.add(usual)
  return usual
}

/** The `place`-th part of a text, from 1; undefined if there are fewer. Without a delimiter the text is one part. */
export function partOf(text: string, delimiter: string, place: number): string | undefined {
  if (delimiter === '') return place === 1 ? text : undefined
  let start = 0
  for (let left = place; left > 1; left -= 1) {
    const next = text.indexOf(delimiter, start)
    if (next < 0) return undefined
    start = next + 1
  }
  const end = text.indexOf(delimiter, start)
  return start === 0 && end < 0 ? text : text.slice(start, end < 0 ? undefined : end)
}

/** All parts of a text. */
export const partsOf = (text: string, delimiter: string): string[] =>
  delimiter === '' ? [text] : text.split(delimiter)
