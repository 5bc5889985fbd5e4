import { alignWords } from '@dictara/dictation'
import type { SectionContent } from '@dictara/contract/notes'
import type { FilledField } from '../conversion/index.ts'
import { blankPlaces, lettersOfSection } from './refill-section.ts'

/** Fields with distinctive values: if such a value appears again, the field was moved. A value such as `45` may be anything. */
const telling = new Set([
  'Patient Name',
  'First Name',
  'Last Name',
  'MRN',
  'Date of Birth',
  'Date of Admission',
  'Date of Encounter',
  'Facility',
])

/** This many characters beside a place are enough to identify it. */
export const besideMost = 32
/** This many unchanged characters beside a place make it certain. */
const sureBeside = 8
/** At most this many places of one value are examined in a section. With more, nobody can tell which one is meant. */
const placesMost = 200
/** Text between a value's former neighbours counts as its changed form only up to this many letters. */
const madeOfMost = 200

/** How many comparisons one save has left: differing pieces of one text times differing pieces of the other. */
export interface Budget {
  pieces: number
}
/** Some tens of milliseconds of work. */
export const budgetOfSave = (): Budget => ({ pieces: 8_000_000 })

interface Piece {
  text: string
  from: number
  to: number
}
const piecesOf = (text: string): Piece[] =>
  [...text.matchAll(/\s|[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu)].map(({ 0: piece, index }) => ({
    text: piece,
    from: index,
    to: index + piece.length,
  }))
/** The index of the piece that contains a letter. Binary search, because long texts have many pieces. */
function pieceAt(pieces: readonly Piece[], at: number): number {
  let [low, high] = [0, pieces.length - 1]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (pieces[middle]!.to > at) high = middle
    else low = middle + 1
  }
  return low
}
const isWordly = (text: string) => /[\p{L}\p{N}_]/u.test(text)

const sameStart = (one: string, other: string) => {
  let length = 0
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1
  return length
}
const sameEnd = (one: string, other: string) =>
  sameStart([...one].toReversed().join(''), [...other].toReversed().join(''))

/** How many characters directly beside a place equal the given neighbours. */
const sameBeside = (text: string, from: number, to: number, [before, after]: readonly [string, string]) =>
  sameEnd(before, text.slice(Math.max(0, from - besideMost), from)) + sameStart(after, text.slice(to, to + besideMost))
const isSureBeside = (same: number, [before, after]: readonly [string, string]) =>
  same > 0 && same >= Math.min(sureBeside, before.length + after.length)

export type Place = readonly [from: number, to: number]
const overlaps = ([from, to]: Place, [start, end]: Place) => from < end && start < to

/** The places where a value appears as a whole word, without places already taken. The number of places is limited. */
export function placesOf(text: string, value: string, taken: readonly Place[] = []): Place[] {
  const found: Place[] = []
  let looked = 0
  for (let from = text.indexOf(value); value && from >= 0; from = text.indexOf(value, from + 1)) {
    looked += 1
    if (looked > placesMost * 10 || found.length === placesMost) break
    const place = [from, from + value.length] as const
    const isWithin = (at: number) => /^[\p{L}\p{N}]{2}$/u.test(text.slice(at - 1, at + 1))
    if (isWithin(from) || isWithin(place[1]) || taken.some((other) => overlaps(place, other))) continue
    found.push(place)
  }
  return found
}

type Steps = Map<number, { at: number; isSame: boolean }>

/** Maps the pieces of an older text to those of a newer one. Over budget, maps only the equal beginning and end. */
function aligned(older: readonly Piece[], newer: readonly Piece[], budget: Budget): { steps: Steps; isWhole: boolean } {
  const least = Math.min(older.length, newer.length)
  let start = 0
  while (start < least && older[start]!.text === newer[start]!.text) start += 1
  let end = 0
  while (end < least - start && older.at(-1 - end)!.text === newer.at(-1 - end)!.text) end += 1
  const pieces = (older.length - start - end) * (newer.length - start - end)
  const beginning = Array.from({ length: start }, (_, at) => [at, { at, isSame: true }] as const)
  const ending = Array.from({ length: end }, (_, index) => {
    const fromEnd = index + 1
    return [older.length - fromEnd, { at: newer.length - fromEnd, isSame: true }] as const
  })
  if (pieces > budget.pieces) return { steps: new Map([...beginning, ...ending]), isWhole: false }
  budget.pieces -= pieces
  const texts = (some: readonly Piece[]) => some.map(({ text }) => text)
  const steps = alignWords(texts(older), texts(newer)).flatMap((step) =>
    step.kind === 'same' || step.kind === 'substituted'
      ? [[step.reference, { at: step.hypothesis, isSame: step.kind === 'same' }] as const]
      : [],
  )
  return { steps: new Map(steps), isWhole: true }
}

