import { findAllergies } from './allergies.ts'
import { findDates } from './dates.ts'
import { findFollowUps } from './follow-ups.ts'
import type { Evidence, InferredItem, NoteSection } from './items.ts'
import { findMedications } from './medications.ts'
import { findNewNames, type NewNames } from './new-drug-names.ts'
import { findProblems } from './problems.ts'
import { findSides, sideItems } from './sides.ts'
import { findVitals } from './vitals.ts'
import { type ReadSection, readSection } from './words.ts'

/**
 * Reads the sections of a note. Returns items with their evidence, in the order of the note. Takes time linear in the
 * text.
 */
export const inferNote = (sections: readonly NoteSection[]): InferredItem[] => [...inferInSteps(sections)].flat()

/** Does the same as `inferNote` in one or two steps for each section, so that other work can run between the steps. */
export function* inferInSteps(sections: readonly NoteSection[]): Generator<InferredItem[], void> {
  const read: ReadSection[] = []
  for (const section of sections) {
    read.push(readSection(section, read.length))
    yield []
  }
  const newNames = new Set(read.flatMap(findNewNames))
  for (const section of read) yield inferSection(section, newNames)
}

const ofFamily = /\bfamily\b(?!.*\bsocial\b)/

function inferSection(read: ReadSection, newNames: NewNames): InferredItem[] {
  // Facts about relatives are no items.
  if (ofFamily.test(read.heading)) return []
  const sides = read.sentences.map(({ start, end }) => findSides(read, start, end))
  const allergies = findAllergies(read)
  const vitals = findVitals(read)
  const followUps = findFollowUps(read)
  const problems = apartFrom([...allergies, ...vitals], findProblems(read, sides))
  // A drug whose name begins within a problem is dropped ("iron deficiency anemia"). A problem within the words of a
  // drug is dropped ("ibuprofen with cramps").
  const inProblems = startsIn(problems)
  const medications = apartFrom(allergies, findMedications(read, newNames)).filter((item) => !inProblems(item))
  // A substance with its reaction must not count again as a drug or a problem, nor the time of a follow-up as a date.
  const items: InferredItem[] = [
    ...allergies,
    ...vitals,
    ...followUps,
    ...medications,
    ...apartFrom(medications, problems),
    ...apartFrom(followUps, findDates(read)),
    ...sideItems(read, sides.flat()),
  ]
  return items.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** The items whose evidence overlaps with none of the others. Both lists are in the order of the text. */
function apartFrom<T extends Evidence>(others: readonly Evidence[], items: readonly T[]): T[] {
  const sorted = others.toSorted((a, b) => a.start - b.start)
  let next = 0
  return items.filter(({ start, end }) => {
    while (next < sorted.length && sorted[next]!.end <= start) next += 1
    return !sorted[next] || sorted[next]!.start >= end
  })
}

/** Returns whether an item begins within the evidence of one of the others. */
function startsIn(others: readonly Evidence[]): (item: Evidence) => boolean {
  const within = new Set(
    others.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, index) => start + index)),
  )
  return ({ start }) => within.has(start)
}
