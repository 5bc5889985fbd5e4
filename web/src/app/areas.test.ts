import { describe, expect, test } from 'vitest'
import { menuOf, menus, selectedOf } from './areas.ts'

const labels = (role: keyof typeof menus) => menus[role].map(({ label }) => label)

describe('the sidebar', () => {
  test('of an admin has people, jobs and settings [SHELL-27]', () => {
    expect(labels('admin')).toEqual([
      'Dashboard',
      'Reviewers',
      'Billers',
      'Jobs',
      'Audit',
      'Roster',
      'Patients',
      'Users',
      'Settings',
      'Billing',
    ])
    expect(menus.admin.find(({ label }) => label === 'Jobs')?.to).toBe('/dashboard/jobs-list/available')
  })
  test('of a reviewer and of a doctor has their own work [SHELL-28, SHELL-29]', () => {
    expect(labels('reviewer')).toEqual(['Dashboard', 'Jobs', 'Settings'])
    expect(labels('doctor')).toEqual(['Dashboard', 'Jobs', 'Audit', 'Roster', 'Patients', 'Settings'])
  })
  test('of a clinicAdmin has Jobs, which opens the ready list [SHELL-30]', () => {
    expect(labels('clinicAdmin')).toEqual([
      'Dashboard',
      'Jobs',
      'Audit',
      'Roster',
      'Patients',
      'Users',
      'Settings',
      'Billing',
    ])
    expect(menus.clinicAdmin.find(({ label }) => label === 'Jobs')?.to).toBe('/dashboard/jobs-list/ready')
  })
  test('of a biller and of dictaraGod is short [SHELL-31, SHELL-32]', () => {
    expect(labels('biller')).toEqual(['Jobs', 'Roster', 'Audit'])
    expect(labels('dictaraGod')).toEqual(['Dictionary'])
  })
  test('has the demo EHR only for admins of demo clinics [Q192]', () => {
    const has = (userType: keyof typeof menus, demo: boolean) =>
      menuOf({ userType, demo, hl7Integration: false }).some(({ label }) => label === 'Demo EHR')
    expect(has('admin', true) && has('clinicAdmin', true)).toBe(true)
    expect(has('admin', false) || has('doctor', true) || has('dictaraGod', true)).toBe(false)
  })
  test('has the line counts only for managers, below the audit', () => {
    const has = (userType: keyof typeof menus) => {
      const labels = menuOf({ userType, demo: false, hl7Integration: false }).map(({ label }) => label)
      return labels.indexOf('Line counts') === labels.indexOf('Audit') + 1
    }
    expect(has('admin') && has('clinicAdmin')).toBe(true)
    expect(has('doctor') || has('transcriptionist') || has('reviewer') || has('biller')).toBe(false)
  })
  test('has Delivery only for admins and clinicAdmins', () => {
    const has = (userType: keyof typeof menus) =>
      menuOf({ userType, demo: false, hl7Integration: false }).some(({ label }) => label === 'Delivery')
    expect(has('admin') && has('clinicAdmin')).toBe(true)
    expect(has('doctor') || has('reviewer') || has('biller') || has('dictaraGod')).toBe(false)
  })
  test('has HL7 Files only for admins, and only if a facility has HL7 integration [Q016]', () => {
    const has = (userType: keyof typeof menus, hl7Integration: boolean) =>
      menuOf({ userType, demo: false, hl7Integration }).some(({ label }) => label === 'HL7 Files')
    expect(has('admin', true) && has('clinicAdmin', true)).toBe(true)
    expect(has('admin', false) || has('doctor', true) || has('biller', true)).toBe(false)
  })
  test('has Billing only if facilities pay for a plan', () => {
    const has = (hasPayments: boolean) =>
      menuOf({ userType: 'admin', demo: false, hl7Integration: false }, { hasPayments }).some(
        ({ label }) => label === 'Billing',
      )
    expect([has(true), has(false)]).toEqual([true, false])
  })
  test.each([
    ['clinicAdmin', '/dashboard', 'Dashboard'],
    ['clinicAdmin', '/dashboard/doctors', 'Users'],
    ['clinicAdmin', '/dashboard/reviewers', 'Users'],
    ['admin', '/dashboard/reviewers', 'Reviewers'],
    ['admin', '/dashboard/doctors', 'Users'],
    ['doctor', '/dashboard/new-editor/1', 'Jobs'],
    ['biller', '/dashboard/billers-jobs/1', 'Jobs'],
    ['doctor', '/dashboard/settings/dictation', 'Settings'],
    ['admin', '/dashboard/billing/payment-logs', 'Billing'],
  ] as const)('of %s at %s marks %s as selected', (role, pathname, label) => {
    expect(selectedOf(menus[role], pathname)?.label).toBe(label)
  })
})
