import { storeUser } from '@dictara/browser/session'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import '@dictara/browser/theme.css'
import { Shell } from './shell.tsx'

beforeEach(async () => {
  await page.viewport(1200, 800)
  localStorage.clear()
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
