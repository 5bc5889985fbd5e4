import { expect, test } from 'vitest'
import { asksForRoster } from './use-roster-access.ts'

test('reviewers are not asked for the roster, and billers always have it [SHELL-34]', () => {
  expect(asksForRoster({ userType: 'doctor' })).toBe(true)
  expect(asksForRoster({ userType: 'clinicAdmin' })).toBe(true)
  for (const userType of ['reviewer', 'biller', 'transcriptionist'] as const)
    expect(asksForRoster({ userType })).toBe(false)
})
