import { currentUser, storeUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mount } from '../editor/testing/mount.tsx'
import { aUser } from '../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../testing/wire.ts'
import { catchPageLoads } from '../testing/page-loads.ts'
import { rememberRedirect } from '../features/identity/post-login-redirect.ts'
import { routes } from './routes.tsx'

const until = (check: () => void) => vi.waitFor(check, 10_000)

/** Lands on a page that asks the server for nothing. */
const lexicographer = aUser({ userType: 'dictaraGod', clinicId: null, scopes: ['ROLE_DICTIONARY'] })
const home = '/dashboard/dictionary'
let server: Calls
const { login, encryptedKey } = identityCalls

beforeEach(() => {
  sessionStorage.clear()
  server = openCalls()
  server.answer(login, [lexicographer])
  server.answer(encryptedKey, ['the-key'])
})
afterEach(() => {
  // Silently: a shell that is still open would leave for sign-in.
  localStorage.clear()
  vi.restoreAllMocks()
})

function open(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  return { router, ...mount(<RouterProvider router={router} />) }
}
const isAt = (router: ReturnType<typeof open>['router'], path: string) =>
  until(() => expect([router.state.location.pathname, router.state.navigation.state]).toEqual([path, 'idle']))
const signInButton = page.getByRole('button', { name: 'Sign in', exact: true })
async function fillIn(email: string, password: string) {
  await userEvent.fill(page.getByLabelText('Email'), email)
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), password)
  await userEvent.keyboard('{Enter}')
}

test('/login signs in by email and password, by keyboard [AUTH-04]', async () => {
  const { router } = open('/login')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible()
  await until(() => expect(document.title).toBe('Sign in | Dictara'))
  await fillIn('god@example.org', 'a quiet morning in winter')
  await isAt(router, home)
  const body = { email: 'god@example.org', password: 'a quiet morning in winter' }
  expect(server.asked(login)).toMatchObject([{ what: 'POST /api/authenticate/login', body }])
  expect(currentUser()).toEqual(lexicographer)
})

test('the caret stands in Email, Enter signs in, and what was typed as password can be looked at', async () => {
  const { router, host } = open('/login')
  await expect.element(page.getByLabelText('Email')).toHaveFocus()
  await userEvent.keyboard('god@example.org{Tab}a quiet morning in winter')
  const password = page.getByLabelText('Password', { exact: true })
  await expect.element(password).toHaveAttribute('type', 'password')
  await userEvent.click(page.getByRole('button', { name: 'Show' }))
  await expect.element(password).toHaveAttribute('type', 'text')
  await userEvent.click(page.getByRole('button', { name: 'Hide' }))
  await expect.element(password).toHaveAttribute('type', 'password')
  const leads = Array.from(host.querySelectorAll('a'), (link) => link.getAttribute('href'))
  expect(leads).toEqual(['/forgot-password', '/signup'])
  await userEvent.click(password)
  await userEvent.keyboard('{Enter}')
  await isAt(router, home)
})

test.each([
  ['a biller', '/dashboard/biller', 'AUTH-25', aUser({ userType: 'biller', scopes: ['ROLE_BILLER'] })],
  ['dictaraGod', home, 'AUTH-26, DICT-03', lexicographer],
  ['a reviewer', '/dashboard', 'AUTH-27', aUser({ userType: 'reviewer', scopes: ['ROLE_REVIEWER'] })],
])('a sign-in leads %s to %s [%s]', async (_, path, _rows, user) => {
  server.answer(login, [user])
  const { router } = open('/login')
  await fillIn('somebody@example.org', 'a quiet morning in winter')
  await isAt(router, path)
})

test.each([
  ['nobody', () => localStorage.clear()],
  ['a person without the logged-in flag', () => localStorage.removeItem('dictara-logged-in')],
])('the shell sends %s to /login [AUTH-13]', async (_, forget) => {
  storeUser(lexicographer)
  await isAt(open(home).router, home)
  forget()
  await isAt(open(home).router, '/login')
})

test('from one note to the next no loader is waited for, and who is signed out by then is sent to /login [AUTH-13, Q201]', async () => {
  storeUser(aUser({ userType: 'transcriptionist' }))
  const note = (place: number) => `/dashboard/editor/019a0000-0000-7000-8000-00000000000${place}`
  const router = createMemoryRouter(routes, { initialEntries: [note(1)] })
  await until(() => expect(router.state.initialized).toBe(true))
  const states: string[] = []
  router.subscribe(({ navigation }) => states.push(navigation.state))
  void router.navigate(`${note(2)}?jobStage=in-progress`, { flushSync: true })
  expect([router.state.location.pathname, states]).toEqual([note(2), ['idle']])
  localStorage.clear()
  await router.navigate(note(3))
  await isAt(router, '/login')
})

test('a refused sign-in says why, keeps what was typed and stores nobody [AUTH-04]', async () => {
  server.answer(login, refused('Wrong email or password. Try again.', 'wrong-credentials', 401))
  const { router } = open('/login')
  await fillIn('god@example.org', 'wrong')
  await expect.element(page.getByText('Wrong email or password. Try again.')).toBeVisible()
  await expect.element(page.getByLabelText('Email')).toHaveValue('god@example.org')
  expect([router.state.location.pathname, currentUser()]).toEqual(['/login', null])
})

