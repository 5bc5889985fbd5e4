import { dashboardCalls } from '@dictara/contract/dashboards'
import { facilityCalls, type FacilityDetails } from '@dictara/contract/facilities'
import { jobListCalls } from '@dictara/contract/job-lists'
import { operatorCalls, type TenantDashboard } from '@dictara/contract/operator'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { aFacilityCard, counts } from '../../testing/dashboard.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const { getFacilityCards, getFacility } = facilityCalls
const { listClinicAdmins, getTenantDashboard } = operatorCalls
const longName = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim()

let server: Calls
beforeEach(() => {
  server = openCalls()
  server.answer(dashboardCalls.getDashboard, [counts])
  server.answer(dashboardCalls.listRecentJobs, [])
  server.answer(jobListCalls.listMyJobs, [])
  server.answer(listClinicAdmins, admins)
})
afterEach(() => vi.restoreAllMocks())

const admins = [
  { id: idOf(81), fullName: 'Clara Weiss', email: 'clara@harbor.example.org' },
  { id: idOf(82), fullName: 'Otto Brandt', email: 'otto@northgate.example.org' },
]
const part = (name: string) => page.getByRole('region', { name })
const cards = (name = 'Facilities') =>
  part(name)
    .getByRole('heading', { level: 3 })
    .elements()
    .map(({ textContent }) => textContent)
const shows = (what: () => unknown, expected: unknown) => until(() => expect(what()).toEqual(expected))
const details = (facilityName: string, facilityId = idOf(70)): FacilityDetails => ({
  facilityId,
  facilityName,
  ehrConfiguration: {
    facilityId,
    organisationId: 'HSC-1',
    noteType: 'Progress Note',
    transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
    reviewerCount: 2,
  },
})
const detailsShown = () =>
  [...page.getByRole('dialog').element().querySelectorAll('dl > div')].map(
    (row) => `${row.querySelector('dt')!.textContent}: ${row.querySelector('dd')!.textContent}`,
  )

test('the home page shows a named card for each facility that is not disabled [DASH-17]', async () => {
  server.answer(getFacilityCards, [
    aFacilityCard(),
    aFacilityCard({ facilityId: idOf(71), facilityName: longName }),
    aFacilityCard({ facilityId: idOf(72), facilityName: 'Closed', disabled: true }),
  ])
  const { host } = openPage('/dashboard', as('doctor'))
  await shows(cards, ['Harbor Street Main', longName])
  expect(server.asked(getFacilityCards).map(({ what }) => what)).toEqual([
    `GET /api/clinic/user/${idOf(1)}/notification-dashboard`,
  ])
  for (const width of [1200, 360]) {
    await page.viewport(width, 800)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectNoViolations(host)
  }
  await page.viewport(1200, 800)
})

