import { storeUser } from '@dictara/browser/session'
import type { UserType } from '@dictara/contract'
import { notificationCalls } from '@dictara/contract/notifications'
import { patientCalls } from '@dictara/contract/patients'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { as } from '../testing/open-page.tsx'
import { type Calls, openCalls, refused } from '../testing/wire.ts'
import { queryClient } from '../platform/query-client.ts'
import '@dictara/browser/theme.css'
import { Shell } from './shell.tsx'

const { listNotifications } = notificationCalls
const { checkRosterAccess } = patientCalls
let server: Calls

beforeEach(async () => {
  await page.viewport(1200, 800)
  localStorage.clear()
  queryClient.clear()
  server = openCalls()
  server.answer(listNotifications, { unReadCount: 0 })
  server.answer(checkRosterAccess, {})
})
afterEach(() => vi.restoreAllMocks())

/** The sidebar is collapsed on a screen of this width until its button says otherwise (SHELL-38). */
async function open({ userType, ...facts }: { userType: UserType; clinicConfigured: boolean }) {
  storeUser(as(userType, facts))
  const router = createMemoryRouter(
    [{ path: '/', element: <Shell />, children: [{ path: '*', element: 'The page' }] }],
    {
      initialEntries: ['/dashboard'],
    },
  )
  mount(<RouterProvider router={router} />)
  await userEvent.click(page.getByRole('button', { name: 'Open the sidebar' }))
}

test.each(['admin', 'clinicAdmin'] as const)(
  'Settings of %s warns while the clinic is not configured, and says why [SHELL-35]',
  async (userType) => {
    await open({ userType, clinicConfigured: false })
    const icon = page.getByRole('link', { name: /^Settings/ }).getByRole('img', { name: 'Ehr not Configured.' })
    await expect.element(icon).toBeVisible()
    // Once the server has said so the roster stands above it, and nothing moves any more.
    await expect.element(page.getByRole('link', { name: 'Roster' })).toBeVisible()
    await userEvent.hover(icon)
    await expect.element(page.getByRole('tooltip', { name: 'Ehr not Configured.' })).toBeVisible()
  },
)

test.each([
  { userType: 'admin', clinicConfigured: true },
  { userType: 'clinicAdmin', clinicConfigured: true },
  { userType: 'doctor', clinicConfigured: false },
] as const)(
  'Settings does not warn $userType when the clinic is configured: $clinicConfigured [SHELL-35]',
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
  'the roster of a %s, whose check says %s, stands in the sidebar: %s [SHELL-33]',
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

test.each([
  { unread: 3, said: '3 unread notifications' },
  { unread: 1, said: '1 unread notification' },
  { unread: 120, said: '120 unread notifications' },
  { unread: 0, said: '0 unread notifications' },
])('the bell in the header shows by a badge that $unread notifications are unread [NOTIF-01]', async (of) => {
  server.answer(listNotifications, { unReadCount: of.unread })
  await open({ userType: 'doctor', clinicConfigured: true })
  const bell = page.getByRole('status', { name: of.said, exact: true })
  await expect.element(bell).toBeVisible()
  expect(bell.element().closest('header')).not.toBeNull()
  expect(bell.element().querySelector('svg')).not.toBeNull()
  const badge = bell.getByTitle(String(of.unread), { exact: true })
  if (of.unread > 0) await expect.element(badge).toBeVisible()
  else await expect.element(badge).not.toBeInTheDocument()
})
