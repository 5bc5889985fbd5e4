import type { RecognisedWord } from '@dictara/contract/notes'
import type { TokenWords } from '../sections.ts'
import { commonRuns } from './common-runs.ts'

/** A word as it stands in a text: characters `from` to `to`, and what to compare it by. */
export interface Token {
  readonly from: number
  readonly to: number
  readonly key: string
}

/** A written token that may have been meant otherwise: recognised words `first` to `last`. */
export interface Doubt {
  /** As the conversion wrote it. */
  readonly said: string
  /** How far into it its first word begins, and where its last one ends. */
  readonly lead: number
  readonly tail: number
  /** What else it may have been meant as, the likeliest first; as on the wire. */
  readonly readings: readonly string[]
  readonly first: number
  readonly last: number
}

/** What was spoken for one written token: the recognised words `first` to `last`. */
export interface Spoken {
  readonly key: string
  readonly first: number
  readonly last: number
  /** Where the written token may have been meant otherwise. */
  readonly doubt?: Doubt | undefined
}

/** A token known to be recognised words `first` to `last`, spoken as `key`; `isAsSpoken` while its text still says that. */
export interface PlacedWord {
  readonly from: number
  readonly to: number
  readonly first: number
  readonly last: number
  readonly key: string
  readonly isAsSpoken: boolean
  /** The token in doubt that it is of, or stands for. */
  readonly doubt?: Doubt | undefined
}

/** What a word is compared by. */
export const keyOf = (word: string) => word.toLowerCase().replaceAll('’', "'")

const wordPattern = /[\p{L}\p{N}]+(?:['’./-][\p{L}\p{N}]+)*/gu

export const tokensOf = (text: string): Token[] =>
  Array.from(text.matchAll(wordPattern), ({ 0: word, index }) => ({
    from: index,
    to: index + word.length,
    key: keyOf(word),
  }))

/** The recogniser's words as the tokens they would be written as. */
export const spokenWords = (words: readonly RecognisedWord[]): Spoken[] =>
  words.flatMap(({ word }, index) => tokensOf(word).map(({ key }) => ({ key, first: index, last: index })))

/**
 * The tokens that the conversion wrote, each with the words it came from. The words of a token that is several in the text are shared
 * out among these, so that one of them is found again without the others.
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
 * Finds the spoken source of each token: equal words by their longest common subsequence; what lies between two equal
 * ones ("twenty three" for "23", a corrected word) is shared out in proportion. `undefined` where nothing was spoken.
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