test('a card opens the details of its facility, with the specified labels [DASH-18, DASH-23]', async () => {
  server.answer(getFacilityCards, [aFacilityCard()])
  server.answer(getFacility, [details('Harbor Street Main')])
  openPage('/dashboard', as('doctor'))
  await page.getByRole('button', { name: 'Details of Harbor Street Main' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Facility Details' })).toBeVisible()
  await shows(detailsShown, [
    'Name: Harbor Street Main',
    `ID: ${idOf(70)}`,
    'Organization ID: HSC-1',
    'Note Type: Progress Note',
    'Transcription Flow: Transcription and review',
    'Reviewer Count: 2',
  ])
  await expectNoViolations(document.body)
})

test('if the details cannot be loaded, "Failed" and the server’s message are shown [DASH-40]', async () => {
  server.answer(getFacilityCards, [aFacilityCard()])
  server.answer(getFacility, refused('This facility rests.'))
  openPage('/dashboard', as('doctor'))
  await page.getByRole('button', { name: 'Details of Harbor Street Main' }).click()
  const told = page.getByRole('dialog').getByRole('alert')
  await expect.element(told.getByText('Failed', { exact: true })).toBeVisible()
  await expect.element(told.getByText('This facility rests.')).toBeVisible()
})

test('if the facilities cannot be loaded, "Failed" and the server’s message are shown [DASH-41]', async () => {
  server.answer(getFacilityCards, refused('The facilities rest.'))
  openPage('/dashboard', as('doctor'))
  const told = part('Facilities').getByRole('alert')
  await expect.element(told.getByText('Failed', { exact: true })).toBeVisible()
  await expect.element(told.getByText('The facilities rest.')).toBeVisible()
  server.answer(getFacilityCards, [aFacilityCard()])
  await page.getByRole('button', { name: 'Retry' }).click()
  await shows(cards, ['Harbor Street Main'])
})

const alerts = () =>
  part('Facilities')
    .getByRole('alert')
    .elements()
    .map(({ className, textContent }) => `${/ant-alert-(error|warning)/.exec(className)?.[1]}: ${textContent}`)

test('NOT_VERIFIED shows an error alert with a Verify link [DASH-19, FAC-60]', async () => {
  const url = `/dashboard/verify-emr/${idOf(9)}/user/${idOf(1)}?facilityId=${idOf(70)}`
  server.answer(getFacilityCards, [
    aFacilityCard({}, { emrVerificationStatus: 'NOT_VERIFIED', emrVerificationUrl: url }),
    aFacilityCard({ facilityId: idOf(71) }, { emrVerificationStatus: 'VERIFIED' }),
  ])
  const { host } = openPage('/dashboard', as('doctor'))
  await shows(alerts, ['error: Your access to its EHR is not verified.Verify'])
  await expect.element(page.getByRole('link', { name: 'Verify' })).toHaveAttribute('href', url)
  await expectNoViolations(host)
})

test('an expired plan is shown as an error, one that ends soon as a warning, with month, day and year [DASH-20, DASH-21, DASH-22]', async () => {
  server.answer(getFacilityCards, [
    aFacilityCard({ facilityExpireDate: '2026-09-05', hasExpired: true }),
    aFacilityCard({ facilityId: idOf(71), facilityExpireDate: '2026-12-31' }),
    aFacilityCard({ facilityId: idOf(72) }),
  ])
  const { host } = openPage('/dashboard', as('admin'))
  const titles = () => alerts().map((words) => words.replace(/Plans$/, ''))
  await shows(titles, ['error: Plan has expired on 05 Sep 2026', 'warning: Plan will be expired on 31 Dec 2026'])
  const way = page.getByRole('link', { name: 'Plans' }).first()
  await expect.element(way).toHaveAttribute('href', `/dashboard/billing/manage-subscription?facility=${idOf(70)}`)
  await expectNoViolations(host)
})

test('dates on a dashboard are shown as month, day and year with the time of day [DASH-42]', async () => {
  server.answer(getFacilityCards, [])
  openPage('/dashboard', as('admin'))
  await until(() => expect(part('The clinic').element().textContent).toContain('Last created: 11/20/2026 03:04 PM'))
})

const { myJobs: _, ...ofClinic } = counts
const tenant: TenantDashboard = {
  ...ofClinic,
  doctorCount: 7,
  clinicName: 'Northgate Practice',
  facilities: [aFacilityCard({ facilityId: idOf(75), facilityName: 'Northgate', facilityExpireDate: '2026-12-31' })],
  details: [details('Northgate', idOf(75))],
}
const operator = () => as('clinicAdmin', { superAdmin: true, clinicName: 'Dictara Operations' })
const select = () => page.getByRole('combobox', { name: 'Clinic admin' })

for (const address of ['/', '/dashboard'])
  test(`a person with the superAdmin flag has a different home at ${address}, with a choice of clinic admins [AUTH-02, SHELL-03]`, async () => {
    server.answer(getFacilityCards, [aFacilityCard()])
    const { host } = openPage(address, operator())
    await expect.element(page.getByRole('heading', { name: 'Dictara Operations' })).toBeVisible()
    await expect.element(select()).toBeVisible()
    expect(part('My lists').query()).toBeNull()
    expect(part('Pipeline').query()).toBeNull()
    await expectNoViolations(host)
  })

test('other people have no choice of clinic admins', async () => {
  server.answer(getFacilityCards, [aFacilityCard()])
  openPage('/dashboard', as('clinicAdmin'))
  await shows(cards, ['Harbor Street Main'])
  expect(select().query()).toBeNull()
  expect(server.asked(listClinicAdmins)).toEqual([])
})

test('clinic admins are searched by name and email [DASH-10]', async () => {
  server.answer(getFacilityCards, [aFacilityCard()])
  server.answer(listClinicAdmins, ({ search }) =>
    admins.filter(({ fullName, email }) => `${fullName} ${email}`.includes(search.get('searchValue') ?? '')),
  )
  openPage('/dashboard', operator())
  await select().click()
  const offered = () => [...document.querySelectorAll('.ant-select-item-option')].map(({ textContent }) => textContent)
  const [clara, otto] = ['Clara Weiss · clara@harbor.example.org', 'Otto Brandt · otto@northgate.example.org']
  await shows(offered, [clara, otto])
  await userEvent.keyboard('Otto')
  await shows(offered, [otto])
  await userEvent.clear(select())
  await userEvent.keyboard('harbor.example')
  await shows(offered, [clara])
})

test('the facilities are those of the chosen clinic admin, otherwise the person’s own [DASH-11]', async () => {
  server.answer(getFacilityCards, [aFacilityCard()])
  server.answer(getTenantDashboard, [tenant])
  const { host } = openPage('/dashboard', operator())
  await shows(() => cards('Clinic'), ['Harbor Street Main'])
  await select().click()
  await page.getByText('Otto Brandt · otto@northgate.example.org').click()
  await page.getByRole('button', { name: 'Open clinic' }).click()
  await shows(() => cards('Clinic'), ['Northgate'])
  await expect.element(page.getByRole('heading', { name: 'Northgate Practice' })).toBeVisible()
  await until(() => expect(part('The clinic').element().textContent).toContain('Doctors7'))
  const [asked] = server.asked(getTenantDashboard)
  expect([asked!.what, asked!.search.get('userId'), asked!.search.get('reason')]).toEqual([
    'GET /api/clinic/superadmin/tenant-dashboard',
    idOf(82),
    'ROUTINE',
  ])
  await expectNoViolations(host)
  // The page already has the details of another clinic's facility and does not request them again.
  await page.getByRole('button', { name: 'Details of Northgate' }).click()
  await shows(() => detailsShown()[0], 'Name: Northgate')
  expect(server.asked(getFacility)).toEqual([])
})

test('if a clinic cannot be opened, the server’s message is shown', async () => {
  server.answer(getFacilityCards, [])
  server.answer(getTenantDashboard, refused('It is closed.'))
  openPage('/dashboard', operator())
  await select().click()
  await page.getByText('Otto Brandt · otto@northgate.example.org').click()
  await page.getByRole('button', { name: 'Open clinic' }).click()
  await expect.element(page.getByText('It is closed.')).toBeVisible()
})
