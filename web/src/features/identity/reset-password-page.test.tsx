import { identityCalls } from '@dictara/contract/identity'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { routes } from '../../app/routes.tsx'
import { mount } from '../../editor/testing/mount.tsx'
import { type Calls, openCalls, refused, unreachable } from '../../testing/wire.ts'

const until = (check: () => void) => vi.waitFor(check, 10_000)

const { findInvitation, resetPassword } = identityCalls
const password = 'a walk along the quiet river'
let server: Calls

beforeEach(() => {
  localStorage.clear()
  server = openCalls()
  server.answer(findInvitation, [{ email: 'ann@example.org', firstName: 'Ann', leastCharacters: 15 }])
  server.answer(resetPassword, { message: 'Please use your new password to login.' })
})
afterEach(() => vi.restoreAllMocks())

function open(token: string) {
  const router = createMemoryRouter(routes, { initialEntries: [`/reset-password/${token}`] })
  mount(<RouterProvider router={router} />)
  return router
}
async function choose(first: string, second = first) {
  await userEvent.fill(page.getByLabelText('Password', { exact: true }), first)
  await userEvent.fill(page.getByLabelText('Confirm password'), second)
  await userEvent.keyboard('{Enter}')
}
const sets = () => server.asked(resetPassword)

test('the link of an invitation lets the person set a password and opens the sign-in page [AUTH-08, AUTH-48]', async () => {
  const router = open('the-token')
  await expect.element(page.getByText('ann@example.org')).toBeVisible()
  await until(() => expect(document.title).toBe('Set your password | Dictara'))
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus()
  expect(server.everything[0]).toMatchObject({ what: 'GET /api/authenticate/invitation' })
  expect(server.everything[0]!.search.get('token')).toBe('the-token')
  await choose(password)
  const notice = page.getByRole('status')
  await expect.element(notice.getByText('Success', { exact: true })).toBeVisible()
  await expect.element(notice.getByText('Please use your new password to login.', { exact: true })).toBeVisible()
  expect(router.state.location.pathname).toBe('/login')
  await expect.element(page.getByLabelText('Email')).toHaveValue('ann@example.org')
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus()
  expect(sets().map(({ body }) => body)).toEqual([{ token: 'the-token', password }])
})

test('missing or different passwords are never sent [AUTH-20]', async () => {
  open('the-token')
  await choose('')
  await expect.element(page.getByText('Password is required', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Please confirm your password!', { exact: true })).toBeVisible()
  await choose(password, `${password}!`)
  await expect.element(page.getByText('The two passwords that you entered do not match!')).toBeVisible()
  await expect.element(page.getByLabelText('Confirm password')).toHaveFocus()
  expect(sets()).toEqual([])
})

test('after the server refuses a password, another one can be set [AUTH-08]', async () => {
  server.answer(resetPassword, refused('This password is easy to guess.', 'password-known'))
  const router = open('the-token')
  await choose('password password')
  await expect.element(page.getByText('This password is easy to guess.')).toBeVisible()
  expect(router.state.location.pathname).toBe('/reset-password/the-token')
  server.answer(resetPassword, { message: '' })
  await choose(password)
  await until(() => expect(router.state.location.pathname).toBe('/login'))
})

test.each([
  ['used', refused('It was used.', 'link-invalid', 410), 'This link no longer works.'],
  ['unreachable', unreachable, /The server can’t be reached/],
])('a link that is %s shows a message and a link to sign-in [AUTH-08]', async (_name, answer, words) => {
  server.answer(findInvitation, answer)
  open('the-token')
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/login')
  if (_name === 'used')
    await expect
      .element(page.getByRole('link', { name: 'Send me a new one' }))
      .toHaveAttribute('href', '/forgot-password')
})

test.each([320, 360])('at %d px the pages outside the shell are no wider than the screen', async (width) => {
  await page.viewport(width, 740)
  const router = open('the-token')
  await expect.element(page.getByText('ann@example.org')).toBeVisible()
  const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth
  expect(tooWide()).toBe(0)
  await router.navigate('/login')
  await expect.element(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  expect(tooWide()).toBe(0)
})
