import { inOrder } from '../in-order.ts'
import type { HeardWord } from '../port.ts'
import { spreadWords } from '../spread-words.ts'

/** The runtime's result for a piece; times in seconds from its beginning. */
export interface Decoded {
  text: string
  /** A word begins at a space, or at the sign for one. */
  tokens: string[]
  /** One for each token; none from Whisper and Moonshine. */
  timestamps: number[]
  /** One for each token, or none. */
  durations: number[]
  /** Logarithms of probabilities, one for each token, or none. */
  ys_log_probs: number[]
}

const spaceSign = /▁/g
/** Not spoken: ends of sentences and the model's blank. */
const control = /^<(s|\/s|blk|blank|eps|pad|sos|eos|sos\/eos)>$/
/** A mark in braces or brackets is one word, including its spaces; if unclosed, its words are ordinary words. */
const wordPattern = /\{[^{}]{1,40}\}|\[[^[\]]{1,60}\]|[{[]?[^\s{[]+|[{[]/g
/** Approximate duration of a word's last token. */
const lastTokenSeconds = 0.24

const letters = (text: string) => text.replace(/\s+/g, '')

/** The words of a piece, in seconds from its beginning. @param seconds its length. */
export function wordsOfTokens(decoded: Decoded, seconds: number): HeardWord[] {
  const spoken = decoded.tokens.flatMap((token, index) =>
    control.test(token) ? [] : [{ text: token.replace(spaceSign, ' '), index }],
  )
  const text = decoded.text.replace(spaceSign, ' ')
  const whole = spoken.map((token) => token.text).join('')
  const spokenText = text.replace(/<(s|\/s|blk|blank|eps|pad|sos|eos)>/g, '')
  // Without times, or with tokens that are parts of letters, only the text can be used.
  if (decoded.timestamps.length !== decoded.tokens.length || letters(whole) !== letters(spokenText))
    return spreadWords(spokenText, 0, seconds, null)
  const tokenAt = spoken.flatMap((token) => Array.from({ length: token.text.length }, () => token.index))
  const has = (values: readonly number[] | undefined) => values?.length === decoded.tokens.length
  const time = (index: number) => decoded.timestamps[index]!
  const found = [...whole.matchAll(wordPattern)].map((match) => {
    const [first, last] = [tokenAt[match.index]!, tokenAt[match.index + match[0].length - 1]!]
    const chances = has(decoded.ys_log_probs) ? decoded.ys_log_probs.slice(first, last + 1) : []
    const mean = chances.reduce((sum, chance) => sum + chance, 0) / chances.length
    return {
      word: match[0],
      start: time(first),
      // A token at the same time as the next one has no length.
      end: Math.min(seconds, time(last) + ((has(decoded.durations) && decoded.durations[last]) || lastTokenSeconds)),
      confidence: chances.length === 0 ? null : Math.min(1, Math.exp(mean)),
    }
  })
  const words = inOrder(found, seconds)
  return words.map((word, index) => ({ ...word, end: Math.min(word.end, words[index + 1]?.start ?? seconds) }))
}
