import { call } from '@dictara/browser/call'
import { currentUser, storeUser } from '@dictara/browser/session'
import type { CallSpec, Envelope } from '@dictara/contract'
import { dashboardCalls } from '@dictara/contract/dashboards'
import { idleMs, identityCalls } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { notificationCalls } from '@dictara/contract/notifications'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { rememberRedirect } from '../features/identity/post-login-redirect.ts'
import { arrived } from '../platform/arrived.ts'
import { queryClient } from '../platform/query-client.ts'
import { registerUnsavedWork } from '../platform/unsaved-work.ts'
import { type LiveEnd, openLiveWire } from '../testing/live-wire.ts'
import { catchPageLoads } from '../testing/page-loads.ts'
import { aUser, idOf } from '../testing/stored-user.fixtures.ts'
import { counts } from '../testing/dashboard.fixtures.ts'
import { noCounts } from '../testing/job.fixtures.ts'
import { type Calls, openCalls, recorderUrl, refused, unreachable } from '../testing/wire.ts'
import { RouteFailed } from './route-failed.tsx'
import { routes } from './routes.tsx'

const until = (check: () => void) => vi.waitFor(check, 10_000)
const place = '/dashboard/jobs-list/jobs-to-review/in-progress?page=2'
const rita = aUser({ userType: 'reviewer', userPrivilege: 'REVIEWER_ONLY', scopes: ['ROLE_REVIEWER'] })
const sam = { ...rita, id: idOf(7), token: 'token-of-sam', fullName: 'Sam Other' }
const recorder = `${recorderUrl}/`
const { login, logout, renewToken, draftKey, encryptedKey } = identityCalls

let server: Calls
let isOver: boolean
let ends: LiveEnd[]
let loads: string[]
/** Makes the server answer this call until the session ends; after that, it refuses the call with 401. */
const answerUnlessOver = <C extends CallSpec>(spec: C, answer: Partial<Envelope<C>>) =>
  server.answer(spec, () => (isOver ? refused('Please sign in.', 'signed-out', 401) : answer))

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  isOver = false
  server = openCalls()
  answerUnlessOver(notificationCalls.listNotifications, { unReadCount: 0, size: 0 })
  // The list needs more than two pages: an address behind the last page would be changed to the last page.
  answerUnlessOver(jobListCalls.listJobsToReview, { size: 300 })
  answerUnlessOver(jobListCalls.countJobsToReview, { result: [{ ...noCounts, readyJobs: 3 }] })
  answerUnlessOver(dashboardCalls.getDashboard, { result: [counts] })
  answerUnlessOver(renewToken, { result: [rita], idleForMs: idleMs })
  answerUnlessOver(draftKey, { result: ['key'] })
  answerUnlessOver(encryptedKey, { result: ['the-key'] })
  server.answer(logout, {})
  ends = openLiveWire()
  loads = catchPageLoads()
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function open(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  mount(<RouterProvider router={router} />)
  return router
}
const addressOf = ({ state }: ReturnType<typeof open>) => state.location.pathname + state.location.search
const isAt = (router: ReturnType<typeof open>, address: string) => until(() => expect(addressOf(router)).toBe(address))
async function atWork(address = place) {
  storeUser(rita)
  const router = open(address)
  await expect.element(page.getByRole('button', { name: 'Profile of Dana Okafor' }), { timeout: 25_000 }).toBeVisible()
  await until(() => expect(ends.at(-1)?.heard).toContainEqual(expect.objectContaining({ type: 'subscribe' })))
  return router
}
async function signInAs(user: typeof rita) {
  isOver = false
  server.answer(login, [user])
  await userEvent.fill(page.getByLabelText('Email'), 'somebody@example.org')
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), 'a quiet morning in winter')
  await userEvent.keyboard('{Enter}')
}
/** Makes a call as the autosave of a note does. The autosave shows its failures itself, so no shared notice appears. */
const save = () => call(identityCalls.draftKey, {}, { handler: false }).catch(() => {})

