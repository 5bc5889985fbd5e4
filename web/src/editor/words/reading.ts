/** A change of the text around a word: `put` replaces the word and some characters on either side of it. */
export interface Change {
  put: string
  /** How many characters before and behind the word are replaced too. */
  before: number
  behind: number
  /** The remaining text behind it begins a sentence. */
  startsSentence: boolean
}

const names: Record<string, string> = {
  '.': 'period',
  ',': 'comma',
  ':': 'colon',
  ';': 'semicolon',
  '?': 'question mark',
  '!': 'exclamation mark',
  '-': 'hyphen',
  '/': 'slash',
  '\n': 'new line',
  '\n\n': 'new paragraph',
}

/** The usual name of a reading that is a mark or a break; undefined for text. */
export const markName = (reading: string): string | undefined => names[reading]

export const isBreak = (reading: string) => /^\n{1,2}$/.test(reading)
export const isMark = (reading: string) => reading.length === 1 && !isBreak(reading) && reading in names

const joins = (mark: string) => mark === '-' || mark === '/'
const marksBehind = /^[.,;:?!]*/
const sentenceOver = /[.?!]["'”’)\]]*\s*$/
const lengthOf = (pattern: RegExp, text: string) => pattern.exec(text)?.[0].length ?? 0

/** A space between the inserted text and a word that would touch it. */
const spaceBefore = (behind: string) => (/^[\p{L}\p{N}([]/u.test(behind) ? ' ' : '')

const asText = (before: string, behind: string, reading: string): Change => {
  const isFirst = before.trim() === '' || sentenceOver.test(before)
  const written = isFirst ? reading.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : reading
  const space = before === '' || /[\s([]$/.test(before) ? '' : ' '
  return { put: space + written + spaceBefore(behind), before: 0, behind: 0, startsSentence: false }
}

/**
 * The change that replaces a word by a reading in written form. A mark joins the word before it and replaces marks
 * behind it; a hyphen and a slash join two words; a break removes the space, and marks behind the word stay in the line
 * that ends. At the beginning of a line, without a word before a mark or a line to break, the word is removed.
 * @param before the text of the word's line before it; `behind` is the text after it
 */
export function changeTo(before: string, behind: string, reading: string): Change {
  if (!isMark(reading) && !isBreak(reading)) return asText(before, behind, reading)
  const line = before.trimEnd()
  const marks = lengthOf(marksBehind, behind)
  const rest = behind.slice(marks)
  const spaces = rest.length - rest.trimStart().length
  if (line === '') return { put: '', before: before.length, behind: marks + spaces, startsSentence: true }
  const gone = { before: before.length - line.length, startsSentence: /[.?!\n]/.test(reading) }
  if (isMark(reading)) {
    const mark = line.endsWith(reading) ? '' : reading
    const put = joins(reading) ? mark : mark + spaceBefore(rest)
    return { ...gone, put, behind: marks + (joins(reading) ? spaces : 0) }
  }
  const kept = /[.,;:?!]$/.test(line) ? '' : behind.slice(0, marks)
  // Do not break a line that ends here anyway.
  const ends = spaces === rest.length ? reading.slice(1) : reading
  return { ...gone, put: kept + ends, behind: marks + spaces }
}

/** How far behind a word a reading may change the text: marks, spaces, and the first letter of the next sentence. */
export const reachBehind = (behind: string) => lengthOf(/^[.,;:?!]*\s*["'“‘([]*\p{L}?/u, behind)

/** The position of the letter that begins a sentence; undefined if it is a capital already or there is none. */
export const sentenceLetter = (text: string): number | undefined => {
  const at = lengthOf(/^\s*["'“‘([]*/, text)
  return /^\p{Ll}/u.test(text.slice(at)) ? at : undefined
}
