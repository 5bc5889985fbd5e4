import { auditCalls as calls, type PatientLook } from '@dictara/contract/audit'
import { patientCalls } from '@dictara/contract/patients'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { aPatient } from '../../testing/patient.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { ids } from './audit.fixtures.ts'

const aLook = (facts: Partial<PatientLook> = {}): PatientLook => ({
  id: ids.session,
  at: '2026-11-20T14:00:00.000Z',
  timeZone: 'America/New_York',
  event: 'patient.face-sheet-printed',
  userName: 'Ruth Amsel',
  userType: 'reviewer',
  ip: '10.0.0.7',
  jobNumber: null,
  ...facts,
})

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  server = openCalls()
  server.answer(patientCalls.listPatients, [aPatient({ id: ids.job })])
  server.answer(calls.listPatientLooks, {
    result: [aLook(), aLook({ id: ids.facility, event: 'note.viewed', jobNumber: '000042', ip: null })],
    size: 21,
  })
})
afterEach(() => vi.restoreAllMocks())

const whoLooked = page.getByRole('button', { name: 'Who looked at this patient: Greta Dubois' })
const drawer = page.getByRole('dialog', { name: 'Who looked at this patient' })

test('a clinic admin sees who looked at a patient, at what, and from where', async () => {
  openPage('/dashboard/patients', as('clinicAdmin'))
  await userEvent.click(whoLooked)
  await expect.element(drawer.getByRole('heading', { name: 'Greta Dubois' })).toBeVisible()
  await expect.element(drawer.getByText('Page 1 of 2, 21 in all')).toBeVisible()
  const rows = drawer.getByRole('row').elements().slice(1)
  const cells = rows.map((row) => [...row.children].slice(1).map(({ textContent }) => textContent))
  expect(cells).toEqual([
    ['Ruth Amsel Reviewer', 'Printed the face sheet', '–', '10.0.0.7'],
    ['Ruth Amsel Reviewer', 'Read the note', '000042', '–'],
  ])
  expect(rows[0]!.children[0]!.textContent).toBe('Nov 20, 2026, 9:00 AM')
  expect(server.asked(calls.listPatientLooks)[0]!.what).toBe(`GET /api/clinic/audit/patient/${ids.job}/looks`)
  await expectNoViolations()
  await userEvent.keyboard('{Escape}')
  await expect.element(drawer).not.toBeInTheDocument()
  await expect.element(whoLooked).toHaveFocus()
})

test.each(['admin', 'doctor'] as const)('%s cannot see who looked at a patient', async (userType) => {
  openPage('/dashboard/patients', as(userType))
  await expect.element(page.getByRole('button', { name: 'Face Sheet of Greta Dubois' })).toBeVisible()
  await expect.element(whoLooked).not.toBeInTheDocument()
})

test('the looks of the chosen days are listed, and can be saved as a CSV file', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  server.answer(
    calls.exportPatientLooks,
    new Response('Time\r\n', { headers: { 'content-disposition': 'attachment; filename="a.csv"' } }),
  )
  openPage('/dashboard/patients', as('clinicAdmin'))
  await userEvent.click(whoLooked)
  await userEvent.click(drawer.getByPlaceholder('First day'))
  await userEvent.click(page.getByText('Last 7 days'))
  const isWeek = ({ from, to }: Record<string, unknown>) =>
    Math.round((Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000) === 6
  await until(() => expect(isWeek(Object.fromEntries(server.asked(calls.listPatientLooks).at(-1)!.search))).toBe(true))
  await userEvent.click(drawer.getByRole('button', { name: 'Export CSV' }))
  await until(() => expect(saved).toHaveBeenCalledOnce())
  const { what, body } = server.asked(calls.exportPatientLooks)[0]!
  expect(what).toBe(`POST /api/clinic/audit/patient/${ids.job}/looks/csv`)
  expect(isWeek(Object(body))).toBe(true)
})

test('a loading error is shown in the drawer', async () => {
  server.answer(calls.listPatientLooks, refused('Not now'))
  openPage('/dashboard/patients', as('clinicAdmin'))
  await userEvent.click(whoLooked)
  await expect.element(drawer.getByText('Not now')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Retry' })).toBeVisible()
})
