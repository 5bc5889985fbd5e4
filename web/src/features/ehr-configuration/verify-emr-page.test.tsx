import { emrVerificationCalls as calls } from '@dictara/contract/emr-verification'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { forgetSiteConfig } from '../../platform/site-config.ts'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { catchPageLoads } from '../../testing/page-loads.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, recorderUrl, refused } from '../../testing/wire.ts'

const address = `/dashboard/verify-emr/${idOf(9)}/user/${idOf(1)}`
let server: Calls
beforeEach(() => {
  server = openCalls()
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

test('Verify EMR asks the person to wait for the EHR’s answer [FAC-56]', async () => {
  const later = Promise.withResolvers<{ message: string }>()
  server.answer(calls.verifyEmr, later.promise)
  const { router } = openPage(`${address}?code=c&state=waits`, as('doctor'))
  await expect.element(page.getByRole('heading', { name: 'Verify EMR' })).toBeVisible()
  const words = 'Wait for the authentication to get completed. Do not navigate to another page.'
  await expect.element(page.getByText(words)).toBeVisible()
  await expectNoViolations()
  later.resolve({ message: 'You are verified.' })
  await until(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('code and state from the address are sent once, and then the dashboard opens with a success message [FAC-55, FAC-57]', async () => {
  server.answer(calls.verifyEmr, { message: 'You are verified.' })
  const { router } = openPage(`${address}?code=the%20code&state=st%26te`, as('doctor'))
  await expect.element(page.getByText('Success', { exact: true })).toBeVisible()
  await expect.element(page.getByText('You are verified.')).toBeVisible()
  await until(() => expect(router.state.location.pathname).toBe('/dashboard'))
  const asked = server.asked(calls.verifyEmr)
  const path = `POST /api/emr/${idOf(9)}/user/${idOf(1)}/verify-emr`
  expect(asked.map(({ what, search }) => [what, search.get('code'), search.get('state')])).toEqual([
    [path, 'the code', 'st&te'],
  ])
})

test('another person’s verification is refused with an explanation', async () => {
  server.answer(calls.verifyEmr, refused('Not found.', 'not-found', 404))
  const { router } = openPage(`${address}?code=c&state=theirs`, as('doctor'))
  await expect.element(page.getByText(/^This verification belongs to somebody else/)).toBeVisible()
  await until(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test.each([
  ['the server refuses', '?code=c&state=old', 'This verification has ended.'],
  ['the EHR returns without a code', '?error=access_denied', 'The EHR didn’t verify you.'],
])('when %s, the page shows a failure and goes to the dashboard [FAC-57]', async (_what, search, words) => {
  server.answer(calls.verifyEmr, refused('This verification has ended.'))
  const { router } = openPage(address + search, as('doctor'))
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(page.getByText('Failed', { exact: true })).toBeVisible()
  await until(() => expect(router.state.location.pathname).toBe('/dashboard'))
})

test('on the staging host the state DEV redirects to the development host, and nothing is verified here [FAC-58]', async () => {
  const loads = catchPageLoads()
  forgetSiteConfig()
  onTestFinished(forgetSiteConfig)
  server.answerSite(() => ({
    productName: 'Dictara',
    webUrl: location.origin,
    recorderUrl,
    contactUrl: recorderUrl,
    hasDemo: false,
    keepsMails: false,
    hasPayments: true,
    emrDevUrl: 'https://dev.example.org',
  }))
  openPage(`${address}?code=c&state=DEV`, as('doctor'))
  await until(() => expect(loads).toEqual([`https://dev.example.org${address}?code=c&state=DEV`]))
  expect(server.asked(calls.verifyEmr)).toEqual([])
})
