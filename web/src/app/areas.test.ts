import { describe, expect, test } from 'vitest'
import { menuOf, menus } from './areas.ts'

const labels = (role: keyof typeof menus) => menus[role].map(({ label }) => label)

describe('the sidebar', () => {
  test('of an admin leads to people, jobs and settings [SHELL-27]', () => {
    expect(labels('admin')).toEqual([
      'Dashboard',
      'Reviewers',
      'Billers',
      'Jobs',
      'Audit',
      'Roster',
      'Users',
      'Settings',
      'Billing',
    ])
    expect(menus.admin.find(({ label }) => label === 'Jobs')?.to).toBe('/dashboard/jobs-list/available')
  })
  test('of a reviewer and of a doctor holds their own work [SHELL-28, SHELL-29]', () => {
    expect(labels('reviewer')).toEqual(['Dashboard', 'Jobs', 'Settings'])
    expect(labels('doctor')).toEqual(['Dashboard', 'Jobs', 'Audit', 'Roster', 'Settings'])
  })
  test('of a clinicAdmin opens the ready list [SHELL-30]', () => {
    expect(labels('clinicAdmin')).toEqual(['Dashboard', 'Jobs', 'Audit', 'Roster', 'Users', 'Settings', 'Billing'])
    expect(menus.clinicAdmin.find(({ label }) => label === 'Jobs')?.to).toBe('/dashboard/jobs-list/ready')
  })
  test('of a biller and of dictaraGod is short [SHELL-31, SHELL-32]', () => {
    expect(labels('biller')).toEqual(['Jobs', 'Roster', 'Audit'])
    expect(labels('dictaraGod')).toEqual(['Dictionary'])
  })
  test('leads admins of demo clinics to the demo EHR, nobody else [Q192]', () => {
    const has = (userType: keyof typeof menus, demo: boolean) =>
      menuOf({ userType, demo }).some(({ label }) => label === 'Demo EHR')
    expect(has('admin', true) && has('clinicAdmin', true)).toBe(true)
    expect(has('admin', false) || has('doctor', true) || has('dictaraGod', true)).toBe(false)
  })
})