test('the first save after a session’s end reports it immediately, and after a new sign-in the person is back on their page [QA-106, ERR-06]', async () => {
  const router = await atWork()
  let isKept = false
  const close = registerUnsavedWork({ hasUnsaved: () => true, save: async () => false, mayLose: () => !isKept })
  isOver = true
  await save()
  await expect.element(page.getByText(/Please Login to continue.*your text is kept in this browser/)).toBeVisible()
  // The page may be left only when nobody is typing and the typed text is kept.
  for (let second = 0; second < 3; second += 1) {
    await userEvent.keyboard('a')
    await new Promise((later) => setTimeout(later, 1_000))
  }
  expect([addressOf(router), currentUser()?.id]).toEqual([place, rita.id])
  isKept = true
  await isAt(router, '/login')
  close()
  const told = page.getByRole('status')
  await expect.element(told.getByText('Token Expired')).toBeVisible()
  await expect.element(told.getByText('Please Login to continue')).toBeVisible()
  await expect.element(told.getByText(/Your session has ended.*your text is kept in this browser/)).toBeVisible()
  expect(currentUser()).toBeNull()
  await signInAs(rita)
  await isAt(router, place)
})

test('a different person who signs in does not get the previous person’s page', async () => {
  const router = await atWork()
  isOver = true
  await save()
  await isAt(router, '/login')
  await signInAs(sam)
  await isAt(router, '/dashboard')
  expect(sessionStorage.getItem('dictara-place')).toBeNull()
})

test('if text could not be kept, the page says so and stays until the person chooses to sign in', async () => {
  const router = await atWork()
  const close = registerUnsavedWork({ hasUnsaved: () => true, save: async () => false, mayLose: () => true })
  isOver = true
  await save()
  await expect.element(page.getByText(/your latest changes couldn’t be kept in this browser/)).toBeVisible()
  expect([addressOf(router), currentUser()?.id]).toEqual([place, rita.id])
  close()
  await userEvent.click(page.getByRole('button', { name: 'Go to sign-in' }))
  await isAt(router, '/login')
})

test('an answer to an outdated token does not end the session', async () => {
  const router = await atWork()
  server.answer(draftKey, () => {
    storeUser({ ...rita, token: 'renewed' })
    return refused('Please sign in.', 'signed-out', 401)
  })
  await save()
  await new Promise((later) => setTimeout(later, 300))
  expect([addressOf(router), currentUser()?.token]).toEqual([place, 'renewed'])
})

test('the live channel reports a session’s end immediately, and reopens if only the token was outdated', async () => {
  const router = await atWork()
  ends.at(-1)!.close(4401)
  await until(() => expect(ends).toHaveLength(2))
  await until(() => expect(ends[1]!.heard).toContainEqual(expect.objectContaining({ type: 'subscribe' })))
  isOver = true
  ends[1]!.close(4401)
  await isAt(router, '/login')
})

test('after an idle end or a sign-out in another tab, signing in returns to the page; after Sign Out, to the first page', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await atWork()
  vi.advanceTimersByTime(idleMs + 60_000)
  await until(() => expect(loads).toContain(`${location.origin}/login`))
  vi.useRealTimers()
  await expect.element(page.getByRole('button', { name: 'Profile of Dana Okafor' })).not.toBeInTheDocument()
  const afterIdle = open('/login')
  await expect.element(page.getByText(/^You were signed out after 15 minutes without activity/)).toBeVisible()
  await signInAs(rita)
  await isAt(afterIdle, place)

  localStorage.removeItem('dictara-logged-in')
  window.dispatchEvent(new StorageEvent('storage', { key: 'dictara-logged-in' }))
  const afterLeaving = open('/login')
  await signInAs(rita)
  await isAt(afterLeaving, place)

  await userEvent.click(page.getByRole('button', { name: 'Profile of Dana Okafor' }).last())
  await userEvent.click(page.getByRole('menuitem', { name: 'Sign Out' }).last())
  await until(() => expect(currentUser()).toBeNull())
  const afterSignOut = open('/login')
  await signInAs(rita)
  await isAt(afterSignOut, '/dashboard')
})

