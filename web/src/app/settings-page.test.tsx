import type { StoredUser } from '@dictara/contract/identity'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../editor/testing/mount.tsx'
import { expectNoViolations } from '../testing/accessible.ts'
import { as, openPage } from '../testing/open-page.tsx'
import { openCalls } from '../testing/wire.ts'

beforeEach(async () => {
  await page.viewport(1280, 800)
  openCalls()
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const open = (userType: StoredUser['userType'], facts: Partial<StoredUser> = {}) =>
  openPage('/dashboard/settings', as(userType, facts))
const tiles = () =>
  [...document.querySelectorAll('.settings a')].map((link) => [link.textContent, link.getAttribute('href')])
const settings = '/dashboard/settings'
const profile = ['Profile', `${settings}/profile`]
const turnaround = ['Turnaround', `${settings}/turnaround`]
const device = ['Device Config', `${settings}/device-configuration`]
const phrases = ['Key to Phrase', `${settings}/key-to-phrase`]
const templates = ['Dictation Template', `${settings}/dictation`]
const facility = ['Facility', `${settings}/facility`]

test('each tile of a clinicAdmin opens its page, by name and address [SETT-01]', async () => {
  const { router } = open('clinicAdmin')
  for (const [label, title] of [
    ['Profile', 'Profile'],
    ['Device Config', 'Device Config'],
    ['Key to Phrase', 'Key to Phrase'],
    ['Dictation Template', 'Dictation'],
    ['Facility', 'Facility'],
  ] as const) {
    await userEvent.click(page.getByRole('link', { name: label, exact: true }))
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await router.navigate(settings)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  }
})

test('tiles lead to profile and device configuration [SETT-02, SETT-03]', async () => {
  open('clinicAdmin')
  await until(() => expect(tiles()).toEqual(expect.arrayContaining([profile, device])))
})

test('tiles lead to phrases, templates and facilities [SETT-04, SETT-05, SETT-06]', async () => {
  open('clinicAdmin')
  await until(() => expect(tiles()).toEqual(expect.arrayContaining([phrases, templates, facility])))
})

test('an admin has Facility when facility access is set, and else all but it [SETT-07]', async () => {
  const { render, host } = open('admin')
  await until(() => expect(tiles()).toEqual([profile, turnaround, device, phrases, templates]))
  render(null)
  host.remove()
  open('admin', { facilityAccessEnable: true })
  await until(() => expect(tiles()).toEqual([profile, turnaround, device, phrases, templates, facility]))
})

test('a clinicAdmin has all tiles; what is to come stands apart from what is there [SETT-08]', async () => {
  const { host } = open('clinicAdmin')
  await until(() => expect(tiles()).toEqual([profile, turnaround, device, phrases, templates, facility]))
  const soon = page.getByRole('region', { name: 'Not in this version yet' }).getByRole('link').elements()
  expect(soon.map(({ textContent }) => textContent)).toEqual(['Facility'])
  await expectNoViolations(host)
})

test('a doctor has Profile, Key to Phrase and Dictation Template [SETT-09]', async () => {
  open('doctor')
  await until(() => expect(tiles()).toEqual([profile, phrases, templates]))
})

test.each(['transcriptionist', 'reviewer', 'biller'] as const)('a %s has Profile only [SETT-10]', async (userType) => {
  open(userType)
  await until(() => expect(tiles()).toEqual([profile]))
})
