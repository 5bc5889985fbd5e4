import type { StoredUser } from '@dictara/contract/identity'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { openCalls } from '../../testing/wire.ts'

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
/** Returns the entries of a group: their names, and their addresses relative to the settings. */
const entries = (group: string) =>
  page
    .getByRole('region', { name: group, exact: true })
    .getByRole('link')
    .elements()
    .map((link) => [link.textContent, link.getAttribute('href')?.replace('/dashboard/settings/', '')])
const all = () => ['You', 'Clinic', 'Dictation'].flatMap(entries)
const settings = '/dashboard/settings'
const profile = ['Profile', 'profile']
const turnaround = ['Turnaround', 'turnaround']
const facility = ['Facility', 'facility']
const ehr = ['EHR Configuration', 'ehr-configuration']
const device = ['Device Config', 'device-configuration']
const authored = [
  ['Key to Phrase', 'key-to-phrase'],
  ['Dictation Template', 'dictation'],
]

test('each setting of a clinicAdmin opens its page, with the right name and address [SETT-01]', async () => {
  const { router } = open('clinicAdmin')
  for (const [label, title] of [
    ['Profile', 'Profile'],
    ['Turnaround', 'Turnaround'],
    ['Sign-in policy', 'Sign-in policy'],
    ['Facility', 'Facility'],
    ['EHR Configuration', 'EHR Configuration'],
    ['Device Config', 'Device Config'],
    ['Key to Phrase', 'Key to Phrase'],
    ['Dictation Template', 'Dictation'],
  ] as const) {
    await userEvent.click(page.getByRole('link', { name: label, exact: true }))
    await expect.element(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await router.navigate(settings)
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  }
})

test('the list has profile and device configuration [SETT-02, SETT-03]', async () => {
  open('clinicAdmin')
  await until(() => expect(all()).toEqual(expect.arrayContaining([profile, device])))
})

test('the list has phrases, templates and facilities [SETT-04, SETT-05, SETT-06]', async () => {
  open('clinicAdmin')
  await until(() => expect(all()).toEqual(expect.arrayContaining([...authored, facility])))
})

test('an admin has all settings, but Facility only with facility access [SETT-07]', async () => {
  const { render, host } = open('admin')
  await until(() => expect(all()).toEqual([profile, turnaround, ehr, device, ...authored]))
  render(null)
  host.remove()
  open('admin', { facilityAccessEnable: true })
  await until(() => expect(all()).toEqual([profile, turnaround, facility, ehr, device, ...authored]))
})

test('a clinicAdmin has all settings, in three groups [SETT-08]', async () => {
  const { host } = open('clinicAdmin')
  await until(() => expect(entries('You')).toEqual([profile]))
  expect(entries('Clinic')).toEqual([turnaround, ['Sign-in policy', 'sign-in'], facility, ehr, device])
  expect(entries('Dictation')).toEqual(authored)
  await expectNoViolations(host)
})

test('a doctor has Profile, Key to Phrase and Dictation Template [SETT-09]', async () => {
  open('doctor')
  await until(() => expect(all()).toEqual([profile, ...authored]))
})

test.each(['transcriptionist', 'reviewer', 'biller'] as const)('a %s has only Profile [SETT-10]', async (userType) => {
  open(userType)
  await until(() => expect(all()).toEqual([profile]))
})

test('a setting is shown beside the list, which marks it; a phone shows only the setting, with a link back', async () => {
  const { router } = open('clinicAdmin')
  await userEvent.click(page.getByRole('link', { name: 'Key to Phrase' }))
  const list = page.getByRole('navigation', { name: 'Settings' })
  await expect.element(list.getByRole('link', { name: 'Key to Phrase' })).toHaveAttribute('aria-current', 'page')
  await userEvent.click(list.getByRole('link', { name: 'Facility' }))
  await expect.element(page.getByRole('heading', { level: 1, name: 'Facility' })).toBeVisible()
  for (const address of ['/dashboard/facility/new', `/dashboard/facility/${idOf(20)}`]) {
    await router.navigate(address)
    await expect.element(list.getByRole('link', { name: 'Facility' })).toHaveAttribute('aria-current', 'page')
  }
  await router.navigate(`${settings}/facility`)
  await page.viewport(360, 740)
  await expect.element(list).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Settings' }))
  await until(() => expect(router.state.location.pathname).toBe(settings))
  await expect.element(list).toBeVisible()
})
