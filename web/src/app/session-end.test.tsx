import { keepUnsavedStatus } from '@dictara/browser/session-user'
import { currentUser, storeUser } from '@dictara/browser/session'
import { facilityCalls } from '@dictara/contract/facilities'
import { idleMs, identityCalls } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { notificationCalls, type NotificationTarget } from '@dictara/contract/notifications'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { forgetReadyJobs, newReadyJobs } from '../platform/new-ready-jobs.ts'
import { queryClient, unreadQuery } from '../platform/query-client.ts'
import { noCounts } from '../testing/job.fixtures.ts'
import { type LiveEnd, openLiveWire } from '../testing/live-wire.ts'
import { catchPageLoads } from '../testing/page-loads.ts'
import { aUser, idOf } from '../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused, unreachable } from '../testing/wire.ts'
import { routes } from './routes.tsx'

const until = (check: () => void) => vi.waitFor(check, 10_000)

const reviewer = aUser({ userType: 'reviewer', userPrivilege: 'REVIEWER_ONLY', scopes: ['ROLE_REVIEWER'] })
const { logout, renewToken } = identityCalls
let unread: number
let idleForMs: number
let server: Calls
let ends: LiveEnd[]
let loads: string[]

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  forgetReadyJobs()
  unread = 0
  idleForMs = idleMs
  server = openCalls()
  server.answer(notificationCalls.listNotifications, () => ({ unReadCount: unread, size: unread }))
  server.answer(jobListCalls.countJobsToReview, [{ ...noCounts, readyJobs: 3 }])
  server.answer(jobListCalls.listJobsToReview, [])
  server.answer(jobListCalls.listAuthors, [])
  server.answer(jobListCalls.getReviewFilter, [[]])
  server.answer(facilityCalls.listUserFacilities, [])
  server.answer(renewToken, () => ({ result: [reviewer], idleForMs }))
  server.answer(logout, { message: 'You’re signed out.' })
  ends = openLiveWire()
  loads = catchPageLoads()
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open() {
  storeUser(reviewer)
  leaveTraces()
  const router = createMemoryRouter(routes, { initialEntries: ['/dashboard/jobs-list/jobs-to-review/in-progress'] })
  mount(<RouterProvider router={router} />)
  // The first test of the file also waits until all modules of the shell are loaded.
  await expect.element(page.getByRole('button', { name: 'Profile of Dana Okafor' }), { timeout: 25_000 }).toBeVisible()
  await until(() => expect(ends[0]?.heard).toContainEqual(expect.objectContaining({ type: 'subscribe' })))
  await until(() => expect(queryClient.getQueryData(unreadQuery(reviewer.id))).toBe(unread))
  return router
}
async function signOut() {
  await userEvent.click(page.getByRole('button', { name: 'Profile of Dana Okafor' }))
  // Wait for the end of the opening animation: until then, the items move away from the pointer.
  const menu = page.getByRole('menu')
  await expect.element(menu).toBeVisible()
  await until(() => expect(menu.element().closest('.ant-dropdown')!.className).not.toMatch(/slide/))
  await userEvent.click(page.getByRole('menuitem', { name: 'Sign Out' }))
}
const push = (target: NotificationTarget, jobId: string) =>
  ends[0]!.push({
    type: 'message',
    notification: {
      id: idOf(50),
      readStatus: false,
      target,
      type: target,
      targetId: jobId,
      senderName: 'Tess Doe',
      mayOpen: true,
      patientName: null,
      comment: null,
      body: 'Job 000042 is ready for review at level 1.',
      createdDate: '2026-11-20T08:00:00.000Z',
      profilePicture: null,
      facilities: { facilityName: 'Harbor Street Main', timeZone: 'America/New_York', emrVerificationUrl: null },
    },
    counts: { unReadCount: unread },
  })
const logouts = () => server.asked(logout).map(({ search }) => search)
/** Stores personal data of this user in the browser, and the theme, which belongs to the computer. */
function leaveTraces() {
  localStorage.setItem(`dictara.ready-seen.${reviewer.id}`, '3')
  localStorage.setItem('dictationCreated', 'true')
  localStorage.setItem('dictara-theme', 'dark')
}
const shownNotices = () =>
  [...document.querySelectorAll('[role=dialog], [role=alert]')].map(({ textContent }) => textContent)
