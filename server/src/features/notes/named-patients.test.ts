import { expect, test } from 'vitest'
import { findNamings } from './named-patients.ts'

/** The parts of a text that name a former patient with this name. */
const named = (text: string, first: string, last: string) =>
  findNamings(
    text,
    [
      { field: 'First Name', value: first },
      { field: 'Last Name', value: last },
    ],
    { 'First Name': 'Chloe', 'Last Name': 'Bauer' },
  ).map((naming) => naming.text)

test('a former patient’s name is found in any case, because some engines write no capitals', () => {
  expect(named('then amara walked and mrs diallo, DIALLO or Amara, slept', 'Amara', 'Diallo')).toEqual([
    'amara',
    'diallo',
    'DIALLO',
    'Amara',
  ])
  expect(named('amaranth and o’amara-lou', 'Amara', 'Diallo')).toEqual(['amara'])
})

test('a name that is also an ordinary word is found in lower case only as part of the whole name', () => {
  const text = 'she may walk with brown sputum; May, BROWN and may brown came'
  expect(named(text, 'May', 'Brown')).toEqual(['May', 'BROWN', 'may brown'])
})
