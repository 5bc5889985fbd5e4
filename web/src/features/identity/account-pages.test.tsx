import { signUpCalls } from '@dictara/contract/sign-up'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { routes } from '../../app/routes.tsx'
import { mount } from '../../editor/testing/mount.tsx'
import { aUser } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused, unreachable } from '../../testing/wire.ts'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'

const until = (check: () => void) => vi.waitFor(check, 10_000)
const { signUp, verifyOtp, resendOtp, forgotPassword } = signUpCalls
const id = '019a0000-0000-7000-8000-000000000001'
const password = 'a walk along the quiet river'
let server: Calls

beforeEach(() => {
  localStorage.clear()
  server = openCalls()
  server.answer(signUp, { result: [id], message: 'A code is on its way to you.' })
  server.answer(verifyOtp, { message: 'Please login to continue' })
  server.answer(resendOtp, { message: 'OTP sent' })
  server.answer(forgotPassword, { message: '' })
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function open(address: string) {
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  return { router, ...mount(<RouterProvider router={router} />) }
}
const isAt = (router: ReturnType<typeof open>['router'], path: string) =>
  until(() => expect(router.state.location.pathname).toBe(path))
const field = (label: string) => page.getByLabelText(label, { exact: true })
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()
const create = page.getByRole('button', { name: 'Create account' })
const verify = page.getByRole('button', { name: 'Verify', exact: true })

const filled = {
  'First Name': 'Ann',
  'Last Name': 'Lee',
  'Clinic Name': 'Hill Clinic',
  Email: 'ann@hill.example',
  'Phone Number': '5550100',
  Password: password,
  'Confirm password': password,
}
async function fillIn(values: Partial<Record<keyof typeof filled, string>> = {}) {
  for (const [label, value] of Object.entries({ ...filled, ...values })) await userEvent.fill(field(label), value)
}
const accept = () => userEvent.click(page.getByRole('checkbox'))

test('an account is created at /signup and verified by a code, and the person is signed in immediately [AUTH-06, AUTH-23]', async () => {
  server.answer(verifyOtp, [aUser({ userType: 'dictaraGod', clinicId: null })])
  const { router } = open('/signup')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Create an account' })).toBeVisible()
  await until(() => expect(document.title).toBe('Create an account | Dictara'))
  await expect.element(field('First Name')).toHaveFocus()
  await fillIn()
  await accept()
  await create.click()
  await isAt(router, '/otp-verification')
  expect(router.state.location.search).toBe(`?id=${id}`)
  expect(server.asked(signUp)).toMatchObject([
    {
      what: 'POST /api/authenticate/sign-up',
      body: {
        firstName: 'Ann',
        lastName: 'Lee',
        clinicName: 'Hill Clinic',
        email: 'ann@hill.example',
        password,
        phoneNumber: { countryCode: '+1', number: '5550100' },
        acceptedPolicies: true,
        timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      },
    },
  ])
  await expect.element(page.getByText('ann@hill.example')).toBeVisible()
  // Entering the last digit submits the code.
  await userEvent.fill(field('Code'), '042917')
  await isAt(router, '/dashboard/dictionary')
  expect(server.asked(verifyOtp)).toMatchObject([
    { what: 'POST /api/authenticate/sign-up/verify', body: { id, otp: '042917' } },
  ])
})

test('the number of missing characters is shown while a password is typed', async () => {
  open('/signup')
  await says('At least 15 characters. A short sentence works well.')
  await userEvent.fill(field('Password'), 'seven boats')
  await says('4 more characters')
  await expect.element(field('Password')).toHaveAccessibleDescription('4 more characters')
  await userEvent.fill(field('Password'), 'seven boats 🛥️🛥')
  await says('Long enough')
})

test('each missing field shows a message, the first one gets the focus, and no request is sent [AUTH-17, AUTH-19]', async () => {
  open('/signup')
  await create.click()
  for (const words of [
    'First Name is required',
    'Last Name is required',
    'Clinic Name is required',
    'Email is required',
    'Phone Number is required',
    'Password is required',
    'Please confirm your password!',
    'Please accept our Privacy Policy and BAA',
  ])
    await says(words)
  await expect.element(field('First Name')).toHaveFocus()
  await expect.element(field('First Name')).toBeInvalid()
  await fillIn()
  await create.click()
  await says('Please accept our Privacy Policy and BAA')
  await expect.element(page.getByRole('checkbox')).toHaveFocus()
  for (const [name, address] of [
    ['Privacy Policy', '/privacy-policy.pdf'],
    ['Business Associate Agreement (BAA)', '/business-associate-agreement.pdf'],
  ] as const)
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
  expect(server.everything).toEqual([])
})

test('passwords that differ are never sent [AUTH-18]', async () => {
  open('/signup')
  await fillIn({ 'Confirm password': `${password}!` })
  await accept()
  await create.click()
  await says('The two passwords that you entered do not match!')
  await expect.element(field('Confirm password')).toHaveFocus()
  expect(server.everything).toEqual([])
})

test.each([
  ['A', true],
  ['J. R', true],
  ['J. R.', false],
  ['Lee, Jr', true],
  ["O'Neil-Smith van der Berg", true],
  ['عائشة', true],
  ['🙂', false],
  ['Lee.', false],
  ['-Lee', false],
  ['Lee  Ann', false],
  ['A1', false],
])('“%s” is a name: %s [AUTH-22]', async (name, isName) => {
  open('/signup')
  await fillIn({ 'First Name': name })
  await create.click()
  await says('Please accept our Privacy Policy and BAA')
  const wrong = page.getByText('Please enter only alphabets', { exact: true })
  if (isName) expect(wrong.query()).toBeNull()
  else await expect.element(wrong).toBeVisible()
})

test('a refused password shows its message at the field, other refusals above the form, and the input is kept', async () => {
  server.answer(signUp, refused('This password is easy to guess.', 'password-known'))
  const { router } = open('/signup')
  await fillIn()
  await accept()
  await create.click()
  await says('This password is easy to guess.')
  await expect.element(field('Password')).toHaveFocus()
  await expect.element(field('Clinic Name')).toHaveValue('Hill Clinic')
  server.answer(signUp, unreachable)
  await create.click()
  await expect.element(page.getByRole('alert').getByText(/The server cannot be reached/)).toBeVisible()
  expect(router.state.location.pathname).toBe('/signup')
})

test('the link in the mail fills in the code without a request, and the code is removed from the address [AUTH-09]', async () => {
  const { router } = open(`/otp-verification?id=${id}&otp=042917`)
  await expect.element(field('Code')).toHaveValue('042917')
  await until(() => expect(router.state.location.search).toBe(`?id=${id}`))
  await expect.element(field('Code')).toHaveValue('042917')
  expect(server.everything).toEqual([])
  await verify.click()
  await isAt(router, '/login')
  expect(server.asked(verifyOtp).map(({ body }) => body)).toEqual([{ id, otp: '042917' }])
})

test('without a code in the link the field is empty, and the code is required [AUTH-09, AUTH-21]', async () => {
  open(`/otp-verification?id=${id}`)
  await expect.element(field('Code')).toHaveValue('')
  await verify.click()
  await says('OTP is required')
  await expect.element(field('Code')).toHaveFocus()
  await userEvent.fill(field('Code'), '04')
  await verify.click()
  await says('The code has 6 digits.')
  expect(server.everything).toEqual([])
})

test('a code can be pasted as copied, and an incomplete link is reported', async () => {
  const { close } = open(`/otp-verification?id=${id}&otp=0429`)
  await expect.element(field('Code')).toHaveValue('0429')
  await userEvent.fill(field('Code'), ' 042 91 ')
  await expect.element(field('Code')).toHaveValue('04291')
  close()
  open(`/otp-verification?id=${id.slice(0, 20)}`)
  await expect.element(page.getByText(/This link is incomplete/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'sign up again' })).toHaveAttribute('href', '/signup')
  expect(server.everything).toEqual([])
})

test('a verified code without a sign-in opens the sign-in page with “OTP Verified” [AUTH-45]', async () => {
  open(`/otp-verification?id=${id}&otp=042917`)
  await verify.click()
  const notice = page.getByRole('status')
  await expect.element(notice.getByText('OTP Verified', { exact: true })).toBeVisible()
  await expect.element(notice.getByText('Please login to continue', { exact: true })).toBeVisible()
})

test.each([
  [
    'wrong',
    refused('This code is not right, or it is too old.', 'otp-invalid'),
    'This code is not right, or it is too old.',
  ],
  ['not answered', unreachable, 'The server cannot be reached. Check the network, then try again.'],
])('if a code was %s, “Couldn’t verify OTP” is shown with the reason [AUTH-43]', async (_, answer, reason) => {
  server.answer(verifyOtp, answer)
  const { router } = open(`/otp-verification?id=${id}&otp=042917`)
  await verify.click()
  const alert = page.getByRole('alert')
  await expect.element(alert.getByText("Couldn't verify OTP", { exact: true })).toBeVisible()
  await expect.element(alert.getByText(reason, { exact: true })).toBeVisible()
  expect(router.state.location.pathname).toBe('/otp-verification')
})

/** Advances the countdown second by second with fake timers. */
async function tenSeconds() {
  for (let left = 10; left > 0; left -= 1) {
    await says(`You can request a new code in ${left} s.`)
    expect(page.getByRole('button', { name: 'Resend code' }).query()).toBeNull()
    await vi.advanceTimersByTimeAsync(1000)
  }
}

test('a new code can be requested after a countdown of ten seconds, which restarts with each new code [AUTH-10, AUTH-46, AUTH-49]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  open(`/otp-verification?id=${id}&otp=042917`)
  await tenSeconds()
  await page.getByRole('button', { name: 'Resend code' }).click()
  await says('OTP sent')
  expect(server.asked(resendOtp)).toMatchObject([{ what: 'POST /api/authenticate/sign-up/resend-otp', body: { id } }])
  // A new code clears the earlier input.
  await expect.element(field('Code')).toHaveValue('')
  await tenSeconds()
})

