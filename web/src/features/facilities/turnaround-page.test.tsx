import { type FacilityTargets, turnaroundCalls as calls } from '@dictara/contract/turnaround'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const aFacility = (more: Partial<FacilityTargets> = {}): FacilityTargets => ({
  facilityId: idOf(21),
  facilityName: 'Main',
  routineMinutes: null,
  statMinutes: 45,
  workTypes: [
    { workType: 'Progress Note', routineMinutes: null, statMinutes: null },
    { workType: 'Consultation', routineMinutes: 600, statMinutes: null },
  ],
  version: 3,
  ...more,
})

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.listTargets, [aFacility()])
  server.answer(calls.getLineLength, [{ lineCharacters: 65, version: 2 }])
})
afterEach(() => vi.restoreAllMocks())

const open = (userType: 'admin' | 'clinicAdmin' = 'clinicAdmin', look?: 'light' | 'dark') =>
  openPage('/dashboard/settings/turnaround', as(userType), look)
const drawer = (name: string) => page.getByRole('dialog', { name, exact: true })
const field = (name: string) => page.getByRole('spinbutton', { name, exact: true })
const clickOn = (name: string) => userEvent.click(page.getByRole('button', { name, exact: true }))
const change = () => clickOn('Change the turnaround of Main')
const textOf = () => document.querySelector('.turnaround-facilities')?.textContent

test('the page shows each facility’s own targets, or the usual ones [Q200]', async () => {
  server.answer(calls.listTargets, [
    aFacility(),
    aFacility({ facilityId: idOf(22), facilityName: 'Annex', routineMinutes: 90, statMinutes: null, workTypes: [] }),
  ])
  open()
  await until(() => expect(textOf()).toContain('MainRoutine 24 h, STAT 45 minConsultation: routine 10 hChange'))
  expect(textOf()).toContain('AnnexRoutine 90 min, STAT 2 hChange')
  await expect.element(page.getByText('65 characters, with spaces.')).toBeVisible()
})

test('targets are set by number and unit; an empty target is sent as unset, and the page shows the new ones [Q200]', async () => {
  server.answer(calls.setTargets, { result: [aFacility()], message: 'Turnaround saved' })
  open()
  await change()
  await expect.element(drawer('Turnaround of Main')).toBeVisible()
  await until(() => expect(document.activeElement).toBe(field('Every work type: Routine').element()))
  await userEvent.fill(field('Every work type: Routine'), '12')
  await userEvent.clear(field('Every work type: STAT'))
  await userEvent.fill(field('Consultation: STAT'), '1.5')
  // An empty field shows the default: the current value of the field above it.
  expect(field('Progress Note: Routine').element()).toHaveProperty('placeholder', '12')
  server.answer(calls.listTargets, [aFacility({ routineMinutes: 720, version: 4 })])
  await clickOn('Save')
  await until(() =>
    expect(server.asked(calls.setTargets)).toMatchObject([
      {
        what: `PUT /api/clinic/facility/${idOf(21)}/turnaround`,
        body: {
          routineMinutes: 720,
          statMinutes: null,
          workTypes: [
            { workType: 'Progress Note', routineMinutes: null, statMinutes: null },
            { workType: 'Consultation', routineMinutes: 600, statMinutes: 90 },
          ],
          version: 3,
        },
      },
    ]),
  )
  await until(() => expect(textOf()).toContain('Routine 12 h'))
  await expect.element(drawer('Turnaround of Main')).not.toBeInTheDocument()
})

test('a target outside 1 minute to 30 days shows an error at its field and is not sent [Q200]', async () => {
  open()
  await change()
  await userEvent.fill(field('Every work type: Routine'), '721')
  await clickOn('Save')
  await expect.element(page.getByText('Set a target between 1 minute and 30 days.')).toBeVisible()
  await userEvent.fill(field('Every work type: Routine'), '0')
  await clickOn('Save')
  await expect.element(page.getByText('Set a target between 1 minute and 30 days.')).toBeVisible()
  expect(server.asked(calls.setTargets)).toEqual([])
})

test('if someone else changed the targets, saving shows a message and keeps the input [Q200]', async () => {
  const message = 'Someone else has changed this. Close it and open it again.'
  server.answer(calls.setTargets, refused(message, 'changed-meanwhile', 409))
  open()
  await change()
  await userEvent.fill(field('Every work type: Routine'), '8')
  await clickOn('Save')
  await expect.element(page.getByText(message)).toBeVisible()
  expect(field('Every work type: Routine').element()).toHaveProperty('value', '8')
})

test('only a clinicAdmin sets the length of a line, between 40 and 132 [Q205]', async () => {
  server.answer(calls.setLineLength, { result: [{ lineCharacters: 70, version: 3 }], message: 'Saved' })
  const { host, render } = open('admin')
  await until(() => expect(textOf()).toContain('Main'))
  await expect.element(page.getByText('Length of a line')).not.toBeInTheDocument()
  expect(server.asked(calls.getLineLength)).toEqual([])
  render(null)
  host.remove()
  open()
  await clickOn('Change')
  await userEvent.fill(field('Characters, with spaces'), '30')
  await clickOn('Save')
  await expect.element(page.getByText('Set a line length between 40 and 132 characters.')).toBeVisible()
  await userEvent.fill(field('Characters, with spaces'), '70')
  await clickOn('Save')
  await until(() =>
    expect(server.asked(calls.setLineLength)).toMatchObject([{ body: { lineCharacters: 70, version: 2 } }]),
  )
})

test('a loading error is shown in its place with a retry; without facilities the page says so', async () => {
  server.answer(calls.listTargets, refused('The targets rest.'))
  open('admin')
  await expect.element(page.getByText('Couldn’t load the targets')).toBeVisible()
  server.answer(calls.listTargets, [])
  await clickOn('Retry')
  await expect.element(page.getByText('You aren’t linked to a facility.')).toBeVisible()
})

test('only admins find the page in Settings', async () => {
  const { host, render } = openPage('/dashboard/settings', as('clinicAdmin'))
  await userEvent.click(page.getByRole('link', { name: 'Turnaround' }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Turnaround' })).toBeVisible()
  render(null)
  host.remove()
  openPage('/dashboard/settings', as('doctor'))
  await expect.element(page.getByRole('link', { name: 'Profile' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Turnaround' })).not.toBeInTheDocument()
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('page and drawer pass axe in %s and fit %i pixels', async (look, width) => {
  await page.viewport(width, 740)
  const facilityName = 'Harbor'.repeat(17)
  server.answer(calls.listTargets, [aFacility({ facilityName })])
  const { host } = open('clinicAdmin', look)
  await until(() => expect(textOf()).toContain('Consultation'))
  await expect.element(page.getByText('65 characters, with spaces.')).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoViolations(host)
  await clickOn(`Change the turnaround of ${facilityName}`)
  await expect.element(field('Consultation: STAT')).toBeVisible()
  await expectNoViolations(document.querySelector('.ant-drawer')!)
  delete document.documentElement.dataset['theme']
})
