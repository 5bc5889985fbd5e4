import { currentUser, storeUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mount } from '../../editor/testing/mount.tsx'
import { catchPageLoads } from '../../testing/page-loads.ts'
import { aUser } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, recorderUrl, refused, unreachable } from '../../testing/wire.ts'
import { CrossAuthPage } from './cross-auth-page.tsx'

const until = (check: () => void) => vi.waitFor(check, 10_000)

const { checkLogin, encryptedKey: newKey } = identityCalls
const jobs = '/dashboard/jobs-list/my-jobs/in-progress'
const child = aUser({ token: 'token-of-the-child', crossAuthenticated: true })
let server: Calls
let loads: string[]
const ownAddress = location.href

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  server = openCalls()
  server.answer(checkLogin, [child])
  server.answer(newKey, ['a/new+key'])
  loads = catchPageLoads()
})
afterEach(() => {
  history.replaceState(null, '', ownAddress)
  vi.restoreAllMocks()
})

/** Opens /cross-Auth with a query. Each test uses another key, because a key can be redeemed only once. */
function arrive(query: Record<string, string>) {
  history.replaceState(null, '', `${location.pathname}?${new URLSearchParams(query)}`)
  const router = createMemoryRouter(
    [
      { path: '/cross-Auth', element: <CrossAuthPage /> },
      { path: '*', element: <p>elsewhere</p> },
    ],
    { initialEntries: ['/cross-Auth'] },
  )
  mount(<RouterProvider router={router} />)
  return router
}
const shows = (message: string) => expect.element(page.getByText(message, { exact: true })).toBeVisible()
const asksAbout = (key: string) => server.everything.filter(({ search }) => search.get('encryptedKey') === key)

// The configuration is loaded once per page, so this must be the first test that requests it.
test('an error outside the check of the key is shown, with a link to sign in [XAUTH-09]', async () => {
  server.answerSite(() => unreachable)
  arrive({ 'redirect-url': btoa(jobs), encryptedKey: 'one' })
  await shows('An error occurred during authentication.')
  await expect.element(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/login')
  expect(asksAbout('one')).toEqual([])
})

test('a person from the recorder is signed in and redirected, and the key is removed from the address [XAUTH-02, XAUTH-03, XAUTH-04]', async () => {
  const router = arrive({ 'redirect-url': btoa(jobs), encryptedKey: 'two' })
  await until(() => expect(router.state.location.pathname).toBe(jobs))
  expect(location.search).toBe('')
  expect(asksAbout('two').map(({ what }) => what)).toEqual(['GET /api/authenticate/check-login'])
  expect(currentUser()).toEqual(child)
})

test.each([
  [{ encryptedKey: 'three' }],
  [{ 'redirect-url': btoa(jobs) }],
  [{ 'redirect-url': '', encryptedKey: 'four' }],
])('%j lacks a parameter, and no request is sent [XAUTH-06]', async (query) => {
  arrive(query as Record<string, string>)
  await shows('Invalid request: Missing required parameters')
  expect([server.everything, currentUser()]).toEqual([[], null])
})

test('a target outside the two applications is refused before the key is used [XAUTH-07]', async () => {
  arrive({ 'redirect-url': btoa('https://elsewhere.example'), encryptedKey: 'five' })
  await shows('Invalid redirect URL')
  expect(asksAbout('five')).toEqual([])
})

test.each([
  ['six', refused('Please try again later', 'unavailable', 503)],
  ['seven', unreachable],
])('a failed check shows an error and signs nobody in (%s) [XAUTH-08]', async (encryptedKey, answer) => {
  server.answer(checkLogin, answer)
  const router = arrive({ 'redirect-url': btoa(jobs), encryptedKey })
  await shows('Error checking current login.')
  expect([currentUser(), router.state.location.pathname]).toEqual([null, '/cross-Auth'])
})

test('a used key opens the sign-in page, which remembers the target [XAUTH-05]', async () => {
  server.answer(checkLogin, refused('This sign-in link was used already.', 'key-invalid', 401))
  const router = arrive({ 'redirect-url': btoa(jobs), encryptedKey: 'eight' })
  await until(() => expect(router.state.location.pathname).toBe('/login'))
  expect(Object.values({ ...sessionStorage })).toContain(jobs)
})

test('a target in the recorder opens with a new key [XAUTH-02]', async () => {
  arrive({ 'redirect-url': btoa(`${recorderUrl}/`), encryptedKey: 'nine' })
  await until(() => expect(loads).toEqual([`${recorderUrl}/?encryptedKey=a%2Fnew%2Bkey&from=create`]))
})

test('a person who was already signed in here is not marked as coming from the recorder [XAUTH-04]', async () => {
  storeUser(aUser())
  const router = arrive({ 'redirect-url': btoa(jobs), encryptedKey: 'ten' })
  await until(() => expect(router.state.location.pathname).toBe(jobs))
  expect(currentUser()).toMatchObject({ token: child.token, crossAuthenticated: false })
})
