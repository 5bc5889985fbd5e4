import { expect, test } from 'vitest'
import { ageOn } from './age.ts'

test('the desk shows a small child’s age in months, like the lists', () => {
  expect(ageOn('2026-11-20', '03/20/2026')).toBe('8 mo')
  expect(ageOn('2026-11-20', '11/21/1961')).toBe('64')
  expect(ageOn('2026-11-21', '11/21/1961')).toBe('65')
  expect(ageOn('2026-11-20', '')).toBe('')
})
