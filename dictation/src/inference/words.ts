/**
 * A word, number or mark of a text. Hyphens and spaces between words are no tokens, so "x-ray" is read like "x ray".
 */
export interface Token {
  /** The text in lower case, with plain apostrophes. */
  text: string
  start: number
  /** The end, exclusive. */
  end: number
  kind: 'word' | 'number' | 'mark' | 'break'
  /** Whether it begins with a capital letter. */
  isCapital: boolean
  /** Whether all its letters are capitals: "PE". */
  isCapitals: boolean
  /** Whether a hyphen or a dash joins it to the token before: "left-sided", "4-6". */
  isJoined: boolean
  /** Whether it directly follows the token before, without a space or a hyphen: "mg" in "10mg". */
  isTight: boolean
}

/**
 * Patterns of the tokens: "b.i.d.", "s/p", numbers that contain marks, words with digits after a letter, and single
 * marks.
 */
const ways = [
  String.raw`(?<break>\n)`,
  String.raw`(?<dotted>(?<![\p{L}\d])(?:\p{L}\.){2,})`,
  String.raw`(?<slashed>(?<![\p{L}\d/])(?:[hy]/o|[rcw]/o|w/|s/p|f/u|b/l|d/[ct])(?![\p{L}\d/]))`,
  String.raw`(?<hours>(?<![\p{L}\d])q\.\s?\d{1,2}(?:-\d{1,2})?\s?h\b\.?)`,
  String.raw`(?<number>\d+(?:[.,/:]\d+)*)`,
  String.raw`(?<word>\p{L}[\p{L}\p{M}\d]*(?:['’]\p{L}+)*)`,
  String.raw`(?<mark>[^\s\p{L}\d])`,
]
/** Each alternative consumes what it tries, so the time is linear in the text. */
const pattern = new RegExp(ways.join('|'), 'giu')

/** Returns the words, numbers and marks of a text in order. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let isJoined = false
  for (const { 0: found, index, groups = {} } of text.matchAll(pattern)) {
    const kind = kindOf(groups)
    if (/^[-–—]$/.test(found) && isBetweenWords(text, index)) {
      isJoined = true
      continue
    }
    const isTight = !isJoined && tokens.at(-1)?.end === index
    const lower = found.toLowerCase().replaceAll('’', "'")
    const isCapital = found[0] !== found[0]!.toLowerCase()
    const isCapitals = isCapital && found === found.toUpperCase()
    tokens.push({
      text: lower,
      start: index,
      end: index + found.length,
      kind,
      isCapital,
      isCapitals,
      isJoined,
      isTight,
    })
    isJoined = false
  }
  return tokens
}
function kindOf(groups: Record<string, string | undefined>): Token['kind'] {
  if (groups.break) return 'break'
  if (groups.number) return 'number'
  return groups.mark ? 'mark' : 'word'
}
const isBetweenWords = (text: string, at: number) =>
  /[\p{L}\d]/u.test(text[at - 1] ?? '') && /[\p{L}\d]/u.test(text[at + 1] ?? '')

/** Abbreviations whose full stop ends no sentence. */
const shortened = new Set(['dr', 'mr', 'mrs', 'ms', 'vs', 'approx', 'st', 'prof', 'e.g.', 'i.e.', 'vs.'])
const ends = new Set(['.', '!', '?', ';', '•'])

/** A range of tokens; `end` is exclusive. */
export interface Span {
  start: number
  end: number
}

/** Returns the sentences of a text as ranges of its tokens. A line break or a semicolon also ends a sentence. */
export function readSentences(tokens: readonly Token[]): Span[] {
  const sentences: Span[] = []
  let start = 0
  const close = (end: number, next: number) => {
    if (end > start) sentences.push({ start, end })
    start = next
  }
  for (const [at, token] of tokens.entries()) {
    if (token.kind === 'break') close(at, at + 1)
    else if (ends.has(token.text) && !isInner(tokens, at)) close(at, at + 1)
    else if (isDotted(token) && tokens[at + 1]?.isCapital) close(at + 1, at + 1)
  }
  close(tokens.length, tokens.length)
  return sentences
}
const isDotted = (token: Token) => token.kind === 'word' && token.text.endsWith('.') && !shortened.has(token.text)
/** Whether a full stop does not end a sentence: "Dr. Miller", "vs. pneumonia". */
const isInner = (tokens: readonly Token[], at: number) =>
  tokens[at]!.text === '.' && tokens[at]!.isTight && shortened.has(tokens[at - 1]?.text ?? '') && !!tokens[at + 1]

/** A section in the form that the rules read. */
export interface ReadSection {
  section: number
  /** The heading as written. */
  title: string
  /** The heading in lower case, with single spaces and without marks at its end. */
  heading: string
  text: string
  tokens: readonly Token[]
  sentences: readonly Span[]
}

export function readSection({ heading, text }: { heading: string; text: string }, section: number): ReadSection {
  const tokens = readTokens(text)
  const plain = heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
  return { section, title: heading, heading: plain, text, tokens, sentences: readSentences(tokens) }
}

/** Returns the words of a text between two tokens, `end` exclusive, in lower case and with single spaces. */
export const wordsBetween = ({ text, tokens }: ReadSection, start: number, end: number): string =>
  plainWords(text.slice(tokens[start]!.start, tokens[end - 1]!.end))
export const plainWords = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Returns the evidence of an item that consists of a range of tokens. */
export const evidenceOf = ({ section, tokens }: ReadSection, start: number, end: number) => ({
  section,
  start: tokens[start]!.start,
  end: tokens[end - 1]!.end,
})
