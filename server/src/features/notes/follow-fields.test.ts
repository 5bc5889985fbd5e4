import { noteCalls } from '@dictara/contract/notes'
import { expect, test } from 'vitest'
import type { FilledField } from '../conversion/index.ts'
import { newId } from '../../platform/ids.ts'
import { followFields, placesOf, findFilledPlace } from './follow-fields.ts'

const before = 'Known patient Amara, seen here today in our ward for a cough.'
const aField = (value: string): FilledField => {
  const from = before.indexOf(value)
  return { id: newId(), name: 'First Name', value, second: 0, patientId: 'old', place: [from, from + value.length] }
}
/** Follows a field with an empty budget for comparing texts. */
const follow = (after: string) => {
  const [field] = followFields(before, after, [aField('Amara')], 'now', () => [], { pieces: 0 })
  return { text: field!.place && after.slice(...field!.place), isMoved: field!.isMoved ?? false, of: field!.patientId }
}

test.each([
  ['by the text beside it', 'New. Known patient Amara, seen here today now.', 'Amara', false, 'old'],
  ['as changed when the text beside it differs', 'New. He saw Amara in bed.', 'Amara', true, 'now'],
  ['as the text that replaced it', 'Then: Known patient Bo, seen here by us.', 'Bo', true, 'now'],
  ['as removed when nothing of it is left', 'Nothing new.', null, false, 'old'],
])('past the budget of a save a field is found %s', (_, after, text, isMoved, of) => {
  expect(follow(after)).toEqual({ text, isMoved, of })
})

test('all sections of a save share one budget', () => {
  const budget = { pieces: 1000 }
  const left = ['Seen by Amara and others in town.', 'Then Amara lay there, coughing.', 'So far, Amara did well.'].map(
    (after) => {
      followFields(before, after, [aField('Amara')], 'now', () => [], budget)
      return budget.pieces
    },
  )
  expect(left.every((pieces, at) => pieces >= 0 && pieces <= (left[at - 1] ?? 1000))).toBe(true)
  expect(left.at(-1)).toBeLessThan(1000)
})

test('only a limited number of places of a frequent value are checked, and the result says that there are more', () => {
  const text = 'a '.repeat(100_000)
  expect(placesOf(text, 'a')).toHaveLength(200)
  expect(placesOf('aa'.repeat(100_000), 'a')).toEqual([])
  const field = { id: newId(), name: 'First Name', value: 'a', second: 0, before: 'Name: ', after: '.' }
  expect(findFilledPlace(text, field, [])).toMatchObject({ isSure: false, isOneOfMany: true })
  expect(findFilledPlace('Name: a.', field, [])).toMatchObject({ place: [6, 7], isSure: true, isOneOfMany: false })
})

test('a save accepts at most 500 fields in all, none of them empty', () => {
  const field = { id: newId(), name: 'MRN', value: 'HS1', second: 0, before: '', after: '' }
  const isTaken = (each: number, value = 'HS1') => {
    const insertion = { phraseId: null, letters: 9, fields: Array(each).fill({ ...field, value }) }
    const insertions = [newId(), newId()].map((id) => ({ id, ...insertion }))
    return noteCalls.saveSections.body!.safeParse({ sections: [], insertions }).success
  }
  expect([isTaken(250), isTaken(251), isTaken(1, '')]).toEqual([true, false, false])
})
