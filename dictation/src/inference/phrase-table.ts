import { readTokens, type Token } from './words.ts'

type Phrase<T> = { words: readonly string[]; value: T }

/** Phrases of one or more words by their first word, each with its value. Built when it is first used. */
export type PhraseTable<T> = () => ReadonlyMap<string, readonly Phrase<T>[]>

export interface FoundPhrase<T> {
  value: T
  /** The number of tokens that it takes. */
  count: number
}

/**
 * Makes a table that finds the longest of its phrases at a position of a text, ignoring case and hyphens. Building all
 * tables takes a tenth of the time of a start, so each is built for the first text that needs it.
 */
export function phraseTable<T>(rows: Iterable<readonly [phrase: string, value: T]>): PhraseTable<T> {
  let made: ReturnType<PhraseTable<T>> | undefined
  return () => (made ??= byFirstWord(rows))
}

function byFirstWord<T>(rows: Iterable<readonly [phrase: string, value: T]>) {
  const table = new Map<string, Phrase<T>[]>()
  for (const [phrase, value] of rows) {
    const words = readTokens(phrase).map(({ text }) => text)
    const first = words[0]
    if (first === undefined) throw new Error('a phrase of the tables has no word')
    const same = table.get(first)
    if (same) same.push({ words, value })
    else table.set(first, [{ words, value }])
  }
  for (const same of table.values()) same.sort((a, b) => b.words.length - a.words.length)
  return table
}

/** Returns the longest phrase that begins at a token and ends before `end`. */
export function phraseAt<T>(
  table: PhraseTable<T>,
  tokens: readonly Token[],
  at: number,
  end: number,
): FoundPhrase<T> | undefined {
  const first = tokens[at]?.text
  const found =
    first === undefined
      ? undefined
      : table()
          .get(first)
          ?.find(({ words }) => isAt(words, tokens, at, end))
  return found && { value: found.value, count: found.words.length }
}
const isAt = (words: readonly string[], tokens: readonly Token[], at: number, end: number) =>
  at + words.length <= end && words.every((word, index) => tokens[at + index]!.text === word)

/** Splits a text into phrases, which are on separate lines or separated by commas. */
export const phraseSet = (text: string): PhraseTable<true> =>
  phraseTable(listOf(text).map((phrase) => [phrase, true] as const))
export const listOf = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Splits a text into words, which are separated by spaces. */
export const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ''))