/** The place in the newer text that corresponds to a place in the older one; null when its letters are gone. */
function followed([from, to]: Place, older: readonly Piece[], newer: readonly Piece[], steps: Steps): Place | null {
  const first = pieceAt(older, from)
  const last = pieceAt(older, to - 1)
  const now = Array.from({ length: last - first + 1 }, (_, index) => steps.get(first + index)).filter(
    (step) => step && (step.isSame || isWordly(newer[step.at]!.text)),
  )
  if (!now.some((step) => isWordly(newer[step!.at]!.text))) return null
  const [start, end] = [
    newer[Math.min(...now.map((step) => step!.at))]!,
    newer[Math.max(...now.map((step) => step!.at))]!,
  ]
  // Letters glued to the value on either side are not part of it, as long as they are still there.
  const lead = older[first]!.text.slice(0, Math.max(0, from - older[first]!.from))
  const tail = older[last]!.text.slice(older[last]!.text.length - Math.max(0, older[last]!.to - to))
  return [
    start.from + (start.text.startsWith(lead) ? lead.length : 0),
    end.to - (end.text.endsWith(tail) ? tail.length : 0),
  ]
}

/** The text before and after a place. */
export const besideOf = (text: string, [from, to]: Place) =>
  [text.slice(Math.max(0, from - besideMost), from), text.slice(to, to + besideMost)] as const

