import { expect, test } from 'vitest'
import { ageOn } from './field-values.store.ts'

test('an age is that on the day of encounter: in years, in months under two, and none for an unknown day [Q075]', () => {
  expect(ageOn('1961-02-03', '2026-02-02')).toBe('64')
  expect(ageOn('1961-02-03', '2026-02-03')).toBe('65')
  expect(ageOn('2024-02-29', '2026-02-28')).toBe('23 months')
  expect(ageOn('2024-02-29', '2026-03-01')).toBe('2')
  expect(ageOn('2026-10-20', '2026-11-25')).toBe('1 month')
  expect(ageOn('1961-02-03', null)).toBeNull()
  expect(ageOn('2026-02-03', '2026-02-02')).toBeNull()
})
