import type { RecognisedWord } from '@dictara/contract/notes'

/** Below this the recogniser was more often wrong than one may overlook (speech.md, Confidence). */
export const unsureBelow = 0.5
/** At most this share of a note's words is marked, the worst: what is marked everywhere is looked at nowhere. */
export const markedMost = 0.12
/** Above this share of unsure words nothing is marked: listening anew is quicker than mending. */
export const unsureMost = 0.4

export interface Judged {
  /** Indexes of the words to mark. */
  readonly marked: ReadonlySet<number>
  /** Indexes of all that are below the threshold. */
  readonly unsure: ReadonlySet<number>
  /** More is unsure than can be mended. */
  readonly isLittleUnderstood: boolean
}

/** Which of the recogniser's words are worth a look. */
export const judgeWords = (words: readonly RecognisedWord[]): Judged => {
  const sureness = (index: number) => words[index]?.confidence ?? 1
  const below = [...words.keys()].filter((index) => sureness(index) < unsureBelow)
  const isLittleUnderstood = below.length > words.length * unsureMost
  const most = isLittleUnderstood ? 0 : Math.ceil(words.length * markedMost)
  const worst = below.toSorted((one, other) => sureness(one) - sureness(other)).slice(0, most)
  return { marked: new Set(worst), unsure: new Set(below), isLittleUnderstood }
}
