/** A word, number or mark of a text. Hyphens and blanks between words are no tokens: "x-ray" is read like "x ray". */
export interface Token {
  /** In lower case, with plain apostrophes. */
  text: string
  start: number
  /** Exclusive. */
  end: number
  kind: 'word' | 'number' | 'mark' | 'break'
  /** It begins with a capital letter. */
  isCapital: boolean
  /** All its letters are capitals: "PE". */
  isCapitals: boolean
  /** A hyphen or a dash joins it to the token before: "left-sided", "4-6". */
  isJoined: boolean
  /** It stands directly behind the token before, without a blank or a hyphen: "mg" in "10mg". */
  isTight: boolean
}

/** "b.i.d.", "s/p", numbers with marks in them, words with digits behind a letter, and single marks. */
const ways = [
  String.raw`(?<break>\n)`,
  String.raw`(?<dotted>(?<![\p{L}\d])(?:\p{L}\.){2,})`,
  String.raw`(?<slashed>(?<![\p{L}\d/])(?:[hy]/o|[rcw]/o|w/|s/p|f/u|b/l|d/[ct])(?![\p{L}\d/]))`,
  String.raw`(?<hours>(?<![\p{L}\d])q\.\s?\d{1,2}(?:-\d{1,2})?\s?h\b\.?)`,
  String.raw`(?<number>\d+(?:[.,/:]\d+)*)`,
  String.raw`(?<word>\p{L}[\p{L}\p{M}\d]*(?:['’]\p{L}+)*)`,
  String.raw`(?<mark>[^\s\p{L}\d])`,
]
/** Each way consumes what it tries, so the time is linear in the text. */
const pattern = new RegExp(ways.join('|'), 'giu')

/** The words, numbers and marks of a text, in their order. */
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

/** Words before whose full stop no sentence ends. */
const shortened = new Set(['dr', 'mr', 'mrs', 'ms', 'vs', 'approx', 'st', 'prof', 'e.g.', 'i.e.', 'vs.'])
const ends = new Set(['.', '!', '?', ';', '•'])

/** A stretch of tokens, `end` exclusive. */
export interface Span {
  start: number
  end: number
}

/** The sentences of a text as stretches of its tokens; a line break ends one, and so does a semicolon. */
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
/** A full stop that ends no sentence: "Dr. Miller", "vs. pneumonia". */
const isInner = (tokens: readonly Token[], at: number) =>
  tokens[at]!.text === '.' && tokens[at]!.isTight && shortened.has(tokens[at - 1]?.text ?? '') && !!tokens[at + 1]

/** A section as the rules see it. */
export interface ReadSection {
  section: number
  /** The heading as it is written. */
  title: string
  /** The heading in lower case, blanks collapsed, without marks at its end. */
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

/** The words of a text between two tokens, `end` exclusive: lower case, blanks collapsed. */
export const wordsBetween = ({ text, tokens }: ReadSection, start: number, end: number): string =>
  plainWords(text.slice(tokens[start]!.start, tokens[end - 1]!.end))
export const plainWords = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** The evidence of an item that stands on a stretch of tokens. */
export const evidenceOf = ({ section, tokens }: ReadSection, start: number, end: number) => ({
  section,
  start: tokens[start]!.start,
  end: tokens[end - 1]!.end,
})
