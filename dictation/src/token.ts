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
   * `mark` clings to the word before it; `opening` to the word after it; breaks end a line or a paragraph; a `phrase` stands as it
   * was kept: nobody reads, writes or expands anything in it.
   */
  kind: 'word' | 'mark' | 'opening' | 'joining' | 'line' | 'paragraph' | 'phrase'
  /** Set where the words may have been meant otherwise: the other readings, as they would be written; the likeliest first. */
  unsure?: readonly string[]
  /** Of a phrase: which one, and its lines; null: the default text of a heading. */
  inserted?: { readonly phraseId: string | null; readonly lines: readonly (readonly Run[])[] }
}

export const word = (text: string, from: readonly number[]): Token => ({ text, from, kind: 'word' })

/** What the words from `start` on say, in lower case, when they are plain words. */
export const said = (tokens: readonly Token[], at: number): string | undefined => {
  const token = tokens[at]
  return token?.kind === 'word' ? token.text.toLowerCase() : undefined
}

/** The token that replaces `count` tokens from `start` on. */
export const merged = (tokens: readonly Token[], start: number, count: number, text: string): Token =>
  word(
    text,
    tokens.slice(start, start + count).flatMap(({ from }) => from),
  )
