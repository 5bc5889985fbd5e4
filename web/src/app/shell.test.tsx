import { storeUser } from '@dictara/browser/session'
import type { UserType } from '@dictara/contract'
import { notificationCalls } from '@dictara/contract/notifications'
import { type JobCounts, jobListCalls } from '@dictara/contract/job-lists'
import { patientCalls } from '@dictara/contract/patients'
import { defaultPreferences, preferenceCalls } from '@dictara/contract/preferences'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { noCounts } from '../testing/job.fixtures.ts'
import { as } from '../testing/open-page.tsx'
import { aSite, type Calls, openCalls, refused, unreachable } from '../testing/wire.ts'
import { forgetPreferences } from '../platform/preferences.ts'
import { queryClient } from '../platform/query-client.ts'
import { forgetSiteConfig, type SiteConfig } from '../platform/site-config.ts'
import '@dictara/browser/theme.css'
import { Shell } from './shell.tsx'

const { listNotifications } = notificationCalls
const { checkRosterAccess } = patientCalls
let server: Calls

beforeEach(async () => {
  await page.viewport(1200, 800)
  localStorage.clear()
  queryClient.clear()
  forgetPreferences()
  server = openCalls()
  server.answer(listNotifications, { unReadCount: 0 })
  server.answer(checkRosterAccess, {})
})
afterEach(() => vi.restoreAllMocks())

interface Opened {
  userType: UserType
  clinicConfigured: boolean
}
function show({ userType, ...facts }: Opened) {
  storeUser(as(userType, facts))
  const router = createMemoryRouter(
    [{ path: '/', element: <Shell />, children: [{ path: '*', element: 'The page' }] }],
    {
      initialEntries: ['/dashboard'],
    },
  )
  return mount(<RouterProvider router={router} />)
}
/** Opens the sidebar: on a screen of this width it is collapsed at first (SHELL-38). */
async function open(of: Opened) {
  show(of)
  await userEvent.click(page.getByRole('button', { name: 'Open the sidebar' }))
}

test.each(['admin', 'clinicAdmin'] as const)(
  'Settings of %s has a warning with the reason while the clinic is not configured [SHELL-35]',
  async (userType) => {
    await open({ userType, clinicConfigured: false })
    const icon = page.getByRole('link', { name: /^Settings/ }).getByRole('img', { name: 'Ehr not Configured.' })
    await expect.element(icon).toBeVisible()
    await userEvent.hover(icon)
    await expect.element(page.getByRole('tooltip', { name: 'Ehr not Configured.' })).toBeVisible()
  },
)

test.each([
  { userType: 'admin', clinicConfigured: true },
  { userType: 'clinicAdmin', clinicConfigured: true },
  { userType: 'doctor', clinicConfigured: false },
] as const)(
  'Settings has no warning for $userType when the clinic is configured: $clinicConfigured [SHELL-35]',
  async (user) => {
    await open(user)
    await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible()
    await expect.element(page.getByRole('img', { name: 'Ehr not Configured.' })).not.toBeInTheDocument()
  },
)

test.each([
  ['doctor', true, true],
  ['doctor', false, false],
  ['biller', false, true],
] as const)(
  'for a %s whose roster check returns %s, the sidebar shows the roster: %s [SHELL-33]',
  async (userType, success, has) => {
    if (!success) server.answer(checkRosterAccess, refused('There is no roster.'))
    await open({ userType, clinicConfigured: true })
    const roster = page.getByRole('link', { name: 'Roster' })
    if (has) return expect.element(roster).toBeVisible()
    await vi.waitFor(() => expect(server.asked(checkRosterAccess)).toHaveLength(1), 10_000)
    await new Promise((resolve) => setTimeout(resolve, 300))
    await expect.element(roster).not.toBeInTheDocument()
  },
)

test('a person without a roster before sees no space reserved for it during the check', async () => {
  const somebody = { userType: 'clinicAdmin', clinicConfigured: true } as const
  const awaited = () => document.querySelector('.rail-awaited')
  server.answer(checkRosterAccess, refused('There is no roster.'))
  const { close } = show(somebody)
  await vi.waitFor(() => expect(server.asked(checkRosterAccess)).toHaveLength(1), 10_000)
  await expect.element(page.getByRole('link', { name: /^Settings/ })).toBeVisible()
  await vi.waitFor(() => expect(awaited()).toBeNull(), 10_000)
  close()
  queryClient.clear()
  server.answer(checkRosterAccess, new Promise<never>(() => {}))
  show(somebody)
  await expect.element(page.getByRole('link', { name: /^Settings/ })).toBeVisible()
  expect(awaited()).toBeNull()
})

