import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from './compare-texts.ts'

const text = fc
  .array(fc.constantFrom('pain', 'left', 'right', 'no', '5', 'mg', '\n'), { maxLength: 40 })
  .map((w) => w.join(' '))

test('a comparison contains both texts, complete and in order', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = compareTexts(before, after)
      const of = (...kinds: string[]) => parts.flatMap((part) => (kinds.includes(part.kind) ? part.text : [])).join('')
      expect(of('same', 'taken')).toBe(before)
      expect(of('same', 'added')).toBe(after)
    }),
  )
})

test('only the words that differ are marked', () => {
  expect(compareTexts('pain in the left arm', 'pain in the right arm')).toEqual([
    { kind: 'same', text: 'pain in the ' },
    { kind: 'taken', text: 'left' },
    { kind: 'added', text: 'right' },
    { kind: 'same', text: ' arm' },
  ])
})

test('of a long text too only the words that differ are marked', () => {
  const long = (...changes: number[]) =>
    Array.from({ length: 4000 }, (_, at) => `${changes.includes(at) ? 'other' : 'word'}${at}`).join(' ')
  const parts = compareTexts(long(), long(3, 2000, 3990))
  expect(parts.flatMap(({ kind, text }) => (kind === 'same' ? [] : text))).toEqual(
    [3, 2000, 3990].flatMap((at) => [`word${at}`, `other${at}`]),
  )
})
