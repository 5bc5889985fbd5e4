import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { openCalls } from '../../testing/wire.ts'

const address = '/dashboard/settings/ehr-configuration'
beforeEach(() => {
  openCalls()
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

test('who runs a clinic without an EHR is told what becomes of notes, and led on [Q003, Q019]', async () => {
  openPage(address, as('clinicAdmin', { clinicConfigured: false, clinicName: 'عيادة التل' }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'EHR Configuration' })).toBeVisible()
  await expect.element(page.getByText(/approved notes are kept here and written nowhere else/)).toBeVisible()
  await expect.element(page.getByText('عيادة التل')).toBeVisible()
  for (const [name, href] of [
    ['Add your doctors', '/dashboard/doctors'],
    ['Add transcriptionists and reviewers', '/dashboard/reviewers'],
    ['Add billers', '/dashboard/billers'],
    ['Say by when notes are due', '/dashboard/settings/turnaround'],
    ['Go to the dashboard', '/dashboard'],
  ] as const)
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await expectNoViolations()
})

test('where the EHR is connected the page says that, in the dark too', async () => {
  openPage(address, as('admin', { clinicConfigured: true }), 'dark')
  await expect.element(page.getByText(/Your clinic’s EHR is connected/)).toBeVisible()
  expect(page.getByRole('list', { name: 'First steps' }).query()).toBeNull()
  await expectNoViolations()
})
