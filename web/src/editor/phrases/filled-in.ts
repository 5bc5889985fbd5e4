import { besideMost, type FilledIn } from '@dictara/contract/notes'
import type { PhraseRun } from '@dictara/dictation/phrase-text'

/** A cut through a surrogate pair leaves no half of it. */
const whole = (text: string) => text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '')

/**
 * The field values that a phrase inserted, with the text beside them. A save sends them, so that they can be filled in
 * again.
 */
export const filledIn = (lines: readonly (readonly PhraseRun[])[], second: number): FilledIn[] =>
  lines.flatMap((runs) => {
    const text = runs.map((run) => run.text).join('')
    let to = 0
    return runs.flatMap((run) => {
      const from = to
      to += run.text.length
      if (run.field === undefined) return []
      return {
        id: run.blank?.id ?? crypto.randomUUID(),
        name: run.field,
        value: run.blank ? null : run.text,
        second,
        before: whole(text.slice(Math.max(0, from - besideMost), from)),
        after: whole(text.slice(to, to + besideMost)),
      }
    })
  })