test('a tab at sign-in continues when the same person signs in in another tab', async () => {
  const router = await atWork()
  isOver = true
  await save()
  await isAt(router, '/login')
  isOver = false
  localStorage.setItem('dictara-user', JSON.stringify(rita))
  localStorage.setItem('dictara-logged-in', 'true')
  // The browser sends two storage events, one after the other.
  for (const key of ['dictara-user', 'dictara-logged-in']) window.dispatchEvent(new StorageEvent('storage', { key }))
  await isAt(router, place)
  await expect.element(page.getByRole('button', { name: 'Profile of Dana Okafor' })).toBeVisible()
  expect(addressOf(router)).toBe(place)
})

test('a person from the recorder with an expired session signs in and returns there [QA-17]', async () => {
  storeUser(rita)
  isOver = true
  rememberRedirect(recorder)
  const router = open('/login')
  await until(() => expect(currentUser()).toBeNull())
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  await signInAs(rita)
  await until(() => expect(loads).toEqual([`${recorder}?encryptedKey=the-key&from=create`]))
  expect(addressOf(router)).toBe('/login')
})

/** Makes a call whose failure has no place of its own on the page, so that the shared notice reports it. */
const callWithSharedNotice = () => call(identityCalls.draftKey, {}).catch(() => {})

test('an unreachable server shows the documented message, with what to do [ERR-08]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  await atWork('/dashboard')
  server.answer(draftKey, unreachable)
  await callWithSharedNotice()
  const notice = page.getByRole('alert').filter({ has: page.getByText('Server Error', { exact: true }) })
  await until(() => expect(notice.element().textContent).toContain('Unable to connect to the  server'))
  await expect.element(notice.getByText(/Check your network connection/)).toBeVisible()
  logged.mockRestore()
})

test.each([
  [403, 'not-permitted', 'Permission Denied', 'You are not permitted to do this operation'],
  [500, 'internal', 'Try Again', 'Please try again later'],
])('an answer of %i shows the documented message [ERR-05, ERR-07]', async (status, code, title, description) => {
  await atWork()
  server.answer(draftKey, refused('No, because.', code, status))
  await callWithSharedNotice()
  const notice = page.getByRole('alert').filter({ has: page.getByText(title, { exact: true }) })
  await until(() => expect(notice.element().textContent).toContain(description))
})

/** Opens a page whose code cannot be loaded, as after an update of the application. */
function openMissingPart() {
  const missing = `${location.origin}/assets/of-an-older-version.js`
  const router = createMemoryRouter(
    [
      {
        path: '/',
        HydrateFallback: () => null,
        ErrorBoundary: RouteFailed,
        lazy: () => arrived(import(/* @vite-ignore */ missing)),
      },
    ],
    { initialEntries: ['/'] },
  )
  mount(<RouterProvider router={router} />)
}

test('a page that cannot be loaded shows a message with what to do', async () => {
  openMissingPart()
  await expect.element(page.getByRole('alert').getByText(/Check your network, then reload the page/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Load again' }))
  await until(() => expect(loads).toEqual([location.href]))
})

test('a page that could not be loaded offline says so, and loads automatically once when the network is back', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  openMissingPart()
  await expect.element(page.getByText('You’re offline. This page will load when you’re back online.')).toBeVisible()
  expect(loads).toEqual([])
  onLine.mockReturnValue(true)
  window.dispatchEvent(new Event('online'))
  await until(() => expect(loads).toEqual([location.href]))
  window.dispatchEvent(new Event('online'))
  await new Promise((later) => setTimeout(later, 200))
  expect(loads).toEqual([location.href])
})

test('losing the network after a failed page load shows a message, and its return loads the page', async () => {
  openMissingPart()
  await expect.element(page.getByText(/Check your network, then reload the page/)).toBeVisible()
  window.dispatchEvent(new Event('offline'))
  await expect.element(page.getByText(/^You’re offline\./)).toBeVisible()
  window.dispatchEvent(new Event('online'))
  await until(() => expect(loads).toEqual([location.href]))
})
