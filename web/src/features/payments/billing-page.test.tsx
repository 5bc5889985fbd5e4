import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { forgetSiteConfig } from '../../platform/site-config.ts'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aSite, type Calls } from '../../testing/wire.ts'
import { aBillingServer } from './payments.fixtures.ts'

let server: Calls
beforeEach(async () => {
  await page.viewport(1280, 800)
  forgetSiteConfig()
  server = aBillingServer()
})
afterEach(() => {
  forgetSiteConfig()
  vi.restoreAllMocks()
})

const tiles = [
  ['Manage Cards', 'BILL-02', '/dashboard/billing/manage-cards'],
  ['Manage Subscription', 'BILL-03', '/dashboard/billing/manage-subscription'],
  ['Past Payments', 'BILL-04', '/dashboard/billing/payment-logs'],
] as const

test.each(tiles)('/dashboard/billing has the tile %s [BILL-01, %s]', async (label, _, path) => {
  const { router } = openPage('/dashboard/billing', as('admin'))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Billing' })).toBeVisible()
  await userEvent.click(page.getByRole('link', { name: label }))
  await until(() => expect(router.state.location.pathname).toBe(path))
  await expect
    .element(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link'))
    .toHaveTextContent('Billing')
})

test.each(['', '/manage-cards', '/manage-subscription', '/payment-logs'])(
  'without payments, /dashboard/billing%s redirects to the dashboard',
  async (path) => {
    server.answerSite(() => aSite({ hasPayments: false }))
    const { router } = openPage(`/dashboard/billing${path}`, as('admin'))
    await until(() => expect(router.state.location.pathname).toBe('/dashboard'))
    expect(server.everything.filter(({ what }) => what.includes('/payment/'))).toEqual([])
  },
)

test('people who are not managers are redirected to the dashboard', async () => {
  const { router } = openPage('/dashboard/billing', as('doctor'))
  await until(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('the tiles pass axe in %s and fit %i pixels', async (look, width) => {
  await page.viewport(width, 740)
  const { host } = openPage('/dashboard/billing', as('clinicAdmin'), look)
  await expect.element(page.getByRole('link', { name: 'Past Payments' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoViolations(host)
  delete document.documentElement.dataset['theme']
})