test('a sign-in that a gateway answers without words is told as to be tried again [ERR-07]', async () => {
  server.answer(login, new Response('<html>Bad Gateway</html>', { status: 502 }))
  open('/login')
  await fillIn('god@example.org', 'a quiet morning in winter')
  await expect.element(page.getByRole('alert').getByText('Please try again later', { exact: true })).toBeVisible()
})

test('an empty form asks for email and password, and nobody is asked [AUTH-14, AUTH-16]', async () => {
  open('/login')
  await signInButton.click()
  await expect.element(page.getByText('Email is required', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Password is required', { exact: true })).toBeVisible()
  expect(server.everything).toEqual([])
})

test.each(['plain', 'two@at@example.org', 'no domain@example', 'ann@example'])(
  '“%s” is no email, which is said before anybody is asked [AUTH-15]',
  async (email) => {
    open('/login')
    await fillIn(email, 'a quiet morning in winter')
    await expect.element(page.getByText('Please enter valid Email', { exact: true })).toBeVisible()
    await expect.element(page.getByLabelText('Email')).toHaveFocus()
    await expect.element(page.getByLabelText('Email')).toBeInvalid()
    expect(server.everything).toEqual([])
  },
)

test('an answer without a token is logged, and no message is shown [AUTH-35]', async () => {
  server.answer(login, [{ ...lexicographer, token: '' }])
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { router } = open('/login')
  await fillIn('god@example.org', 'a quiet morning in winter')
  await until(() => expect(logged).toHaveBeenCalledWith('The answer to the sign-in holds no token'))
  await expect.element(signInButton).not.toHaveAttribute('aria-disabled', 'true')
  expect(page.getByRole('alert').element().textContent).toBe('')
  expect([router.state.location.pathname, currentUser()]).toEqual(['/login', null])
})

test.each(['/login', '/signup', '/forgot-password', '/otp-verification'])(
  'who is signed in goes from %s to / and so to their own first page [AUTH-05]',
  async (address) => {
    const { router } = open(address)
    await isAt(router, address)
    storeUser(lexicographer)
    const signedIn = open(address)
    const seen: string[] = []
    signedIn.router.subscribe(({ navigation }) => navigation.location && seen.push(navigation.location.pathname))
    await isAt(signedIn.router, home)
    expect(seen).toContain('/')
  },
)

test('a target that /cross-Auth remembered is gone to after the sign-in, or at once by who is signed in already [XAUTH-05]', async () => {
  server.answer(login, [aUser({ userType: 'reviewer', scopes: ['ROLE_REVIEWER'] })])
  rememberRedirect('/dashboard/settings/profile')
  const first = open('/login')
  await fillIn('rita@example.org', 'a quiet morning in winter')
  await isAt(first.router, '/dashboard/settings/profile')
  rememberRedirect('/dashboard/settings')
  await isAt(open('/login').router, '/dashboard/settings')
  // It is remembered once.
  await isAt(open('/login').router, '/dashboard')
})

test('who is signed in and comes from the recorder’s sign-in link goes back there with a key [XAUTH-05]', async () => {
  const loads = catchPageLoads()
  storeUser(aUser())
  rememberRedirect('http://recorder.localhost:4001/')
  open('/login')
  await until(() => expect(loads).toEqual(['http://recorder.localhost:4001/?encryptedKey=the-key&from=create']))
})

test.each([
  ['a doctor', aUser(), '/dashboard/doctors', '/dashboard'],
  ['a biller', aUser({ userType: 'biller', scopes: ['ROLE_BILLER'] }), '/dashboard', '/dashboard/biller'],
  ['dictaraGod', lexicographer, '/dashboard', home],
])('%s is led from a page that is not theirs to their own first page [Q021, Q206]', async (_, user, path, own) => {
  storeUser(user)
  await isAt(open(path).router, own)
})

test.each([
  ['a biller', aUser({ userType: 'biller', scopes: ['ROLE_BILLER'] })],
  ['dictaraGod', lexicographer],
  ['a doctor who is no author any more', aUser({ scopes: [] })],
])('at the job lists %s, who has none, reads No Access inside the shell [JOBS-08, Q206]', async (_, user) => {
  storeUser(user)
  for (const path of [
    '/dashboard/jobs-list',
    '/dashboard/jobs-list/ready',
    '/dashboard/jobs-list/my-jobs/in-progress',
  ]) {
    const { router, host } = open(path)
    await isAt(router, path)
    await until(() => expect(host.querySelector('main#content [role=alert]')?.textContent).toBe('No Access'))
    expect(host.querySelector('nav[aria-label="Main"]')).not.toBeNull()
  }
  expect(server.everything.filter(({ what }) => what.includes('job'))).toEqual([])
})

test('/cross-Auth is open to who is not signed in [AUTH-11]', async () => {
  const { router } = open('/cross-Auth')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await isAt(router, '/cross-Auth')
})

test('all but the public paths lead into the shell, unknown ones to sign-in [AUTH-12]', async () => {
  for (const path of ['/', '/dashboard', '/dashboard/dictionary', '/unknown', '/dashboard/unknown', '/login/more'])
    await isAt(open(path).router, '/login')
  storeUser(lexicographer)
  for (const path of ['/unknown', '/dashboard/unknown', '/login/more', '/dashboard/dictionary']) {
    const { router, host } = open(path)
    await isAt(router, home)
    await until(() => expect(host.querySelector('nav[aria-label="Main"]')).not.toBeNull())
  }
})
