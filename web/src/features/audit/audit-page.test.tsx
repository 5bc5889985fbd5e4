import { auditCalls as calls } from '@dictara/contract/audit'
import { facilityCalls } from '@dictara/contract/facilities'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { anAuditedJob, anEntry, aSession, aStint, ids } from './audit.fixtures.ts'

let server: Calls
beforeEach(() => {
  server = openCalls()
  server.answer(facilityCalls.listUserFacilities, [
    { facilityId: ids.facility, facilityName: 'Harbor Street Main', disabled: false, isParent: false },
  ])
  server.answer(calls.listSessions, [aSession()])
  server.answer(calls.listSessionJobs, [aStint()])
  server.answer(calls.listAuditedJobs, [anAuditedJob()])
  server.answer(calls.getJobAudit, [aStint()])
  server.answer(calls.listTimeline, [anEntry()])
  server.answer(calls.listAuditedFacilities, [
    {
      facilityId: ids.facility,
      facilityName: 'Harbor Street Main',
      timeZone: 'America/New_York',
      facilityDisableStatusLastUpdated: '2026-11-20T13:00:00.000Z',
      lastUpdated: '2026-11-20T13:00:00.000Z',
      disabled: true,
    },
  ])
})
afterEach(() => vi.restoreAllMocks())

const open = (at = '/dashboard/audit', who = as('clinicAdmin')) => openPage(at, who)
const tabs = page.getByRole('navigation', { name: 'Audit of' })
const drawer = page.getByRole('dialog')
const lastBody = (spec: Parameters<Calls['asked']>[0]): Record<string, unknown> =>
  Object(server.asked(spec).at(-1)!.body)

