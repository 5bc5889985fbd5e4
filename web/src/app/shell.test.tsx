import { storeUser } from '@dictara/browser/session'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { queryClient } from '../platform/query-client.ts'
import '@dictara/browser/theme.css'
import { Shell } from './shell.tsx'

beforeEach(async () => {
  await page.viewport(1200, 800)
  localStorage.clear()
  queryClient.clear()
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () =>
    Response.json({ success: true, message: 'Success', result: [], unReadCount: 0 }),
  )
})
afterEach(() => vi.restoreAllMocks())

/** The sidebar is collapsed on a screen of this width until its button says otherwise (SHELL-38). */
async function open(user: { userType: string; clinicConfigured: boolean }) {
  const id = '00000000-0000-7000-8000-000000000001'
  storeUser({
    id,
    token: 't',
    clinicId: id,
    fullName: 'Ada Byron',
    userPrivilege: 'NONE',
    scopes: [],
    ...user,
  } as never)
  const router = createMemoryRouter(
    [{ path: '/', element: <Shell />, children: [{ path: '*', element: 'The page' }] }],
    {
      initialEntries: ['/dashboard'],
    },
  )
  mount(<RouterProvider router={router} />)
  await userEvent.click(page.getByRole('button', { name: 'Open the sidebar' }))
}

test.each(['admin', 'clinicAdmin'])(
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
])('Settings does not warn $userType when the clinic is configured: $clinicConfigured [SHELL-35]', async (user) => {
  await open(user)
  await expect.element(page.getByRole('link', { name: 'Settings' })).toBeVisible()
  await expect.element(page.getByRole('img', { name: 'Ehr not Configured.' })).not.toBeInTheDocument()
})

test.each([
  ['doctor', true, true],
  ['doctor', false, false],
  ['biller', false, true],
])('the roster of a %s, whose check says %s, stands in the sidebar: %s [SHELL-33]', async (userType, success, has) => {
  const asked = vi.mocked(fetch).mockImplementation(async (input) =>
    Response.json({
      success: success || !String(input).includes('/patient-roster/config/access'),
      message: 'Success',
      result: [],
      unReadCount: 0,
    }),
  )
  await open({ userType, clinicConfigured: true })
  const roster = page.getByRole('link', { name: 'Roster' })
  if (has) return expect.element(roster).toBeVisible()
  const wasAsked = () => asked.mock.calls.some(([input]) => String(input).includes('/config/access'))
  await vi.waitFor(() => expect(wasAsked()).toBe(true), 10_000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  await expect.element(roster).not.toBeInTheDocument()
})

test.each([
  { unread: 3, said: '3 unread notifications' },
  { unread: 1, said: '1 unread notification' },
  { unread: 120, said: '120 unread notifications' },
  { unread: 0, said: '0 unread notifications' },
])('the bell in the header shows by a badge that $unread notifications are unread [NOTIF-01]', async (of) => {
  vi.mocked(fetch).mockImplementation(async (input) => {
    const unReadCount = String(input).includes('/notifications') ? of.unread : 0
    return Response.json({ success: true, message: 'Success', result: [], unReadCount })
  })
  await open({ userType: 'doctor', clinicConfigured: true })
  const bell = page.getByRole('status', { name: of.said, exact: true })
  await expect.element(bell).toBeVisible()
  expect(bell.element().closest('header')).not.toBeNull()
  expect(bell.element().querySelector('svg')).not.toBeNull()
  const badge = bell.getByTitle(String(of.unread), { exact: true })
  if (of.unread > 0) await expect.element(badge).toBeVisible()
  else await expect.element(badge).not.toBeInTheDocument()
})
