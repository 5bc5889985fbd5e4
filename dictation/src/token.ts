import type { Run } from './note-text.ts'

/** A recognised word; times in seconds, confidence 0 to 1 or null when the engine gives none. */
export interface RecognisedWord {
  word: string
  start: number
  end: number
  confidence: number | null
}

/** A piece of written text on its way: what it says, and the recognised words it came from. */
export interface Token {
  text: string
  /** Indexes of recognised words, ascending. */
  from: readonly number[]
  /**
   * `mark` clings to the word before it; `opening` to the word after it; `joining` to both; breaks end a line or a paragraph; a `phrase`
   * stands as it was kept: nobody reads, writes or expands anything in it.
   */
  kind: 'word' | 'mark' | 'opening' | 'joining' | 'line' | 'paragraph' | 'phrase'
  /** The speaker paused before it. */
  isAfterPause?: boolean
  /** An engine wrote it so: a mark behind a word, or a command in braces. */
  isWritten?: boolean
  /** It goes on a word that the engine wrote with a hyphen: "four" of "fifty-four". */
  isHyphenated?: boolean
  /** Set where the words may have been meant otherwise: the other readings, as they would be written; the likeliest first. */
  unsure?: readonly string[]
  /** Of a phrase: which one, and its lines; null: the default text of a heading. */
  inserted?: { readonly phraseId: string | null; readonly lines: readonly (readonly Run[])[] }
}

export const word = (text: string, from: readonly number[]): Token => ({ text, from, kind: 'word' })

/** What the token says, in lower case, when it is a plain word. */
export const said = (tokens: readonly Token[], at: number): string | undefined => {
  const token = tokens[at]
  return token?.kind === 'word' ? token.text.toLowerCase() : undefined
}

/** What a rule makes of some tokens. */
export interface Written {
  text: string
  /** How many tokens it stands for. */
  count: number
  unsure?: readonly string[]
}

/** The token that replaces those from `start` on. */
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
