import { setImmediate as others } from 'node:timers/promises'
import type { Work } from '../../platform/database/index.ts'
import type { FilledField } from '../conversion/index.ts'
import { withoutFormer } from './fill-anew.ts'
import {
  besideOf,
  budgetOfSave,
  followFields,
  foundAgain,
  type Place,
  findFilledPlace,
  type ToldField,
} from './follow-fields.ts'
import { listFormerValues } from './former-values.store.ts'
import { listRemovedSections, type SectionText, type StoredSection } from './notes.store.ts'
import { blankPlaces, lettersOfSection } from './refill-section.ts'

/** A section that a save changes. `before`: the stored section. */
export interface ChangedText {
  before: StoredSection | undefined
  text: SectionText
}

type Followed = SectionText & { filled: FilledField[]; letters: string; blanks: ReadonlyMap<string, Place> }
const takenIn = ({ filled }: Followed): Place[] => filled.flatMap(({ place }) => (place ? [place] : []))

/** Adds each reported field to the section that contains it. Skips fields that are nowhere: they were removed again. */
async function placeEach(sections: readonly Followed[], told: readonly ToldField[], patientId: string) {
  const known = new Set(sections.flatMap(({ filled }) => filled.filter(({ place }) => place).map(({ id }) => id)))
  for (const field of told) {
    if (known.has(field.id)) continue
    await others()
    const found = sections.flatMap((section) => {
      const blank = section.blanks.get(field.id)
      if (field.value === null)
        return blank ? [{ section, place: blank, same: 0, isSure: true, isOneOfMany: false }] : []
      const place = findFilledPlace(section.letters, field, takenIn(section))
      return place ? [{ section, ...place }] : []
    })
    const [best, other] = found.toSorted((one, two) => two.same - one.same)
    if (!best) continue
    // If its neighbours have changed, only the value itself identifies the field.
    const isUnknown = !best.isSure && (other || (field.value?.length ?? 0) < 4)
    // With more places than are examined, a person has to decide.
    const isMoved = isUnknown && best.isOneOfMany
    if (isUnknown && !isMoved) continue
    const { id, name, value, second } = field
    best.section.filled = best.section.filled.filter((one) => one.id !== id)
    best.section.filled.push({
      id,
      name,
      value,
      second,
      patientId,
      place: best.place,
      ...(isMoved && { isMoved: true as const }),
    })
  }
}

/**
 * The changed sections of a save with their filled-in fields. Follows known fields to their new places and finds those that the
 * editor reports. Values of a former patient are filled in again.
 */
export async function followSave(
  work: Work,
  job: { id: string; patientId: string },
  all: readonly StoredSection[],
  changed: readonly ChangedText[],
  told: readonly ToldField[],
): Promise<SectionText[]> {
  const removed = changed.some(({ before }) => !before) ? await listRemovedSections(work, job.id) : []
  const isKnown = [...all, ...removed].some(({ filled = [] }) => filled.length > 0)
  if (!isKnown && told.length === 0) return changed.map(({ text }) => text)
  const former = Map.groupBy(await listFormerValues(work, job.id), ({ field }) => field)
  const formerOf = (name: string) => former.get(name)?.map(({ value }) => value) ?? []
  const budget = budgetOfSave()
  const sections: Followed[] = []
  for (const { before, text } of changed) {
    // Let other work run in between: following a long note takes time.
    await others()
    const [letters, lettersBefore] = [lettersOfSection(text.content), lettersOfSection(before?.content ?? [])]
    const filled = followFields(lettersBefore, letters, before?.filled ?? [], job.patientId, formerOf, budget)
    // A blank is identified by its id, wherever it is.
    const blanks = blankPlaces(text.content)
    sections.push({ ...text, letters, blanks, filled: filled.map((field) => withBlank(field, blanks)) })
  }
  const untouched = all.filter(({ id }) => !changed.some(({ before }) => before?.id === id))
  const gone = [
    ...[...sections, ...untouched].flatMap(({ filled = [] }) => filled.filter(({ place }) => !place)),
    ...removed.flatMap(({ content, filled = [] }) => {
      const letters = lettersOfSection(content)
      return filled.map((field) => (field.place ? { ...field, beside: besideOf(letters, field.place) } : field))
    }),
  ]
  if (gone.length > 0)
    for (const [index, section] of sections.entries()) {
      await others()
      const { before } = changed[index]!
      const there = section.filled.filter(({ place }) => place)
      const again = foundAgain(before ? lettersOfSection(before.content) : '', section, gone, there)
      const ids = new Set(again.map(({ id }) => id))
      section.filled = [...section.filled.filter(({ id }) => !ids.has(id)), ...again]
    }
  await placeEach(sections, told, job.patientId)
  return withoutFormer(
    work,
    job.id,
    sections.map(({ letters: _letters, blanks: _blanks, ...text }) => text),
  )
}

const withBlank = (field: FilledField, blanks: ReadonlyMap<string, Place>): FilledField => {
  const place = field.value === null && blanks.get(field.id)
  if (!place) return field
  const { beside: _, ...rest } = field
  return { ...rest, place }
}
