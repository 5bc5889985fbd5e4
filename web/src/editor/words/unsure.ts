import type { RecognisedWord } from '@dictara/contract/notes'

/** Below this confidence the recogniser was wrong too often to be left unmarked (speech.md, Confidence). */
export const unsureBelow = 0.5
/** At most this share of a note's words is marked, the least certain ones: people ignore marks that are everywhere. */
export const markedMost = 0.12
/** Above this share of unsure words nothing is marked: typing from the recording is faster than correcting. */
export const unsureMost = 0.4

export interface Judged {
  /** Indexes of the words to mark. */
  readonly marked: ReadonlySet<number>
  /** Indexes of all words below the threshold. */
  readonly unsure: ReadonlySet<number>
  /** More words are unsure than can be corrected. */
  readonly isLittleUnderstood: boolean
}

/** Selects the recognised words that should be checked. */
export const judgeWords = (words: readonly RecognisedWord[]): Judged => {
  const sureness = (index: number) => words[index]?.confidence ?? 1
  const below = [...words.keys()].filter((index) => sureness(index) < unsureBelow)
  const isLittleUnderstood = below.length > words.length * unsureMost
  const most = isLittleUnderstood ? 0 : Math.ceil(words.length * markedMost)
  const worst = below.toSorted((one, other) => sureness(one) - sureness(other)).slice(0, most)
  return { marked: new Set(worst), unsure: new Set(below), isLittleUnderstood }
}
