import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstName, lastName } from './fields.ts'

const isName = (text: string) => firstName.schema.safeParse(text).success && lastName.schema.safeParse(text).success
const letter = fc.constantFrom(...'aZéßøżعב中и')
const word = fc.array(letter, { minLength: 1, maxLength: 8 }).map((letters) => letters.join(''))
const separator = fc.constantFrom('. ', ', ', '-', '\u05BE', "'", '’', ' ')
const name = fc
  .tuple(word, fc.array(fc.tuple(separator, word), { maxLength: 5 }))
  .map(([first, rest]) => first + rest.flat().join(''))

test('a name consists of letters with single separators between them, or of one letter [AUTH-22]', () => {
  fc.assert(
    fc.property(name, (text) => {
      expect(isName(text)).toBe(true)
    }),
  )
  expect(isName('Q')).toBe(true)
})

test('a name begins and ends with a letter, and has no double separator and no other character [AUTH-22]', () => {
  const other = fc.constantFrom('1', '🙂', '_', '@', '<', '. . ', '--', '  ', ', ,', '.', '\u202e', '\0')
  // A name is compared without the spaces around it.
  const seen = fc.oneof(other, separator).filter((text) => text.trim() !== '')
  fc.assert(
    fc.property(name, seen, (text, bad) => {
      expect([isName(bad + text), isName(text + bad)]).toEqual([false, false])
    }),
  )
  fc.assert(
    fc.property(
      name,
      other.filter((bad) => bad !== '.'),
      name,
      (before, bad, after) => {
        expect(isName(before + bad + after)).toBe(false)
      },
    ),
  )
})
