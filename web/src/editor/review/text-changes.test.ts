import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textChanges } from './text-changes.ts'

const placed = (texts: readonly string[]) => {
  let start = 1
  return texts.map((text) => {
    const block = { text, start }
    start += text.length + 2
    return block
  })
}
const seen = (before: string[], after: string[]) =>
  textChanges(placed(before), placed(after)).map(({ from, taken, added }) => [from, taken, added])

test('adjacent differences are one change, and differences with words between them are several', () => {
  expect(seen(['no pain in the left arm today'], ['no pain in the right leg now'])).toEqual([
    [16, 'left arm today', 'right leg now'],
  ])
  expect(seen(['no pain in the left arm today'], ['some pain in the left arm'])).toEqual([
    [1, 'no', 'some'],
    [26, ' today', ''],
  ])
})

test('punctuation is not part of a word, and a number is not split', () => {
  expect(seen(['Rest.'], ['Rest and water.'])).toEqual([[5, '', ' and water']])
  expect(seen(['Take 0.5 mg.'], ['Take 5 mg.'])).toEqual([[6, '0.5', '5']])
})

test('a deleted paragraph is shown where it was, also after the last one', () => {
  expect(seen(['PLAN', 'One.', 'Two.'], ['PLAN', 'Two.'])).toEqual([[7, 'One.\n', '']])
  expect(seen(['PLAN', 'One.', 'Two.'], ['PLAN', 'One.'])).toEqual([[11, 'Two.\n', '']])
  expect(seen([], ['PLAN', 'One.'])).toEqual([[1, '', 'PLAN\nOne.\n']])
})

const texts = fc.array(
  fc.array(fc.constantFrom('pain', 'left', 'no', '5', 'mg'), { maxLength: 8 }).map((words) => words.join(' ')),
  { maxLength: 8 },
)

test('equal texts have no changes, and all changes follow the order of the text and contain its words', () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      expect(textChanges(placed(after), placed(after))).toEqual([])
      // Positions count as in a ProseMirror document: two between blocks, one of which is the end of the line.
      const document = ` ${after.join('\n ')}`
      let last = 0
      for (const { from, to, added } of textChanges(placed(before), placed(after))) {
        expect(from).toBeGreaterThanOrEqual(last)
        expect(document.slice(from, to).replaceAll('\n ', '\n')).toBe(added.replace(/\n$/, ''))
        last = to
      }
    }),
  )
})
