import type { Phrases, WrittenSection } from '@dictara/dictation'
import type { PhraseRun } from '@dictara/dictation/phrase-text'
import { newId } from '../../platform/ids.ts'

/** Letters of a section that a phrase filled in from a field of the patient or the encounter, or the blank that asks for it. */
export interface FilledField {
  /** That of the blank, where it is one or becomes one. */
  id: string
  /** As a phrase has it between its braces. */
  name: string
  /** As it was filled in; null: nobody knew it, and a blank asks. */
  value: string | null
  /** Where it was said or put in, in seconds of the recording. */
  second: number
  /** For whom it was filled in. */
  patientId: string
  /** From and to in the section's plain text, its values joined by `\n`; null: it was taken out. */
  place: readonly [from: number, to: number] | null
  /** What stood beside it when it was taken out. */
  beside?: readonly [before: string, after: string]
  /** It was taken out and stands elsewhere. */
  isMoved?: true
  /** Somebody had changed or moved it: its blank is for a person to answer. */
  isDoubtful?: true
}

type Put = Parameters<NonNullable<Phrases['onPut']>>
const keyOf = (words: readonly number[], text: string) => JSON.stringify([words, text])

/** Remembers the lines with fields that phrases put into a note, and finds them again in its sections. */
export function filledFields(patientId: string, now: Date) {
  const lines = new Map<string, { runs: readonly PhraseRun[]; second: number }>()

  function fieldsAt(start: number, { runs, second }: { runs: readonly PhraseRun[]; second: number }): FilledField[] {
    let to = start
    return runs.flatMap(({ text, field, blank }) => {
      const from = to
      to += text.length
      if (field === undefined) return []
      const id = blank?.id ?? newId(now.getTime())
      return [{ id, name: field, value: blank ? null : text, second, patientId, place: [from, to] as const }]
    })
  }

  return {
    onPut(...[words, put, second]: Put) {
      for (const runs of put)
        if (runs.some(({ field }) => field !== undefined))
          lines.set(keyOf(words, runs.map(({ text }) => text).join('')), { runs, second })
    },
    /** The fields of a written section, in order. */
    of: ({ tokens }: WrittenSection): FilledField[] =>
      tokens.flatMap(({ wordIndexes, text, from }) => {
        const line = lines.get(keyOf(wordIndexes, text))
        return line ? fieldsAt(from, line) : []
      }),
  }
}
