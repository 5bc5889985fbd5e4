import type { RecognisedWord } from '@dictara/contract/notes'
import type { TokenWords } from '../sections.ts'
import { commonRuns } from './common-runs.ts'

/** A word in a text: its range of characters `from` to `to`, and its key for comparisons. */
export interface Token {
  readonly from: number
  readonly to: number
  readonly key: string
}

/** A written token with several readings, made from the recognised words `first` to `last`. */
export interface Doubt {
  /** The token as converted. */
  readonly said: string
  /** Number of characters before its first word, and where its last word ends. */
  readonly lead: number
  readonly tail: number
  /** Its other readings, the likeliest first; as on the wire. */
  readonly readings: readonly string[]
  readonly first: number
  readonly last: number
}

/** The speech behind one written token: the recognised words `first` to `last`. */
export interface Spoken {
  readonly key: string
  readonly first: number
  readonly last: number
  /** The readings, if the written token has several. */
  readonly doubt?: Doubt | undefined
}

/**
 * A token made from the recognised words `first` to `last`, spoken as `key`; `isAsSpoken` while its text is unchanged.
 */
export interface PlacedWord {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly last: number
  readonly key: string
  readonly isAsSpoken: boolean
  /** The uncertain token that it belongs to or replaces. */
  readonly doubt?: Doubt | undefined
}

/** The form of a word for comparisons. */
export const keyOf = (word: string) => word.toLowerCase().replaceAll('’', "'")

const wordPattern = /[\p{L}\p{N}]+(?:['’./-][\p{L}\p{N}]+)*/gu

export const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    key: keyOf(word),
  }))

/** Converts recognised words to the tokens they would be written as. */
export const spokenWords = (words: readonly RecognisedWord[]): Spoken[] =>
  words.flatMap(({ word }, index) => tokensOf(word).map(({ key }) => ({ key, first: index, last: index })))

/**
 * The tokens of the conversion, each with its recognised words. If a token is several words in the text, its recognised
 * words are divided among these, so that each can be found alone.
 */
export const spokenTokens = (tokens: readonly TokenWords[], doubts?: ReadonlyMap<TokenWords, Doubt>): Spoken[] =>
  tokens.flatMap((token) => {
    const heard = token.wordIndexes.toSorted((one, other) => one - other)
    const parts = heard.length > 0 ? tokensOf(token.text) : []
    const each = heard.length / parts.length
    return parts.map(({ key }, index) => {
      const from = Math.floor(index * each)
      const to = Math.max(from, Math.floor((index + 1) * each) - 1)
      return { key, first: heard[from]!, last: heard[to]!, doubt: doubts?.get(token) }
    })
  })

/**
 * Finds the spoken source of each token: equal words by their longest common subsequence; tokens between two equal ones
 * ("twenty three" for "23", a corrected word) share the words there in proportion. `undefined` if nothing was spoken.
 */
export const placeTokens = (tokens: readonly Token[], spoken: readonly Spoken[]): (PlacedWord | undefined)[] => {
  const placed: (PlacedWord | undefined)[] = tokens.map(() => undefined)
  const place = (index: number, { first, key, doubt: one }: Spoken, { last, doubt: other }: Spoken) => {
    const token = tokens[index] as Token
    const { from, to } = token
    const doubt = one === other ? one : undefined
    placed[index] = { from, to, first, last: Math.max(first, last), key, isAsSpoken: token.key === key, doubt }
  }
  let token = 0
  let source = 0
  const shareOut = (tokenEnd: number, sourceEnd: number) => {
    const each = (sourceEnd - source) / (tokenEnd - token)
    for (let index = token; index < tokenEnd && sourceEnd > source; index += 1) {
      const from = Math.min(sourceEnd - 1, source + Math.floor((index - token) * each))
      const to = Math.max(from, Math.min(sourceEnd, source + Math.ceil((index - token + 1) * each)) - 1)
      place(index, spoken[from] as Spoken, spoken[to] as Spoken)
    }
  }
  const runs = commonRuns(
    tokens.map(({ key }) => key),
    spoken.map(({ key }) => key),
  )
  for (const run of runs) {
    shareOut(run.a, run.b)
    for (let step = 0; step < run.length; step += 1) {
      const match = spoken[run.b + step] as Spoken
      place(run.a + step, match, match)
    }
    token = run.a + run.length
    source = run.b + run.length
  }
  shareOut(tokens.length, spoken.length)
  return placed
}