test('people other than doctors have the tabs Users, Jobs and Facilities, and start on Users [AUD-01, AUD-02]', async () => {
  open()
  await expect.element(page.getByRole('link', { name: 'Dana Okafor' })).toBeVisible()
  expect(
    tabs
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Users', 'Jobs', 'Facilities'])
  await expect.element(tabs.getByRole('link', { name: 'Users' })).toHaveAttribute('aria-current', 'page')
})

test('a doctor has only the tab Jobs [AUD-02]', async () => {
  open('/dashboard/audit', as('doctor'))
  await expect.element(page.getByRole('link', { name: '000042' })).toBeVisible()
  expect(
    tabs
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Jobs'])
  expect(server.asked(calls.listSessions)).toEqual([])
})

test('a sign-in shows the person, the IP address, and when it began and ended; one without an end is active or failed [AUD-27, AUD-45]', async () => {
  await page.viewport(1280, 800)
  const again = (n: number) => ids.session.replace(/.$/, String(n))
  server.answer(calls.listSessions, [
    aSession(),
    aSession({ id: again(2), logoutTime: 0 }),
    aSession({ id: again(3), logoutTime: 0, loggingStatus: 'FAILED' }),
  ])
  open()
  for (const words of ['dana.okafor@example.org', '10.0.0.7', 'Doctor', 'Active', 'Failed', 'Nov 20, 2026, 8:00 AM'])
    await expect.element(page.getByText(words, { exact: true }).first()).toBeVisible()
  expect(lastBody(calls.listSessions)).toMatchObject({ size: 10, sortKey: 'loginTime', sortOrder: 'descend' })
})

test('sign-ins are filtered by user type, facility and days up to today, and searched by name, job or status [AUD-03, AUD-04, AUD-05]', async () => {
  open('/dashboard/audit?types=reviewer&from=2026-11-01&to=2026-11-02')
  await expect.element(page.getByRole('link', { name: 'Dana Okafor' })).toBeVisible()
  const body = lastBody(calls.listSessions)
  expect(body).toMatchObject({ userTypeFilter: ['reviewer'], searchKey: 'userName' })
  expect(body).toMatchObject({ loginTime: '2026-11-01', logoutTime: '2026-11-02' })
  await userEvent.click(page.getByRole('combobox', { name: 'User type' }))
  for (const type of ['Admin', 'Transcriptionist', 'Reviewer', 'Doctor'])
    await expect.element(page.getByTitle(type).last()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await userEvent.click(page.getByRole('combobox', { name: 'Search in' }))
  for (const key of ['User Name', 'Job Name', 'Status']) await expect.element(page.getByTitle(key).last()).toBeVisible()
  await userEvent.click(page.getByTitle('Status').last())
  await userEvent.click(page.getByRole('combobox', { name: 'Status' }))
  await userEvent.click(page.getByTitle('Failed').last())
  await until(() => expect(lastBody(calls.listSessions)).toMatchObject({ searchKey: 'status', searchValue: 'FAILED' }))
})

test('an address with invalid values opens the first tab with the usual search and its days in order', async () => {
  open('/dashboard/audit?tab=9&by=nothing&from=2026-11-02&to=2026-11-01&page=-1&size=x&open=zzz&facilities=,')
  await expect.element(page.getByRole('link', { name: 'Dana Okafor' })).toBeVisible()
  const body = lastBody(calls.listSessions)
  expect(body).toMatchObject({ searchKey: 'userName', page: 0, size: 10 })
  expect(String(body['loginTime']) < String(body['logoutTime'])).toBe(true)
  await expect.element(drawer).not.toBeInTheDocument()
})

test('an invalid day in the address is ignored', async () => {
  open('/dashboard/audit?from=yesterday&to=20261101')
  await expect.element(page.getByRole('link', { name: 'Dana Okafor' })).toBeVisible()
  expect(lastBody(calls.listSessions)).not.toHaveProperty('loginTime')
})

test('a day after today cannot be chosen [AUD-08]', async () => {
  open('/dashboard/audit?tab=2')
  await userEvent.click(page.getByPlaceholder('First day'))
  await until(() => expect(document.querySelector('.ant-picker-cell-today')).not.toBe(null))
  const days = [...document.querySelectorAll('.ant-picker-cell-in-view')]
  const today = days.findIndex((day) => day.matches('.ant-picker-cell-today'))
  expect(days.slice(0, today + 1).some((day) => day.matches('.ant-picker-cell-disabled'))).toBe(false)
  expect(days.slice(today + 1).every((day) => day.matches('.ant-picker-cell-disabled'))).toBe(true)
})

test('a sign-in opens an 800 px drawer with the jobs of the session, 13 per page [AUD-10, AUD-11, AUD-44]', async () => {
  await page.viewport(1280, 800)
  server.answer(calls.listSessionJobs, { result: [aStint()], size: 14 })
  open()
  await userEvent.click(page.getByRole('link', { name: 'Dana Okafor' }))
  await expect.element(drawer.getByText('Session Details')).toBeVisible()
  await expect.element(drawer.getByRole('cell', { name: 'The dose is missing' })).toBeVisible()
  await expect.element(drawer.getByRole('cell', { name: 'Review, level 2' })).toBeVisible()
  expect(document.querySelector('.ant-drawer-content-wrapper')!.getBoundingClientRect().width).toBe(800)
  await expect.element(drawer.getByText('Page 1 of 2, 14 in all')).toBeVisible()
  const asked = server.asked(calls.listSessionJobs)[0]!
  expect([asked.what, asked.search.get('size')]).toEqual([
    `GET /api/clinic/audit/job-auditing-data/${ids.session}`,
    '13',
  ])
  await userEvent.click(drawer.getByRole('button', { name: 'Close' }))
  await expect.element(page.getByRole('link', { name: 'Dana Okafor' })).toHaveFocus()
})

test('a session without jobs shows that it has none [AUD-42]', async () => {
  server.answer(calls.listSessionJobs, [])
  open(`/dashboard/audit?open=${ids.session}`)
  await expect.element(drawer.getByText('No comments found!')).toBeVisible()
})

test('a loading error is shown with Retry [AUD-38]', async () => {
  server.answer(calls.listSessions, refused('Not now'))
  open()
  await expect.element(page.getByText('Session Fetch Failed')).toBeVisible()
  await expect.element(page.getByText('Not now')).toBeVisible()
  server.answer(calls.listSessions, [aSession()])
  await userEvent.click(page.getByRole('button', { name: 'Retry' }))
  await expect.element(page.getByRole('link', { name: 'Dana Okafor' })).toBeVisible()
})

test('a search is sent one second after the last key [AUD-43]', async () => {
  open()
  await expect.element(page.getByRole('link', { name: 'Dana Okafor' })).toBeVisible()
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search by User Name' }), 'amsel')
  await new Promise((resolve) => setTimeout(resolve, 600))
  expect(lastBody(calls.listSessions)['searchValue']).toBe('')
  await until(() => expect(lastBody(calls.listSessions)['searchValue']).toBe('amsel'))
})

const aChange = { updateDate: '2026-11-20T13:00:00.000Z', changed: [], userName: 'Clara Weiss' }

test('the list of facilities has no filters, and each facility opens its log [AUD-09, AUD-11, AUD-28]', async () => {
  server.answer(calls.getFacilityAudit, [
    { ...aChange, id: ids.session, status: 'DISABLE' },
    { ...aChange, id: ids.job, updateDate: '2026-11-19T13:00:00.000Z', status: 'ENABLE' },
    { ...aChange, id: ids.facility, status: 'EHR_TEST_FAILED' },
    { ...aChange, id: ids.doctor, status: 'CHANGED', changed: ['Time Zone', 'Reviewer Count'] },
  ])
  open('/dashboard/audit?tab=3')
  await userEvent.click(page.getByRole('link', { name: 'Harbor Street Main' }))
  await expect.element(drawer.getByText('Facility Audit Log')).toBeVisible()
  await expect.element(drawer.getByText('Enabled')).toBeVisible()
  const rows = drawer.getByRole('row').elements().slice(1)
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Nov 20, 2026, 8:00 AM', 'Disabled', 'Clara Weiss'],
    ['Nov 19, 2026, 8:00 AM', 'Enabled', 'Clara Weiss'],
    ['Nov 20, 2026, 8:00 AM', 'EHR tested: the connection doesn’t work', 'Clara Weiss'],
    ['Nov 20, 2026, 8:00 AM', 'Settings changed: Time Zone, Reviewer Count', 'Clara Weiss'],
  ])
  expect(page.getByRole('searchbox').elements()).toEqual([])
})

test('lists and drawers are accessible in light and dark, also on a phone', async () => {
  await page.viewport(360, 740)
  open()
  await expect.element(page.getByRole('link', { name: 'Dana Okafor' })).toBeVisible()
  await expectNoViolationsInBothLooks()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360)
  await userEvent.click(tabs.getByRole('link', { name: 'Jobs' }))
  await userEvent.click(page.getByRole('link', { name: '000042' }))
  await expect.element(drawer.getByText('Converted to text, by whisper large')).toBeVisible()
  await expectNoViolationsInBothLooks()
})
