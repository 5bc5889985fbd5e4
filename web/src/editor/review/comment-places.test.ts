import type { NotePlace } from '@dictara/contract/notes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findPlace, placeOf, type SectionLines } from './comment-places.ts'

const plan = (text: string, id = 'plan'): SectionLines => ({ id, text: `PLAN\n${text}` })
const at = (section: SectionLines, words: string, nth = 0): NotePlace => {
  let from = -1
  for (let count = 0; count <= nth; count += 1) from = section.text.indexOf(words, from + 1)
  return { ...placeOf(section, from, from + words.length)!, second: null }
}
const found = (place: NotePlace, ...sections: SectionLines[]) => {
  const here = findPlace(sections, place)
  const section = sections.find(({ id }) => id === here?.sectionId)
  return here && section && [section.text.slice(here.from, here.to), here.from, here.isChanged]
}

test('a place is found again after typing before it, after it and in another section', () => {
  const place = at(plan('Metoprolol 25 mg daily. Lisinopril 25 mg.'), '25 mg', 1)
  expect(found(place, plan('Start metoprolol 25 mg twice daily. Lisinopril 25 mg.'))).toEqual(['25 mg', 52, false])
  const other = plan('Lisinopril 25 mg. Metoprolol 25 mg daily.', 'other')
  expect(found(place, other, plan('Metoprolol 25 mg daily. Lisinopril 25 mg.'))).toEqual(['25 mg', 40, false])
})

test('of equal words, the ones with the same surrounding text are found, even after they were moved', () => {
  const place = at(plan('No fever. No chills. No pain at all.'), 'No', 2)
  expect(found(place, plan('No pain at all. No fever. No chills.'))).toEqual(['No', 5, false])
  expect(found(place, plan('No fever.'), plan('No chills. No pain at all.', 'history'))).toEqual(['No', 16, false])
})

test('text that replaced the words is reported as changed, even if it is empty', () => {
  const place = at(plan('Metoprolol 25 mg daily for a week.'), '25 mg')
  expect(found(place, plan('Metoprolol 50 mg daily for a week.'))).toEqual(['50 mg', 16, true])
  expect(found(place, plan('Metoprolol  daily for a week.'))).toEqual(['', 16, true])
  expect(found(place, plan('Give him toprolol 50 mg daily for now.'))).toEqual(['50 mg', 23, true])
})

test('words that were removed with their surrounding text are reported as gone, without guessing', () => {
  const place = at(plan('Metoprolol 25 mg daily for a week.'), '25 mg')
  expect(found(place, plan('Rest.'))).toBeUndefined()
  expect(found(place, plan('Rest. Aspirin 25 mg.'))).toBeUndefined()
  expect(found(place)).toBeUndefined()
  expect(found({ ...place, start: 99_999_999 }, plan('Metoprolol 25 mg daily for a week.'))).toEqual([
    '25 mg',
    16,
    false,
  ])
  const hostile = { ...place, quote: '(.*)+$', before: '', after: '', sectionId: 'nowhere' }
  expect(found(hostile, plan('Metoprolol 25 mg daily.'))).toBeUndefined()
})

test('a quotation is limited to 1,000 letters, splits no character, and never consists of spaces only', () => {
  const long = plan(`${'😀'.repeat(40)}${'x'.repeat(999)}${'😀'.repeat(2000)}`)
  const place = placeOf(long, 85, long.text.length)!
  expect(place.quote).toHaveLength(999)
  expect([place.quote, place.before, place.after].every((text) => text.isWellFormed())).toBe(true)
  expect(placeOf(plan('a   b'), 6, 9)).toBeUndefined()
})

test('a place in unchanged text is found where it was, whatever the text', () => {
  const text = fc.array(fc.constantFrom('no', 'pain', 'left', '5 mg', '\n', '😀', 'NO'), {
    minLength: 3,
    maxLength: 60,
  })
  fc.assert(
    fc.property(text, fc.nat(), fc.nat(), (words, one, other) => {
      const section = plan(words.join(' '))
      const [from, to] = [one % section.text.length, other % section.text.length].toSorted((a, b) => a - b) as [
        number,
        number,
      ]
      const place = placeOf(section, from, to)
      if (!place) return
      const here = findPlace([section], { ...place, second: null })
      expect(here).toMatchObject({ isChanged: false })
      expect(section.text.slice(here!.from, here!.to)).toBe(place.quote)
    }),
  )
})
