import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeWords, markedMost, unsureBelow, unsureMost } from './unsure.ts'

const heard = (confidences: readonly (number | null)[]) =>
  confidences.map((confidence, index) => ({ word: 'aspirin', start: index, end: index + 0.5, confidence }))

test('the least certain 12 % of the words are marked if unsure, and none in a draft with more than 40 % unsure words', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.double({ min: 0, max: 1.1, noNaN: true }))), (confidences) => {
      const { marked, unsure, isLittleUnderstood } = judgeWords(heard(confidences))
      const below = confidences.filter((one) => one !== null && one < unsureBelow).length
      expect(unsure.size).toBe(below)
      expect(isLittleUnderstood).toBe(below > confidences.length * unsureMost)
      expect(marked.size).toBe(isLittleUnderstood ? 0 : Math.min(below, Math.ceil(confidences.length * markedMost)))
      const worst = Math.max(...[...marked].map((index) => confidences[index]!), 0)
      for (const index of unsure)
        if (!marked.has(index) && marked.size > 0) expect(confidences[index]!).toBeGreaterThanOrEqual(worst)
    }),
  )
})

test('in a short note its one unsure word is marked', () => {
  expect([...judgeWords(heard([0.9, 0.3, 0.9, null])).marked]).toEqual([1])
})
