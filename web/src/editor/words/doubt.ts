import type { TokenWords } from '../sections.ts'
import { type Doubt, type PlacedWord, tokensOf } from './place-words.ts'
import { isMark } from './reading.ts'

/** The uncertain tokens of a conversion: tokens with more than one reading. */
export interface Doubts {
  readonly of: ReadonlyMap<TokenWords, Doubt>
  /** The next uncertain token after a recognised word. */
  readonly behind: ReadonlyMap<number, Doubt>
}

export const doubtsOf = (tokens: readonly TokenWords[]): Doubts => {
  const of = new Map<TokenWords, Doubt>()
  const behind = new Map<number, Doubt>()
  let before: number | undefined
  let section: string | undefined
  for (const token of tokens) {
    if (token.sectionId !== section) before = undefined
    section = token.sectionId
    const { text, unsure, wordIndexes } = token
    const parts = tokensOf(text)
    if (unsure && wordIndexes.length > 0) {
      const [first, last] = [Math.min(...wordIndexes), Math.max(...wordIndexes)]
      const doubt = {
        said: text,
        lead: parts[0]?.from ?? 0,
        tail: parts.at(-1)?.to ?? text.length,
        readings: unsure,
        first,
        last,
      }
      of.set(token, doubt)
      if (before !== undefined) behind.set(before, doubt)
    }
    if (parts.length > 0 && wordIndexes.length > 0) before = Math.max(...wordIndexes)
  }
  return { of, behind }
}

/** Marks contain no word to compare. A chosen mark is therefore searched behind the word before it. */
export const withMarks = (words: readonly PlacedWord[], text: string, { behind }: Doubts): readonly PlacedWord[] => {
  if (behind.size === 0) return words
  return words.flatMap((word, index) => {
    const doubt = behind.get(word.last)
    const next = words[index + 1]
    if (!doubt || next?.doubt === doubt) return [word]
    const key = [doubt.said, ...doubt.readings].find((one) => isMark(one) && text.startsWith(one, word.to))
    if (!key || (next && next.from <= word.to)) return [word]
    const { first, last } = doubt
    const mark = { from: word.to, to: word.to + key.length, first, last, key, isAsSpoken: key === doubt.said, doubt }
    return [word, mark]
  })
}

/** A word, or several words that form one uncertain token. */
export interface Stretch extends Pick<PlacedWord, 'from' | 'to' | 'first' | 'last'> {
  readonly doubt?: Doubt | undefined
}

/** The uncertain tokens of a text that are still as converted, each as one range. */
export const doubtedIn = (words: readonly PlacedWord[], text: string): (Stretch & { doubt: Doubt })[] => {
  const seen = new Set<Doubt>()
  return words.flatMap(({ doubt, from: start }) => {
    if (!doubt || seen.has(doubt)) return []
    seen.add(doubt)
    const { said, lead, tail, first, last } = doubt
    const from = start - lead
    const isAsWritten = text.slice(Math.max(0, from), from + said.length).toLowerCase() === said.toLowerCase()
    // One more letter at its end makes it another word.
    const isWhole = words.findLast((word) => word.doubt === doubt)?.to === from + tail
    return isAsWritten && isWhole ? [{ from, to: from + said.length, first, last, doubt }] : []
  })
}