test('if a new code cannot be sent, “Failed to resend OTP” is shown with the reason [AUTH-44]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  server.answer(resendOtp, refused('Several codes were sent already.', 'otp-too-often', 429))
  open(`/otp-verification?id=${id}`)
  await tenSeconds()
  await page.getByRole('button', { name: 'Resend code' }).click()
  await says('Failed to resend OTP')
  await says('Several codes were sent already.')
})

test('/forgot-password asks for the email address and shows “Link Generated!” [AUTH-07, AUTH-47]', async () => {
  open('/forgot-password')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Forgot password' })).toBeVisible()
  const send = page.getByRole('button', { name: 'Send link' })
  await send.click()
  await says('Email is required')
  await userEvent.fill(field('Email'), 'ann@hill')
  await send.click()
  await says('Please enter valid Email')
  expect(server.everything).toEqual([])
  await userEvent.fill(field('Email'), 'ann@hill.example')
  await userEvent.keyboard('{Enter}')
  const notice = page.getByRole('status')
  await expect.element(notice.getByText('Link Generated!', { exact: true })).toBeVisible()
  await expect
    .element(notice.getByText('Password reset link generated, please check your inbox for details', { exact: true }))
    .toBeVisible()
  const [asked] = server.asked(forgotPassword)
  expect(asked).toMatchObject({ what: 'POST /api/authenticate/forgot-password' })
  expect(asked!.search.get('email')).toBe('ann@hill.example')
})

test('if a link cannot be requested, the reason is shown', async () => {
  server.answer(forgotPassword, refused('No mail can be sent from here yet.', 'no-mail-for-accounts'))
  open('/forgot-password')
  await userEvent.fill(field('Email'), 'ann@hill.example')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('alert').getByText('No mail can be sent from here yet.')).toBeVisible()
})

test.each(['/signup', `/otp-verification?id=${id}`, '/otp-verification?id=cut', '/forgot-password'])(
  '%s is accessible in light and dark, and fits the width of a phone',
  async (address) => {
    await page.viewport(320, 740)
    const { host } = open(address)
    // These pages have their own main element, so the host must not be a second one.
    host.setAttribute('role', 'presentation')
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(document.documentElement.scrollWidth - document.documentElement.clientWidth).toBe(0)
    await expectNoViolationsInBothLooks(host.querySelector<HTMLElement>('.account')!)
  },
)
