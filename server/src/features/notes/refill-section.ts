import type { SectionContent } from '@dictara/contract/notes'
import { blankText, plainText, readText, type Run, writeText } from '@dictara/dictation/note-text'
import type { FilledField } from '../conversion/index.ts'

/** Values of fields by name; null if unknown. */
export type FieldValues = Readonly<Record<string, string | null>>

/** The value of a field; null for unknown values and for names that are no field, such as `constructor`. */
export const valueOf = (values: FieldValues, name: string): string | null =>
  Object.hasOwn(values, name) ? (values[name] ?? null) : null

/** The letters of a section, its paragraphs separated by line feeds. The places of fields refer to this text. */
export const lettersOfSection = (content: readonly Pick<SectionContent, 'value'>[]): string =>
  content.map(({ value }) => plainText(value)).join('\n')

/** The place of each blank of a section, by the blank's id. */
export function blankPlaces(content: readonly Pick<SectionContent, 'value'>[]): Map<string, readonly [number, number]> {
  const places = new Map<string, readonly [number, number]>()
  let at = 0
  for (const { value } of content) {
    for (const { text, blank } of readText(value)) {
      if (blank) places.set(blank.id, [at, at + text.length])
      at += text.length
    }
    at += 1
  }
  return places
}

type Letters = Omit<Run, 'formats'>
interface Change {
  from: number
  to: number
  put: Letters
}

/** Replaces a stretch of letters in runs. The new letters get the format of the first replaced one. */
function withPut(runs: readonly Run[], from: number, to: number, put: Letters): Run[] {
  const done: Run[] = []
  let isPut = false
  let at = 0
  for (const run of runs) {
    const [start, end] = [at, at + run.text.length]
    at = end
    const kept = (text: string) => text !== '' && done.push({ ...run, text })
    if (end <= from || start >= to) {
      kept(run.text)
      continue
    }
    kept(run.text.slice(0, Math.max(0, from - start)))
    if (!isPut) done.push({ ...put, formats: run.formats })
    isPut = true
    kept(run.text.slice(Math.min(run.text.length, to - start)))
  }
  return done
}

/** Applies changes to a section, the last first, so that earlier places stay valid. A change must lie within one line. */
function withChanges(content: readonly SectionContent[], changes: readonly Change[]): SectionContent[] {
  let start = 0
  return content.map((entry) => {
    const from = start
    const end = from + plainText(entry.value).length
    start = end + 1
    const here = changes.filter((change) => change.from >= from && change.to <= end)
    if (here.length === 0) return entry
    const runs = here
      .toSorted((one, other) => other.from - one.from)
      .reduce(
        (now: Run[], change) => withPut(now, change.from - from, change.to - from, change.put),
        readText(entry.value),
      )
    return { ...entry, value: writeText(runs) }
  })
}

export interface Refilled {
  content: SectionContent[]
  fields: FilledField[]
  /** How many fields were filled in again, and how many became blanks. */
  filled: number
  asked: number
}

export interface Refilling {
  values: FieldValues
  patientId: string
  /** True for names of fields about the patient. */
  isOfPatient: (name: string) => boolean
  /** True when letters name a former patient. Questions of blanks do not repeat them. */
  isFormer: (text: string) => boolean
}

/** The new content of one field; undefined when it stays. */
function becomes(
  field: FilledField,
  text: string,
  isBlank: boolean,
  { values, patientId, isOfPatient, isFormer }: Refilling,
) {
  const now = valueOf(values, field.name)
  const asks = (question: string, isDoubtful?: true) => ({ value: null, put: { question }, isDoubtful })
  const isAsFilled = field.value === null ? isBlank : text === field.value && !field.isMoved
  if (field.isDoubtful && isBlank) return undefined
  if (isAsFilled) {
    if (now === field.value) return undefined
    return now === null ? asks(field.name) : { value: now, put: { text: now } }
  }
  // Somebody has already written the right value.
  if (now !== null && text === now) return undefined
  const isOfOther =
    field.value === null ? isOfPatient(field.name) && field.patientId !== patientId : field.value !== now
  if (!isOfOther) return undefined
  const isTold = text !== field.value && text.trim() !== '' && !isBlank && !isFormer(text)
  return asks(isTold ? `${field.name} (it read “${text}”)` : field.name, true)
}

/**
 * Fills in the fields of a section again. An unchanged field gets its present value, or a blank if that is unknown. An outdated
 * field that somebody changed or moved becomes a blank whose question quotes the old text.
 * @param which selects the fields to fill in; the others stay
 */
export function refillSection(
  content: readonly SectionContent[],
  fields: readonly FilledField[],
  refilling: Refilling,
  which: (field: FilledField, text: string) => boolean = () => true,
): Refilled {
  const text = lettersOfSection(content)
  const blanks = blankPlaces(content)
  const changes: Change[] = []
  let [grown, filled, asked] = [0, 0, 0]
  const inOrder = fields.toSorted((one, other) => (one.place?.[0] ?? 0) - (other.place?.[0] ?? 0))
  const done = inOrder.map((field): FilledField => {
    if (!field.place) return field
    const [from, end] = field.place
    // Of a field that was broken into lines only the first line is replaced.
    const line = text.slice(from).indexOf('\n')
    const to = line < 0 ? end : Math.min(end, from + line)
    if (to <= from) return { ...field, place: [from + grown, end + grown] }
    const isBlank = blanks.get(field.id)?.[0] === from && text.slice(from, to) === blankText
    const next = which(field, text.slice(from, to))
      ? becomes(field, text.slice(from, to), isBlank, refilling)
      : undefined
    const start = from + grown
    if (!next) return { ...field, place: [start, end + grown] }
    const put =
      'text' in next.put
        ? { text: next.put.text }
        : { text: blankText, blank: { id: field.id, second: field.second, question: next.put.question } }
    changes.push({ from, to, put })
    grown += put.text.length - (to - from)
    if (next.value === null) asked += 1
    else filled += 1
    const { isMoved: _moved, isDoubtful: _doubtful, ...rest } = field
    const isDoubtful = 'isDoubtful' in next && next.isDoubtful ? { isDoubtful: true as const } : {}
    return {
      ...rest,
      value: next.value,
      patientId: refilling.patientId,
      place: [start, start + put.text.length],
      ...isDoubtful,
    }
  })
  return { content: withChanges(content, changes), fields: done, filled, asked }
}
