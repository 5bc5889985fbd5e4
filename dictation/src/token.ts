import type { Run } from './note-text.ts'

/** A recognised word; times in seconds, confidence 0 to 1 or null when the engine gives none. */
export interface RecognisedWord {
  word: string
  start: number
  end: number
  confidence: number | null
}

/** A piece of text while it is being processed, and the recognised words that it came from. */
export interface Token {
  text: string
  /** Indexes of recognised words, ascending. */
  from: readonly number[]
  /**
   * `mark` joins the word before it, `opening` the word after it, and `joining` both. Breaks end a line or a paragraph.
   * A `phrase` keeps its stored text: no rule reads or changes it.
   */
  kind: 'word' | 'mark' | 'opening' | 'joining' | 'line' | 'paragraph' | 'phrase'
  /** The speaker paused before it. */
  isAfterPause?: boolean
  /** The engine wrote it: a mark after a word, or a command in braces. */
  isWritten?: boolean
  /** It continues a word that the engine wrote with a hyphen: "four" of "fifty-four". */
  isHyphenated?: boolean
  /** The other readings in written form if the words may mean something else, likeliest first. */
  unsure?: readonly string[]
  /** Only for phrases: the id and the lines. A null id means the default text of a heading. */
  inserted?: { readonly phraseId: string | null; readonly lines: readonly (readonly Run[])[] }
}

export const word = (text: string, from: readonly number[]): Token => ({ text, from, kind: 'word' })

/** The text of a plain word in lower case; undefined for any other token. */
export const said = (tokens: readonly Token[], at: number): string | undefined => {
  const token = tokens[at]
  return token?.kind === 'word' ? token.text.toLowerCase() : undefined
}

/** The result of a rule for some tokens. */
export interface Written {
  text: string
  /** The number of tokens that it replaces. */
  count: number
  unsure?: readonly string[]
}

/** Makes the token that replaces the ones from `start` on. */
export function merged(tokens: readonly Token[], start: number, { text, count, unsure }: Written): Token {
  const { isAfterPause, isHyphenated } = tokens[start]!
  return {
    ...word(
      text,
      tokens.slice(start, start + count).flatMap(({ from }) => from),
    ),
    ...(isAfterPause && { isAfterPause }),
    ...(isHyphenated && { isHyphenated }),
    ...(unsure && { unsure }),
  }
}