test.each([
  { unread: 3, said: '3 unread notifications', badge: '3' },
  { unread: 1, said: '1 unread notification', badge: '1' },
  { unread: 120, said: '120 unread notifications', badge: '99+' },
  { unread: 0, said: '0 unread notifications', badge: null },
])('the bell in the header has a badge for $unread unread notifications [NOTIF-01]', async (of) => {
  server.answer(listNotifications, { unReadCount: of.unread })
  await open({ userType: 'doctor', clinicConfigured: true })
  const bell = page.getByRole('button', { name: `Notifications, ${of.unread} unread` })
  await expect.element(bell).toBeVisible()
  await expect.element(page.getByRole('status').filter({ hasText: of.said })).toBeInTheDocument()
  expect(bell.element().closest('header')).not.toBeNull()
  const icon = bell.element().querySelector('svg')!.getBoundingClientRect()
  const badge = bell.element().querySelector('.bell-count')
  expect(badge?.textContent ?? null).toBe(of.badge)
  // The badge must not cover the bell, however many digits it has.
  if (badge) expect(badge.getBoundingClientRect().left).toBeGreaterThan(icon.left + icon.width / 2)
})

const rail = () => document.querySelector('aside')!.getBoundingClientRect()

test('the menu stays visible beside a long page, and its open state is saved for the person', async () => {
  server.answer(preferenceCalls.getPreferences, [defaultPreferences])
  server.answer(preferenceCalls.savePreferences, ({ body }) => [{ ...defaultPreferences, ...(body as object) }])
  await open({ userType: 'doctor', clinicConfigured: true })
  await expect.poll(() => rail().width).toBe(250)
  document.querySelector<HTMLElement>('#content')!.style.height = '5000px'
  window.scrollTo(0, 3000)
  await expect.poll(() => rail().top).toBe(0)
  await vi.waitFor(
    () => expect(server.asked(preferenceCalls.savePreferences)[0]?.body).toEqual({ rail: 'open' }),
    10_000,
  )
})

test('Billing is in the menu if facilities pay for a plan, and its place is reserved until that is known', async () => {
  const told = Promise.withResolvers<SiteConfig>()
  forgetSiteConfig()
  server.answerSite(() => told.promise)
  await open({ userType: 'clinicAdmin', clinicConfigured: true })
  const links = () => page.getByRole('navigation', { name: 'Main' }).getByRole('link').elements()
  const labels = () => links().map((link) => link.querySelector('.rail-label')?.textContent)
  const others = ['Dashboard', 'Jobs', 'Audit', 'Line counts', 'Roster', 'Patients', 'Users', 'Settings', 'Delivery']
  const place = () => page.getByRole('link', { name: 'Delivery' }).element().getBoundingClientRect().top
  await vi.waitFor(() => expect(labels()).toEqual(others), 10_000)
  const before = place()
  told.resolve(aSite())
  await vi.waitFor(() => expect(labels()).toEqual(others.toSpliced(-1, 0, 'Billing')), 10_000)
  expect(place()).toBe(before)
})

test('Billing appears in the menu also if the server could not answer at first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  forgetSiteConfig()
  server.answerSite(() => unreachable)
  await open({ userType: 'clinicAdmin', clinicConfigured: true })
  const billing = page.getByRole('link', { name: 'Billing' })
  const isAskedAgain = () => vi.advanceTimersByTimeAsync(10_000)
  await isAskedAgain()
  expect(billing.query()).toBeNull()
  server.answerSite(() => aSite())
  await isAskedAgain()
  vi.useRealTimers()
  await expect.element(billing).toBeInTheDocument()
})

test('on a phone the menu covers the page, and closes after a choice, by Escape and by a touch outside', async () => {
  await page.viewport(375, 700)
  await open({ userType: 'doctor', clinicConfigured: true })
  const jobs = page.getByRole('link', { name: /^Jobs/ })
  const opener = page.getByRole('button', { name: /the sidebar$/ })
  await userEvent.click(jobs)
  await expect.element(jobs).not.toBeInTheDocument()
  await userEvent.click(opener)
  await expect.element(jobs).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(jobs).not.toBeInTheDocument()
  await userEvent.click(opener)
  await userEvent.click(page.getByRole('button', { name: 'Close the menu' }), { position: { x: 350, y: 300 } })
  await expect.element(jobs).not.toBeInTheDocument()
  expect(localStorage.getItem(`dictara.preferences.${as('doctor').id}`) ?? '').not.toContain('rail')
})

test('an open menu shows the number of waiting jobs, or a dash until it is known', async () => {
  let tell: (counts: [JobCounts]) => void = () => {}
  server.answer(jobListCalls.countMyJobs, new Promise((told) => (tell = told)))
  await open({ userType: 'transcriptionist', clinicConfigured: true })
  await expect.element(page.getByRole('link', { name: 'Jobs not known' })).toHaveTextContent('Jobs–not known')
  tell([{ ...noCounts, availableJobs: 9 }])
  await expect.element(page.getByRole('link', { name: 'Jobs 9 waiting' })).toBeVisible()
})
