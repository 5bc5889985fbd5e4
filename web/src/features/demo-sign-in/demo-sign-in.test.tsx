import { currentUser, storeUser } from '@dictara/browser/session'
import { type DemoPerson, demoSignInCalls } from '@dictara/contract/demo-sign-in'
import { identityCalls } from '@dictara/contract/identity'
import { notificationCalls } from '@dictara/contract/notifications'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { routes } from '../../app/routes.tsx'
import { mount } from '../../editor/testing/mount.tsx'
import { registerUnsavedWork } from '../../platform/unsaved-work.ts'
import { forgetSiteConfig } from '../../platform/site-config.ts'
import { openLiveWire } from '../../testing/live-wire.ts'
import { catchPageLoads } from '../../testing/page-loads.ts'
import { aUser, idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, recorderUrl, refused } from '../../testing/wire.ts'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'

const until = (check: () => void) => vi.waitFor(check, 10_000)
const { listDemoPeople, signInToDemo } = demoSignInCalls
const person = (at: number, fullName: string, userType: DemoPerson['userType'], more: Partial<DemoPerson> = {}) =>
  ({ id: idOf(at), fullName, userType, userPrivilege: 'NONE', ...more }) as const
const people = [
  person(1, 'Dana Okafor', 'doctor', { userPrivilege: 'TRANSCRIPTION_ONLY' }),
  person(2, 'Piet van der Berg', 'doctor'),
  person(3, 'Bella Costa', 'biller'),
  person(4, 'Tamara Novak', 'transcriptionist', { userPrivilege: 'TRANSCRIPTION_ONLY' }),
]
const dana = aUser({ id: idOf(1), fullName: 'Dana Okafor', token: 'of-dana', sessionId: idOf(11), demo: true })
const bella = aUser({ id: idOf(3), userType: 'biller', fullName: 'Bella Costa', token: 'of-bella', demo: true })
let server: Calls
let loads: string[]
let hasDemo: boolean

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  forgetSiteConfig()
  hasDemo = true
  server = openCalls()
  server.answerSite(() => ({
    productName: 'Dictara',
    webUrl: location.origin,
    recorderUrl,
    contactUrl: recorderUrl,
    hasDemo,
    keepsMails: false,
    hasPayments: true,
  }))
  server.answer(listDemoPeople, people)
  server.answer(signInToDemo, [bella])
  server.answer(identityCalls.logout, { message: 'You’re signed out.' })
  server.answer(notificationCalls.listNotifications, { unReadCount: 0, size: 0, result: [] })
  openLiveWire()
  loads = catchPageLoads()
})
afterEach(() => {
  localStorage.clear()
  forgetSiteConfig()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  return { router, ...mount(<RouterProvider router={router} />) }
}
const lookAround = page.getByRole('region', { name: 'Look around the demo' })
const switcher = page.getByRole('button', { name: /switch person$/ })

test('the demo’s sign-in page offers its people by role, and one click signs in as one of them (Q212)', async () => {
  const { router } = open('/login')
  await expect.element(lookAround).toBeVisible()
  const offered = lookAround.getByRole('button').elements()
  expect(offered.map(({ textContent }) => textContent)).toEqual([
    'DoctorPiet van der Berg',
    'Doctor who typesDana Okafor',
    'TranscriptionistTamara Novak',
    'BillerBella Costa',
  ])
  await expectNoViolationsInBothLooks(document.querySelector<HTMLElement>('.look-around')!)
  await lookAround.getByRole('button', { name: /Biller/ }).click()
  await until(() => expect(router.state.location.pathname).toBe('/dashboard/biller'))
  expect(server.asked(signInToDemo).map(({ body }) => body)).toEqual([{ userId: idOf(3) }])
  expect(currentUser()?.fullName).toBe('Bella Costa')
})

test('without a demo the sign-in page offers no people and does not request them', async () => {
  hasDemo = false
  open('/login')
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await until(() => expect(server.everything.map(({ what }) => what)).toContain('GET /api/config.json'))
  expect(server.asked(listDemoPeople)).toEqual([])
  expect(lookAround.query()).toBeNull()
})

test('a refused demo sign-in shows the server’s message above the form', async () => {
  server.answer(signInToDemo, refused('There is nothing here.', 'not-found', 404))
  open('/login')
  await lookAround.getByRole('button', { name: /Biller/ }).click()
  await expect.element(page.getByRole('alert').getByText('There is nothing here.')).toBeVisible()
})

test('the demo’s header switches to another person: unsaved work is saved first, and the old session ends', async () => {
  storeUser(dana)
  open('/dashboard/settings')
  const order: string[] = []
  const done = registerUnsavedWork({
    hasUnsaved: () => true,
    save: async () => {
      order.push(currentUser()!.fullName)
      return true
    },
  })
  try {
    await expect.element(switcher).toHaveTextContent('Doctor who types')
    await userEvent.hover(switcher)
    await page.getByRole('menuitem', { name: /Biller/ }).click()
    await until(() => expect(loads).toEqual([`${location.origin}/dashboard/biller`]))
    expect(order).toEqual(['Dana Okafor'])
    expect(currentUser()?.token).toBe('of-bella')
    await until(() => expect(server.asked(identityCalls.logout)).toHaveLength(1))
    expect(server.asked(identityCalls.logout)[0]!.search.get('sessionId')).toBe(idOf(11))
    const [, asked] = vi.mocked(fetch).mock.calls.find(([url]) => String(url).includes('/authenticate/logout'))!
    expect(new Headers(asked!.headers).get('authorization')).toBe('Bearer of-dana')
  } finally {
    done()
  }
})

test('the switch works by keyboard, and a refused one leaves the person signed in as before', async () => {
  server.answer(signInToDemo, refused('There is nothing here.', 'not-found', 404))
  storeUser(dana)
  open('/dashboard/settings')
  await expect.element(switcher).toBeVisible()
  ;(switcher.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('menuitem', { name: /Transcriptionist/ })).toBeVisible()
  const focused = () => document.activeElement?.closest('[role=menuitem]')?.textContent ?? ''
  await until(() => expect(focused()).not.toBe(''))
  for (let step = 0; step < 4 && !focused().startsWith('Transcriptionist'); step += 1)
    await userEvent.keyboard('{ArrowDown}')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('You are still signed in')).toBeVisible()
  expect(currentUser()?.fullName).toBe('Dana Okafor')
  expect([loads, server.asked(identityCalls.logout)]).toEqual([[], []])
})

test.each([
  ['of a clinic outside the demo', false, true],
  ['when the demo is not open', true, false],
])('the header %s has no switcher', async (_what, demo, isOpen) => {
  hasDemo = isOpen
  storeUser({ ...dana, demo })
  open('/dashboard/settings')
  await expect.element(page.getByRole('button', { name: /^Notifications/ })).toBeVisible()
  await until(() => expect(server.everything.map(({ what }) => what)).toContain('GET /api/config.json'))
  expect([server.asked(listDemoPeople), switcher.query()]).toEqual([[], null])
})