/** Extends a place by words that were glued to it, such as the second half of a double name. */
function withGlued(text: string, [from, to]: Place): Place {
  const before = /[\p{L}\p{N}]+[-’']$/u.exec(text.slice(0, from))?.[0].length ?? 0
  const after = /^[-’'](?!s\b)[\p{L}\p{N}]+/u.exec(text.slice(to))?.[0].length ?? 0
  return [from - before, to + after]
}

/** How similar a text is to a value. Counts equal ends, and whether both have digits or a capital first letter. */
const likeness = (text: string, value: string) =>
  sameStart(text, value) +
  sameEnd(text, value) +
  [/\d/, /^\p{Lu}/u].filter((sign) => sign.test(text) === sign.test(value)).length

const reversed = (steps: Steps, older: number, newer: number): Steps =>
  new Map([...steps].map(([at, step]) => [older - 1 - at, { ...step, at: newer - 1 - step.at }]))

/**
 * Finds a value, or its changed form, only by its former neighbours. `isSure` is false where that is not certain.
 */
function placeUnaligned(text: string, value: string, beside: readonly [string, string], taken: readonly Place[]) {
  const best = placesOf(text, value, taken)
    .map((place) => ({ place, same: sameBeside(text, ...place, beside) }))
    .toSorted((one, other) => other.same - one.same)[0]
  if (best) return { place: best.place, isSure: isSureBeside(best.same, beside) }
  const [before, after] = beside
  const from = before.length < sureBeside ? -1 : text.indexOf(before) + before.length
  if (from < before.length || text.indexOf(before, from) >= 0) return undefined
  const near = text.slice(from, from + madeOfMost)
  const to = from + (after === '' ? near.length : near.indexOf(after.slice(0, sureBeside)))
  const place = [from, to] as const
  return to > from && !taken.some((other) => overlaps(place, other)) ? { place, isSure: false } : undefined
}

/**
 * Follows the filled-in fields of a section from its older text to its newer one. Answers each with its place in the newer text.
 * @param budget is used up by comparing; over budget a field is found by its neighbours, and counts as moved where that is not sure
 * @param formerOf former values of a field: an editor that was open during a correction may send them again in the same place
 */
export function followFields(
  before: string,
  after: string,
  fields: readonly FilledField[],
  patientId: string,
  formerOf: (name: string) => readonly string[] = () => [],
  budget: Budget = budgetOfSave(),
): FilledField[] {
  if (before === after || fields.length === 0) return [...fields]
  const [older, newer] = [piecesOf(before), piecesOf(after)]
  const { steps: late, isWhole } = aligned(older, newer, budget)
  // One word may correspond to several, so also align from the other end.
  let early: Steps | undefined
  const fromEnd = () =>
    (early ??= reversed(aligned(older.toReversed(), newer.toReversed(), budget).steps, older.length, newer.length))
  const placeNow = (field: FilledField, old: Place): Place | null => {
    const was = before.slice(...old)
    const first = followed(old, older, newer, late)
    if (first && after.slice(...first) === was) {
      const [whole, wholeBefore] = [withGlued(after, first), withGlued(before, old)]
      return whole[1] - whole[0] > wholeBefore[1] - wholeBefore[0] ? whole : first
    }
    const beside = besideOf(before, old)
    for (const value of formerOf(field.name)) {
      const stale = placesOf(after, value).find((place) => isSureBeside(sameBeside(after, ...place, beside), beside))
      if (stale) return stale
    }
    const places = [first, followed(old, older, newer, fromEnd())].filter((place) => place !== null)
    const byLikeness = (place: Place) => likeness(after.slice(...place), field.value ?? was)
    return places.toSorted((one, other) => byLikeness(other) - byLikeness(one))[0] ?? null
  }
  const known: Place[] = []
  return fields.map((field) => {
    if (!field.place) return field
    const beside = besideOf(before, field.place)
    const place = placeNow(field, field.place)
    if (!place) {
      const unaligned = isWhole ? undefined : placeUnaligned(after, before.slice(...field.place), beside, known)
      if (!unaligned) return { ...field, place, beside }
      known.push(unaligned.place)
      return { ...field, place: unaligned.place, ...(!unaligned.isSure && { isMoved: true as const, patientId }) }
    }
    const isChanged = before.slice(...field.place) !== after.slice(...place)
    return { ...field, place, ...(isChanged && { patientId }) }
  })
}

/**
 * Finds removed fields that are in the text again: at their old place, as after undo, or moved.
 * @param before the section's letters before the save: values that were already in them have not come back
 */
export function foundAgain(
  before: string,
  { content }: { content: readonly Pick<SectionContent, 'value'>[] },
  gone: readonly FilledField[],
  there: readonly FilledField[],
): FilledField[] {
  const after = lettersOfSection(content)
  const blanks = blankPlaces(content)
  const taken = there.flatMap(({ place }) => (place ? [place] : []))
  const found: FilledField[] = []
  for (const { beside, ...field } of gone) {
    if (there.some(({ id }) => id === field.id) || found.some(({ id }) => id === field.id)) continue
    const blank = field.value === null && blanks.get(field.id)
    const places = field.value === null ? [] : placesOf(after, field.value, taken)
    const old = blank || (beside && places.find((place) => isSureBeside(sameBeside(after, ...place, beside), beside)))
    const others = there.filter(({ value }) => value === field.value).length
    const isMore = places.length === placesMost || places.length > placesOf(before, field.value ?? '').length - others
    const place = old ?? (telling.has(field.name) && isMore ? places[0] : undefined)
    if (!place) continue
    taken.push(place)
    found.push({ ...field, place, ...(!old && { isMoved: true as const }) })
  }
  return found
}

/** A field that an editor reports as filled in, with its value and the text beside it at that time. */
export interface ToldField {
  id: string
  name: string
  value: string | null
  second: number
  before: string
  after: string
}

/** The place of a reported field in a section. If the value appears more than once, the place whose neighbours match best. */
export function findFilledPlace(text: string, { value, before, after }: ToldField, taken: readonly Place[]) {
  if (value === null) return undefined
  const beside = [before, after] as const
  const places = placesOf(text, value, taken)
  const [best] = places
    .map((place) => ({ place, same: sameBeside(text, ...place, beside) }))
    .toSorted((one, other) => other.same - one.same)
  const isSure = best && (isSureBeside(best.same, beside) || before + after === '')
  return best && { ...best, isSure, isOneOfMany: places.length === placesMost }
}