const expectEnded = async () => {
  await until(() => expect(loads, `told: ${shownNotices().join(' | ')}`).toContain(`${location.origin}/login`))
  expect(currentUser()).toBeNull()
  expect({ ...localStorage }).toEqual({ 'dictara-theme': 'dark' })
  const known = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.data !== undefined })
  expect(known).toEqual([])
  expect(newReadyJobs().size).toBe(0)
  expect(ends.map(({ readyState }) => readyState)).toEqual([3])
}

test('Sign Out calls logout, removes all data of the person, closes the live channel and opens sign-in [SHELL-44, SHELL-50, NOTIF-20]', async () => {
  await open()
  push('NEW_JOB_AVAILABLE', idOf(60))
  await signOut()
  await expectEnded()
  expect(logouts().map((search) => Object.fromEntries(search))).toEqual([
    { sessionId: reviewer.sessionId, idle: 'false' },
  ])
})

test('Sign Out works even if the server cannot be reached [SHELL-44]', async () => {
  server.answer(logout, unreachable)
  await open()
  await signOut()
  await expectEnded()
})

test('fifteen idle minutes end the session in the same way, without a question [SHELL-46, SHELL-51]', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await open()
  push('NEW_JOB_AVAILABLE', idOf(60))
  vi.advanceTimersByTime(idleMs - 1_000)
  expect([currentUser()?.id, logouts()]).toEqual([reviewer.id, []])
  vi.advanceTimersByTime(60_000)
  await expectEnded()
  expect(logouts()[0]!.get('idle')).toBe('true')
})

test('several idle checks waiting for one slow answer end the session once, and do not affect a new sign-in', async () => {
  const slow = Promise.withResolvers<{ result: [typeof reviewer]; idleForMs: number }>()
  server.answer(renewToken, () => slow.promise)
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await open()
  vi.advanceTimersByTime(idleMs + 60_000)
  await until(() => expect(server.asked(renewToken).length).toBeGreaterThan(2))
  slow.resolve({ result: [reviewer], idleForMs })
  await until(() => expect(loads).not.toEqual([]))
  storeUser(reviewer)
  await new Promise((rested) => setTimeout(rested, 300))
  expect([currentUser()?.id, loads.length, logouts().length]).toEqual([reviewer.id, 1, 1])
})

test('a session in use in the recorder continues [SHELL-46]', async () => {
  idleForMs = 5_000
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await open()
  vi.advanceTimersByTime(idleMs + 60_000)
  await until(() => expect(server.asked(renewToken)).not.toEqual([]))
  expect([currentUser()?.id, logouts(), loads]).toEqual([reviewer.id, [], []])
})

test('Sign Out asks first while any tab has unsaved changes [SHELL-45]', async () => {
  await open()
  keepUnsavedStatus(true)
  await signOut()
  const question = page.getByRole('dialog', { name: 'Unsaved changes' })
  await expect.element(question.getByText('You have unsaved changes to your document.')).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  await expect.element(question).not.toBeInTheDocument()
  expect([currentUser()?.id, logouts()]).toEqual([reviewer.id, []])
  await signOut()
  await expect.element(question).toBeVisible()
  await until(() => expect(document.querySelector('.ant-modal[class*=zoom]')).toBeNull())
  await userEvent.click(question.getByRole('button', { name: 'Leave' }))
  await expectEnded()
})

test('a live push raises the unread count in the header immediately [NOTIF-16]', async () => {
  await open()
  await expect.element(page.getByLabelText('0 unread notifications')).toBeVisible()
  for (const words of ['1 unread notification', '2 unread notifications']) {
    unread += 1
    push('REVIEWER_REJECTED', idOf(60 + unread))
    expect(queryClient.getQueryData(unreadQuery(reviewer.id))).toBe(unread)
    await expect.element(page.getByLabelText(words, { exact: true })).toBeVisible()
  }
})

test('a notification read in another browser is no longer unread in this one', async () => {
  unread = 2
  await open()
  await expect.element(page.getByLabelText('2 unread notifications')).toBeVisible()
  unread = 0
  ends[0]!.push({ type: 'read', counts: { unReadCount: 0 } })
  expect(queryClient.getQueryData(unreadQuery(reviewer.id))).toBe(0)
  await expect.element(page.getByLabelText('0 unread notifications')).toBeVisible()
})

