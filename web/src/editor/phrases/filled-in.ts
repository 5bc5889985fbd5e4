import { besideMost, type FilledIn } from '@dictara/contract/notes'
import type { PhraseRun } from '@dictara/dictation/phrase-text'

/** A cut through a letter that is two characters leaves no half. */
const whole = (text: string) => text.replace(/^[\uDC00-\uDFFF]/, '').replace(/[\uD800-\uDBFF]$/, '')

/** What a phrase took from fields, with what stands beside it: a save tells it, so that it can be filled in anew. */
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
