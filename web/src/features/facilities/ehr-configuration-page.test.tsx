import { dashboardCalls } from '@dictara/contract/dashboards'
import { patientCalls } from '@dictara/contract/patients'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { counts } from '../../testing/dashboard.fixtures.ts'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { openCalls } from '../../testing/wire.ts'

const address = '/dashboard/settings/ehr-configuration'
beforeEach(() => {
  const server = openCalls()
  server.answer(dashboardCalls.getDashboard, [
    { ...counts, openJobsCount: 0, completedJobsCount: 0, doctorCount: 1, reviewerCount: 0, transcriptionistCount: 0 },
  ])
  server.answer(patientCalls.listPatients, { result: [], size: 0 })
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

test('a manager of a clinic without an EHR reads where notes go, and finds a link to connect one [Q003, Q019]', async () => {
  openPage(address, as('clinicAdmin', { clinicConfigured: false, clinicName: 'عيادة التل' }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'EHR Configuration' })).toBeVisible()
  await expect.element(page.getByText(/finished notes stay in Dictara/)).toBeVisible()
  await expect.element(page.getByText('عيادة التل')).toBeVisible()
  for (const [name, href] of [
    ['Facility and time zone', '/dashboard/settings/facility'],
    ['Doctor', '/dashboard/doctors'],
    ['Transcriptionist or reviewer', '/dashboard/reviewers'],
    ['Patient', '/dashboard/patients'],
    ['First dictation', '/dashboard/jobs-list/my-jobs/in-progress'],
    ['Go to the dashboard', '/dashboard'],
  ] as const)
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  await expect.element(page.getByText('2 of 5 done')).toBeVisible()
  const states = page
    .getByRole('region', { name: 'Getting started' })
    .getByText(/^(Done|To do)$/)
    .elements()
  expect(states.map((one) => one.textContent)).toEqual(['Done', 'Done', 'To do', 'To do', 'To do'])
  await expectNoViolations()
})

test('the page says that the EHR is connected, also in the dark theme', async () => {
  openPage(address, as('admin', { clinicConfigured: true }), 'dark')
  await expect.element(page.getByText(/Your clinic’s EHR is connected/)).toBeVisible()
  expect(page.getByRole('region', { name: 'Getting started' }).query()).toBeNull()
  await expectNoViolations()
})
