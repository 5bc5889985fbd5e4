import type { Phrases, WrittenSection } from '@dictara/dictation'
import type { PhraseRun } from '@dictara/dictation/phrase-text'
import { newId } from '../../platform/ids.ts'

/** Letters in a section that a phrase filled in from a field of the patient or the encounter, or the blank that asks for them. */
export interface FilledField {
  /** The id of the blank, if it is one or becomes one. */
  id: string
  /** The field's name, as written between the braces of a phrase. */
  name: string
  /** The value that was filled in; null if it was unknown and a blank asks for it. */
  value: string | null
  /** When it was said or inserted, in seconds of the recording. */
  second: number
  /** The patient for whom it was filled in. */
  patientId: string
  /** Its place in the section's plain text, the values joined by `\n`; null if it was removed. */
  place: readonly [from: number, to: number] | null
  /** The text beside it when it was removed. */
  beside?: readonly [before: string, after: string]
  /** It was removed and is now elsewhere. */
  isMoved?: true
  /** Somebody had changed or moved it, so only a person may answer its blank. */
  isDoubtful?: true
}

type Put = Parameters<NonNullable<Phrases['onPut']>>
const keyOf = (words: readonly number[], text: string) => JSON.stringify([words, text])

/** Remembers the lines with fields that phrases put into a note, and finds these lines in the written sections. */
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
