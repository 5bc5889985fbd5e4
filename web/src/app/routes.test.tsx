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

/** This person's start page makes no request to the server. */
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
  // Clear the storage without an event: a shell that is still open would otherwise go to the sign-in page.
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

test('Email has the focus, Enter signs in, and the typed password can be shown', async () => {
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
])('a sign-in takes %s to %s [%s]', async (_, path, _rows, user) => {
  server.answer(login, [user])
  const { router } = open('/login')
  await fillIn('somebody@example.org', 'a quiet morning in winter')
  await isAt(router, path)
})

test.each([
  ['a signed-out visitor', () => localStorage.clear()],
  ['a person without the logged-in flag', () => localStorage.removeItem('dictara-logged-in')],
])('the shell redirects %s to /login [AUTH-13]', async (_, forget) => {
  storeUser(lexicographer)
  await isAt(open(home).router, home)
  forget()
  await isAt(open(home).router, '/login')
})

test('moving from one note to the next waits for no loader, and a signed-out person is sent to /login [AUTH-13, Q201]', async () => {
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

test('a refused sign-in shows the reason, keeps the email and signs nobody in [AUTH-04]', async () => {
  server.answer(login, refused('Wrong email or password. Try again.', 'wrong-credentials', 401))
  const { router } = open('/login')
  await fillIn('god@example.org', 'wrong')
  await expect.element(page.getByText('Wrong email or password. Try again.')).toBeVisible()
  await expect.element(page.getByLabelText('Email')).toHaveValue('god@example.org')
  expect([router.state.location.pathname, currentUser()]).toEqual(['/login', null])
})

test('if a gateway answers a sign-in without a message, the page says to try again later [ERR-07]', async () => {
  server.answer(login, new Response('<html>Bad Gateway</html>', { status: 502 }))
  open('/login')
  await fillIn('god@example.org', 'a quiet morning in winter')
  await expect.element(page.getByRole('alert').getByText('Please try again later', { exact: true })).toBeVisible()
})

test('an empty form requires email and password, and no request is sent [AUTH-14, AUTH-16]', async () => {
  open('/login')
  await signInButton.click()
  await expect.element(page.getByText('Email is required', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Password is required', { exact: true })).toBeVisible()
  expect(server.everything).toEqual([])
})

test.each(['plain', 'two@at@example.org', 'no domain@example', 'ann@example'])(
  '“%s” is refused as an email before any request [AUTH-15]',
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
  'a signed-in person is redirected from %s to / and then to their own first page [AUTH-05]',
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

test('a target remembered by /cross-Auth is opened after the sign-in, or immediately for a signed-in person [XAUTH-05]', async () => {
  server.answer(login, [aUser({ userType: 'reviewer', scopes: ['ROLE_REVIEWER'] })])
  rememberRedirect('/dashboard/settings/profile')
  const first = open('/login')
  await fillIn('rita@example.org', 'a quiet morning in winter')
  await isAt(first.router, '/dashboard/settings/profile')
  rememberRedirect('/dashboard/settings')
  await isAt(open('/login').router, '/dashboard/settings')
  // The target is forgotten once it was opened.
  await isAt(open('/login').router, '/dashboard')
})

test('a signed-in person from the recorder’s sign-in link returns there with a key [XAUTH-05]', async () => {
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
])('%s is redirected from a page without access to their own first page [Q021, Q206]', async (_, user, path, own) => {
  storeUser(user)
  await isAt(open(path).router, own)
})

test.each([
  ['a biller', aUser({ userType: 'biller', scopes: ['ROLE_BILLER'] })],
  ['dictaraGod', lexicographer],
  ['a doctor who is no longer an author', aUser({ scopes: [] })],
])('%s, who has no job lists, sees No Access inside the shell at their addresses [JOBS-08, Q206]', async (_, user) => {
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

test('/cross-Auth is open to people who are not signed in [AUTH-11]', async () => {
  const { router } = open('/cross-Auth')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await isAt(router, '/cross-Auth')
})

test('every path except the public ones needs a sign-in, and an unknown one then opens the home page in the shell [AUTH-12]', async () => {
  for (const path of ['/', '/dashboard', '/dashboard/dictionary', '/unknown', '/dashboard/unknown', '/login/more'])
    await isAt(open(path).router, '/login')
  storeUser(lexicographer)
  for (const path of ['/unknown', '/dashboard/unknown', '/login/more', '/dashboard/dictionary']) {
    const { router, host } = open(path)
    await isAt(router, home)
    await until(() => expect(host.querySelector('nav[aria-label="Main"]')).not.toBeNull())
  }
})
