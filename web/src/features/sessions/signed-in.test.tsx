import { peopleCalls } from '@dictara/contract/people'
import { profileCalls } from '@dictara/contract/profile'
import { factorCalls } from '@dictara/contract/second-factor'
import { sessionCalls as calls, type SignedInPlace } from '@dictara/contract/sessions'
import { facilityCalls } from '@dictara/contract/facilities'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { aDoctor } from '../../testing/person.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const now = Date.now()
const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
const aPlace = (id: number, more: Partial<SignedInPlace> = {}): SignedInPlace => ({
  sessionId: idOf(id),
  browser: 'Chrome',
  system: 'Windows',
  isPhone: false,
  ip: '203.0.113.7',
  signedInAt: before(90),
  lastActiveAt: before(0),
  isThis: false,
  ...more,
})
const here = aPlace(70, { isThis: true })
const phone = aPlace(71, { browser: 'Safari', system: 'iOS', isPhone: true, lastActiveAt: before(7.1) })
const unknown = aPlace(72, { browser: null, system: null, ip: null, lastActiveAt: before(12.1) })

let server: Calls
beforeEach(async () => {
  // Fixes the date, so that the times shown do not depend on the computer's speed.
  vi.useFakeTimers({ toFake: ['Date'], now })
  await page.viewport(1280, 800)
  localStorage.clear()
  server = openCalls()
  server.answer(calls.listSessions, [here, phone, unknown])
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  delete document.documentElement.dataset['theme']
})

const button = (name: string | RegExp) =>
  page.getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
const says = (words: string) => expect.element(page.getByText(words, { exact: true })).toBeVisible()
const places = () =>
  [...document.querySelectorAll('.signed-in li > div')].map((one) =>
    one.textContent?.replace(/signed in .*?, last/, 'signed in then, last'),
  )
function openOwn(look?: 'light' | 'dark') {
  server.answer(factorCalls.getFactors, [
    { totpSince: null, passkeys: [], recoveryCodesLeft: 0, passkeysPossible: true, policy: 'OFF' },
  ])
  server.answer(profileCalls.getProfile, [
    {
      id: idOf(1),
      firstName: 'Dana',
      lastName: 'Okafor',
      fullName: 'Dana Okafor',
      email: 'dana@example.org',
      phoneNumber: null,
      address: null,
      activateRoster: false,
      profilePic: null,
      userType: 'doctor',
      version: 1,
    },
  ])
  return openPage('/dashboard/settings/profile?tab=user-credentials', as('doctor'), look)
}

test('a person sees where they are signed in, from where and when last active, and which session is the current one [S30]', async () => {
  openOwn()
  await expect.element(page.getByRole('region', { name: 'Where you are signed in' })).toBeVisible()
  await until(() =>
    expect(places()).toEqual([
      'Chrome on WindowsThis sessionFrom 203.0.113.7, signed in then, last active just now',
      'Safari on iOSFrom 203.0.113.7, signed in then, last active 7m ago',
      'Unknown browsersigned in then, last active 12m ago',
    ]),
  )
  expect(server.asked(calls.listSessions)[0]?.what).toBe(`GET /api/clinic/user/${idOf(1)}/sessions`)
  // The current session has no such button: Sign Out in the menu ends it.
  await expect.element(button(/^End the session of Chrome on Windows/)).not.toBeInTheDocument()
})

test('a session is ended after a confirmation that explains the consequences, and disappears from the list [S30]', async () => {
  openOwn()
  await userEvent.click(button(/^End the session of Safari on iOS/))
  const question = page.getByRole('dialog', { name: 'End the session of Safari on iOS?' })
  await expect.element(question).toBeVisible()
  await says(
    'Anyone using it will be signed out right away. Unsaved changes to a note stay in its browser until the next sign-in there. You can’t undo this.',
  )
  await userEvent.click(button('Cancel'))
  expect(server.asked(calls.endSession)).toEqual([])
  await userEvent.click(button(/^End the session of Safari on iOS/))
  server.answer(calls.endSession, { result: [], message: 'Session ended.' })
  server.answer(calls.listSessions, [here, unknown])
  await userEvent.click(button('End session'))
  await says('Session ended.')
  expect(server.asked(calls.endSession).map(({ what }) => what)).toEqual([
    `DELETE /api/clinic/user/${idOf(1)}/sessions/${idOf(71)}`,
  ])
  await until(() => expect(places()).toHaveLength(2))
})

test('if there are several other sessions, all can be ended together [S30]', async () => {
  openOwn()
  await userEvent.click(button('End all other sessions'))
  await expect.element(page.getByRole('dialog', { name: 'Sign out everywhere else?' })).toBeVisible()
  server.answer(calls.endOtherSessions, { result: [], message: '2 sessions ended.' })
  server.answer(calls.listSessions, [here])
  await userEvent.click(button('End sessions'))
  await says('2 sessions ended.')
  expect(server.asked(calls.endOtherSessions)).toHaveLength(1)
  await expect.element(button('End all other sessions')).not.toBeInTheDocument()
})

test('a loading error is shown in its place with a retry, and a refusal shows the server’s message', async () => {
  server.answer(calls.listSessions, refused('They rest.'))
  openOwn()
  await says('Couldn’t load the sessions')
  server.answer(calls.listSessions, [here, phone])
  await userEvent.click(button('Retry'))
  await until(() => expect(places()).toHaveLength(2))
  server.answer(calls.endSession, refused('Not found.', 'not-found', 404))
  await userEvent.click(button(/^End the session of Safari on iOS/))
  await userEvent.click(button('End session'))
  await says('Failed')
  await says('Not found.')
})

test('a clinicAdmin can end a person’s sessions in their drawer, and an admin does not see them [S30]', async () => {
  server.answer(peopleCalls.listDoctors, [aDoctor({ id: idOf(40), fullName: 'Piet Doe', isEnabled: true })])
  server.answer(facilityCalls.listUserFacilities, [])
  server.answer(calls.listSessions, [phone])
  const { host, render } = openPage('/dashboard/doctors', as('clinicAdmin'))
  await userEvent.click(button('Edit Piet Doe'))
  await expect.element(page.getByRole('region', { name: 'Where they are signed in' })).toBeVisible()
  await until(() => expect(places()).toHaveLength(1))
  server.answer(calls.endOtherSessions, { result: [], message: '1 session ended.' })
  server.answer(calls.listSessions, [])
  await userEvent.click(button('End all sessions'))
  await expect.element(page.getByText('Sign Piet Doe out everywhere?').last()).toBeVisible()
  await userEvent.click(button('End sessions'))
  await says('1 session ended.')
  await says('Not signed in anywhere right now.')
  expect(server.asked(calls.endOtherSessions)[0]?.what).toBe(`DELETE /api/clinic/user/${idOf(40)}/sessions`)
  render(null)
  host.remove()
  openPage('/dashboard/doctors', as('admin'))
  await userEvent.click(button('Edit Piet Doe'))
  await expect.element(page.getByRole('dialog', { name: 'Edit Doctor' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Where they are signed in' })).not.toBeInTheDocument()
})

test.each([
  ['light', 1280],
  ['dark', 360],
] as const)('passes axe in %s and fits %i pixels', async (look, width) => {
  await page.viewport(width, 740)
  server.answer(calls.listSessions, [
    here,
    aPlace(73, { browser: 'Browser'.repeat(20), ip: '2001:0db8:85a3:0000:0000:8a2e:0370:7334' }),
    phone,
  ])
  const { host } = openOwn(look)
  await until(() => expect(places()).toHaveLength(3))
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  await expectNoViolations(host)
})
