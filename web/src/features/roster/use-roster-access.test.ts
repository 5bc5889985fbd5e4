import { expect, test } from 'vitest'
import { asksForRoster } from './use-roster-access.ts'

test('the roster check is not made for reviewers, billers and transcriptionists [SHELL-34]', () => {
  expect(asksForRoster({ userType: 'doctor' })).toBe(true)
  expect(asksForRoster({ userType: 'clinicAdmin' })).toBe(true)
  for (const userType of ['reviewer', 'biller', 'transcriptionist'] as const)
    expect(asksForRoster({ userType })).toBe(false)
})
