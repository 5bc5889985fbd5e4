import type { StoredUser } from '@dictara/contract/identity'
import { expect, test } from 'vitest'
import { homeOf } from './paths.ts'

const user = (facts: Partial<StoredUser>) => ({ clinicConfigured: true, superAdmin: false, ...facts }) as StoredUser

test('an admin of a clinic that is not configured lands on the EHR configuration [AUTH-24]', () => {
  expect(homeOf(user({ userType: 'admin', clinicConfigured: false }))).toBe('/dashboard/settings/ehr-configuration')
  expect(homeOf(user({ userType: 'clinicAdmin', clinicConfigured: false }))).toBe(
    '/dashboard/settings/ehr-configuration',
  )
})

test('a biller lands on the biller page, dictaraGod on the dictionary [AUTH-25, AUTH-26]', () => {
  expect(homeOf(user({ userType: 'biller' }))).toBe('/dashboard/biller')
  expect(homeOf(user({ userType: 'dictaraGod' }))).toBe('/dashboard/dictionary')
})

test('everyone else lands on the dashboard [AUTH-27]', () => {
  for (const userType of ['doctor', 'reviewer', 'transcriptionist', 'admin', 'clinicAdmin'] as const)
    expect(homeOf(user({ userType }))).toBe('/dashboard')
})
