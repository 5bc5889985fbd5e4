import { type RecognisedWord, type Token, word } from './token.ts'

/** A silence counts as a pause when it lasts this many seconds and is this many times longer than the speaker's other silences. */
const pauseSeconds = 0.4
const pauseTimes = 3

/** The most words in a command or heading that an engine writes as one token: "{new paragraph}". */
const bracketedWords = 6

/** The silence before each word, in seconds; undefined when the times are unusable: they are missing, or they run backwards. */
function silences(words: readonly RecognisedWord[]): (number | undefined)[] {
  return words.map(({ start }, index) => {
    const before = words[index - 1]
    if (!before || !Number.isFinite(start) || !Number.isFinite(before.end)) return undefined
    return before.end > before.start && start >= before.end ? start - before.end : undefined
  })
}

/** Whether the speaker paused before a word. If an engine leaves the same silence everywhere, no pause can be detected. */
export function pauseReader(words: readonly RecognisedWord[]): (index: number) => boolean {
  const before = silences(words)
  const known = before.filter((seconds) => seconds !== undefined).toSorted((a, b) => a - b)
  const usual = known[Math.floor(known.length / 4)] ?? 0
  const least = Math.max(pauseSeconds, usual * pauseTimes)
  return (index) => (before[index] ?? 0) >= least
}

/** "a.m.", "q.i.d.", "e.g." */
const dotted = /^(?:\p{L}\.)+$/u
const abbreviated = new Set(
  'dr mr mrs ms vs etc approx st jr sr inc dept fig wt ht prof no cf al max min ext est avg'.split(' '),
)
/** Whether a word includes a full stop: an abbreviation. */
export const isAbbreviation = (text: string): boolean =>
  dotted.test(text) || (text.endsWith('.') && abbreviated.has(text.slice(0, -1).toLowerCase()))

/** Longer than any spoken word: such a token is left unchanged. */
const longestWord = 200
const mostParts = 8

/** A word, and the mark that an engine wrote behind it. */
function splitMark(text: string): { body: string; mark: string } {
  if (text.length > longestWord) return { body: text, mark: '' }
  const endOf = (marks: string) => {
    let end = text.length
    while (end > 0 && marks.includes(text[end - 1]!)) end -= 1
    return end
  }
  const withStop = endOf(',;:?!')
  if (isAbbreviation(text.slice(0, withStop))) return { body: text.slice(0, withStop), mark: text.slice(withStop) }
  const end = endOf('.,;:?!')
  return end === 0 ? { body: text, mark: '' } : { body: text.slice(0, end), mark: text.slice(end) }
}

/** The tokens of one recognised word: parts of a hyphenated word, and the mark behind it. */
function tokensOf(text: string, from: readonly number[], isPart: (part: string) => boolean): Token[] {
  const { body, mark } = splitMark(text)
  const parts = body.split('-')
  const pieces =
    parts.length > 1 && parts.length <= mostParts && parts.every((part) => isPart(part.toLowerCase())) ? parts : [body]
  return [
    ...pieces.map(
      (piece, index): Token => (index === 0 ? word(piece, from) : { ...word(piece, []), isHyphenated: true }),
    ),
    ...(mark ? [{ text: mark, from: [], kind: 'mark', isWritten: true } as const] : []),
  ]
}

const closing = { '{': '}', '[': ']' }
/** The number of words in a command in braces or a heading in brackets that begins at a word; 0 when none begins there. */
function bracketed(words: readonly { word: string }[], at: number): number {
  const first = words[at]!.word.trim()
  const close = closing[first[0] as keyof typeof closing]
  if (!close) return 0
  for (let count = 1; count <= bracketedWords && at + count <= words.length; count += 1) {
    const last = words[at + count - 1]!.word.trim()
    if (last.replace(/[.,;:?!]+$/, '').endsWith(close)) return count
  }
  return 0
}

/**
 * Turns the recognised words of any engine into tokens. A mark that the engine wrote after a word becomes a separate token, and
 * so does each part of a hyphenated number. Text in braces or brackets is one token.
 * @param isPart whether a part of a hyphenated word may be a number's.
 */
export function asTokens(words: readonly RecognisedWord[], isPart: (part: string) => boolean): Token[] {
  const isAfterPause = pauseReader(words)
  const tokens: Token[] = []
  for (let at = 0; at < words.length; ) {
    const count = bracketed(words, at) || 1
    const from = Array.from({ length: count }, (_, index) => at + index)
    const text = from.map((index) => words[index]!.word.trim()).join(' ')
    if (text !== '') {
      const [first, ...rest] = tokensOf(text, from, isPart)
      tokens.push(isAfterPause(at) ? { ...first!, isAfterPause: true } : first!, ...rest)
    }
    at += count
  }
  return tokens
}

const heading = /^\[([A-Z][A-Z /&-]+)\]$/
/** Bracketed texts that engines write for sounds that are not words. */
const sounds =
  /^(?:BLANK_AUDIO|BLANK AUDIO|MUSIC|NOISE|SILENCE|INAUDIBLE|UNINTELLIGIBLE|LAUGHTER|APPLAUSE|COUGH|COUGHING|CROSSTALK|UNKNOWN)$/
/** The heading that an engine wrote in brackets: "[EXAM TYPE]" → "EXAM TYPE". */
export function bracketedHeading({ kind, text }: Token): string | undefined {
  const name = kind === 'word' ? heading.exec(text)?.[1] : undefined
  return name === undefined || sounds.test(name) ? undefined : name
}

/** Headings in brackets that are no heading of the note: on a line of their own, with a colon, "[EXAM TYPE]" → "Exam type:". */
export function spellBrackets(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, at): Token[] => {
    const name = bracketedHeading(token)
    if (name === undefined) return [token]
    const isFirst = at === 0 || tokens[at - 1]!.kind === 'line' || tokens[at - 1]!.kind === 'paragraph'
    const written = { ...token, text: name.charAt(0) + name.slice(1).toLowerCase() }
    const next = tokens[at + 1]
    const hasColon = next?.kind === 'mark' && next.text === ':'
    return [
      ...(isFirst ? [] : [{ text: '', from: [], kind: 'line' } as const]),
      written,
      ...(hasColon ? [] : [{ text: ':', from: [], kind: 'mark' } as const]),
    ]
  })
}

/** Rejoins the remaining parts of hyphenated words. */
export function withHyphens(tokens: readonly Token[]): Token[] {
  const joined: Token[] = []
  for (const token of tokens) {
    const before = joined.at(-1)
    if (token.isHyphenated && before?.kind === 'word')
      joined.push({
        ...joined.pop()!,
        text: `${before.text}-${token.text}`,
        from: [...before.from, ...token.from],
        ...((before.unsure ?? token.unsure) && { unsure: before.unsure ?? token.unsure }),
      })
    else joined.push(token)
  }
  return joined
}
