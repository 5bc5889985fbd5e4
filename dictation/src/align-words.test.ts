import fc from 'fast-check'
import { expect, test } from 'vitest'
import { alignWords, wordErrorRate } from './align-words.ts'

const words = fc.array(fc.constantFrom('chest', 'pain', 'no', 'fever', 'two'), { maxLength: 12 })

test('an alignment covers both word lists from the first word to the last', () => {
  fc.assert(
    fc.property(words, words, (reference, hypothesis) => {
      const steps = alignWords(reference, hypothesis)
      const references = steps.flatMap((step) => ('reference' in step ? [step.reference] : []))
      const hypotheses = steps.flatMap((step) => ('hypothesis' in step ? [step.hypothesis] : []))
      expect(references).toEqual([...reference.keys()])
      expect(hypotheses).toEqual([...hypothesis.keys()])
      for (const step of steps)
        if (step.kind === 'same') expect(reference[step.reference]).toBe(hypothesis[step.hypothesis])
        else if (step.kind === 'substituted') expect(reference[step.reference]).not.toBe(hypothesis[step.hypothesis])
    }),
  )
})

test('the number of wrong words is a distance: zero for equal texts, symmetric, and within the triangle inequality', () => {
  const wrong = (from: readonly string[], to: readonly string[]) =>
    alignWords(from, to).filter(({ kind }) => kind !== 'same').length
  fc.assert(
    fc.property(words, words, words, (one, two, three) => {
      expect(wrong(one, one)).toBe(0)
      expect(wrong(one, two)).toBe(wrong(two, one))
      expect(wrong(one, three)).toBeLessThanOrEqual(wrong(one, two) + wrong(two, three))
      expect(wrong(one, two)).toBeGreaterThanOrEqual(Math.abs(one.length - two.length))
    }),
  )
})

test('the word error rate divides the wrong words by the words of the reference and ignores case', () => {
  expect(wordErrorRate('No chest pain', 'no chest pain')).toBe(0)
  expect(wordErrorRate('no chest pain today', 'chest gain today now')).toBe(3 / 4)
  expect(wordErrorRate('', 'pain')).toBe(1)
  expect(wordErrorRate('', '')).toBe(0)
})
