import { ehrConfigurationCalls as calls } from '@dictara/contract/ehr-configuration'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { aListedFacility } from '../../testing/facility.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const address = '/dashboard/settings/facility'
const clinicAdmin = as('clinicAdmin')
let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  server = openCalls()
  server.answer(calls.listFacilities, {
    result: [
      aListedFacility({ isParent: true }),
      aListedFacility({ facilityId: idOf(21), facilityName: 'Closed Annex', disabled: true }),
    ],
    size: 30,
  })
  server.answer(calls.listEhrTypes, [])
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})
const link = (name: string) => page.getByRole('link', { name })

test('facilities are cards under Settings > Facility with their fields, and a disabled one is marked [FAC-01, FAC-06]', async () => {
  openPage(address, clinicAdmin)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Facility' })).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' })
  await expect.element(crumbs).toHaveTextContent('Settings/Facility')
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2 }) })
  await expect.element(cards.nth(0)).toHaveTextContent('Harbor Street MainMainEHRPointHealthReviewer Count2')
  await expect.element(cards.nth(1)).toHaveTextContent('Closed AnnexDisabledEHRPointHealthReviewer Count2')
  await expectNoViolations()
})

test('facilities are cards in a grid: a click anywhere on a card opens its facility, and Add opens a new one [FAC-02, FAC-03]', async () => {
  const { router } = openPage(address, clinicAdmin)
  await expect.element(link('Harbor Street Main')).toHaveAttribute('href', `/dashboard/facility/${idOf(20)}`)
  const grid = link('Harbor Street Main').element().closest('ul')!
  expect(getComputedStyle(grid).display).toBe('grid')
  // Force the click, because the link of the card covers its text.
  await page.getByText('Reviewer Count').first().click({ force: true })
  await until(() => expect(router.state.location.pathname).toBe(`/dashboard/facility/${idOf(20)}`))
  await router.navigate(address)
  await page.getByRole('button', { name: 'Add' }).click()
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/facility/new'))
})

test('12 facilities are loaded at a time, all pages can be reached, and the search box queries the server [FAC-02, FAC-05, FAC-07]', async () => {
  openPage(address, clinicAdmin)
  await expect.element(page.getByText('Page 1 of 3, 30 in all')).toBeVisible()
  for (const [name, number] of [
    ['Next page', '1'],
    ['Last page', '2'],
    ['Previous page', '1'],
    ['First page', '0'],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await until(() => expect(server.asked(calls.listFacilities).at(-1)!.search.get('page')).toBe(number))
  }
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search Facilities' }), 'annex')
  await until(() => expect(server.asked(calls.listFacilities).at(-1)!.search.get('searchValue')).toBe('annex'))
  for (const { search } of server.asked(calls.listFacilities)) expect(search.get('size')).toBe('12')
})

test('a clinic without facilities shows that it has none [FAC-04]', async () => {
  server.answer(calls.listFacilities, { result: [], size: 0 })
  openPage(address, clinicAdmin, 'dark')
  await expect.element(page.getByText('No facilities added')).toBeVisible()
  await expectNoViolations()
})

test('a loading error shows the reason, with Retry', async () => {
  server.answer(calls.listFacilities, refused('The facilities rest.'))
  openPage(address, clinicAdmin)
  await expect.element(page.getByText('The facilities rest.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Retry' })).toBeVisible()
})

test('people who may not set up facilities are redirected from these pages to the dashboard, billers to their own page [FAC-13]', async () => {
  const ofOne = `/dashboard/facility/${idOf(20)}`
  const pages = [address, '/dashboard/facility/new', ofOne]
  const unlinked = as('admin', { facilityAccessEnable: false })
  for (const [who, home, from] of [
    [unlinked, '/dashboard', pages.slice(0, 2)],
    [as('reviewer'), '/dashboard', pages],
    [as('doctor'), '/dashboard', pages],
    [as('biller'), '/dashboard/biller', pages],
  ] as const)
    for (const one of from) {
      const { router, close } = openPage(one, who)
      await until(() => expect(router.state.location.pathname, `${who.userType} from ${one}`).toBe(home))
      close()
    }
  const { router } = openPage(address, as('admin', { facilityAccessEnable: true }))
  await expect.element(link('Harbor Street Main')).toBeVisible()
  expect(router.state.location.pathname).toBe(address)
})