test('a new job joins the list of new ready jobs, and a taken one leaves it [NOTIF-17, NOTIF-18]', async () => {
  // The person has seen three jobs and the list counts three, so only the live channel says that one of them is new.
  localStorage.setItem(`dictara.ready-seen.${reviewer.id}`, '3')
  const router = await open()
  const dot = page.getByTitle('New jobs are ready')
  await expect.element(page.getByRole('link', { name: /Ready\s*3/ })).toBeVisible()
  await expect.element(dot).not.toBeInTheDocument()
  push('NEW_JOB_AVAILABLE', idOf(61))
  push('NEW_JOB_AVAILABLE', idOf(62))
  push('REVIEWER_REJECTED', idOf(63))
  expect([...newReadyJobs()]).toEqual([idOf(61), idOf(62)])
  await expect.element(dot).toBeVisible()
  push('JOB_READY_INPROGRESS', idOf(61))
  expect([...newReadyJobs()]).toEqual([idOf(62)])
  push('JOB_READY_INPROGRESS', idOf(62))
  expect([...newReadyJobs()]).toEqual([])
  await expect.element(dot).not.toBeInTheDocument()
  push('NEW_JOB_AVAILABLE', idOf(64))
  await expect.element(dot).toBeVisible()
  await router.navigate('/dashboard/jobs-list/jobs-to-review/ready')
  await until(() => expect(newReadyJobs().size).toBe(0))
})

test.each([
  ['signs out', () => localStorage.removeItem('dictara-logged-in'), '/login'],
  ['signs in as someone else', () => localStorage.setItem('dictara-user', JSON.stringify(aUser({ id: idOf(7) }))), '/'],
])('when the person %s in another tab, this one closes its live channel and reloads [NOTIF-20]', async (_, act, to) => {
  await open()
  act()
  window.dispatchEvent(new StorageEvent('storage', { key: 'dictara-user' }))
  await until(() => expect(loads).toEqual([location.origin + to]))
  expect(ends.map(({ readyState }) => readyState)).toEqual([3])
})

test('if someone else has signed in, the page says who and whose unsaved text is kept [Q191]', async () => {
  await open()
  const ben = aUser({ id: idOf(7), fullName: 'Ben Other' })
  localStorage.setItem('dictara-user', JSON.stringify(ben))
  window.dispatchEvent(new StorageEvent('storage', { key: 'dictara-user' }))
  await until(() => expect(loads).toEqual([`${location.origin}/`]))
  // Mount the page that the browser would load now.
  mount(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/dashboard'] })} />)
  await expect.element(page.getByText('This browser is signed in as Ben Other now')).toBeVisible()
  await expect.element(page.getByText(/Unsaved changes of Dana Okafor are kept in this browser/)).toBeVisible()
  expect(sessionStorage.getItem('dictara-notice')).toBeNull()
})

test('a person signed out in another tab reads so on the sign-in page [Q191]', async () => {
  await open()
  localStorage.removeItem('dictara-logged-in')
  window.dispatchEvent(new StorageEvent('storage', { key: 'dictara-logged-in' }))
  await until(() => expect(loads).toEqual([`${location.origin}/login`]))
  mount(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/login'] })} />)
  await expect.element(page.getByText(/^You signed out in another tab/)).toBeVisible()
})

test('after the server has ended a session, all data of the person is removed, and sign-in shows the reason [ERR-06]', async () => {
  server.answer(jobListCalls.listJobsToReview, refused('Please sign in.', 'signed-out', 401))
  storeUser(reviewer)
  leaveTraces()
  const router = createMemoryRouter(routes, { initialEntries: ['/dashboard/jobs-list/jobs-to-review/in-progress'] })
  mount(<RouterProvider router={router} />)
  await until(() => expect(router.state.location.pathname).toBe('/login'))
  await expect.element(page.getByRole('status').getByText('Token Expired')).toBeVisible()
  await expect.element(page.getByRole('status').getByText('Please Login to continue')).toBeVisible()
  expect([currentUser(), loads]).toEqual([null, []])
  expect({ ...localStorage }).toEqual({ 'dictara-theme': 'dark' })
})

test('setting the clock back during work does not end the session: the token is still renewed in time [QA-79]', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setInterval', 'clearInterval'] })
  idleForMs = 0
  await open()
  const renewals = () => server.asked(renewToken).length
  const before = renewals()
  vi.setSystemTime(Date.now() - 60 * 60_000)
  vi.advanceTimersByTime(9 * 60_000)
  await until(() => expect(renewals()).toBeGreaterThan(before))
})
