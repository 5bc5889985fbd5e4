import { expect, test } from 'vitest'
import { stepWord } from './track-words.ts'

test('the last step of a job is Completed without an EHR, and Filed with one', () => {
  expect(stepWord('FILED', { staysHere: true })).toBe('Completed')
  expect(stepWord('FILED', { staysHere: false })).toBe('Filed')
  expect(stepWord('REVIEW_2', { staysHere: true })).toBe('Review 2')
})
