import { expect, type Page } from '@playwright/test'
import { atWork, button, named, visit } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

/** Opens every address for signed-in people, and checks its title (SHELL-02 to SHELL-26). */
const routes: readonly (readonly [ids: string, account: string, path: string, title: string])[] = [
  ['SHELL-02', 'doctor', '/dashboard', 'Dashboard'],
  ['SHELL-04, PEOP-15', 'clinicAdmin', '/dashboard/admins', 'Doctors'],
  ['SHELL-05', 'biller', '/dashboard/biller', 'Jobs'],
  ['SHELL-06, PEOP-03', 'clinicAdmin', '/dashboard/doctors', 'Doctors'],
  ['SHELL-07', 'clinicAdmin', '/dashboard/reviewers', 'Reviewers'],
  ['SHELL-08', 'clinicAdmin', '/dashboard/Billers', 'Billers'],
  ['SHELL-08', 'clinicAdmin', '/dashboard/billers', 'Billers'],
  ['SHELL-09', 'doctor', '/dashboard/roster', 'Patient Roster'],
  ['SHELL-10', 'clinicAdmin', '/dashboard/UsersPage', 'Users'],
  ['SHELL-11', 'doctor', '/dashboard/settings', 'Settings'],
  ['Q200', 'clinicAdmin', '/dashboard/settings/turnaround', 'Turnaround'],
  ['S32', 'clinicAdmin', '/dashboard/settings/sign-in', 'Sign-in policy'],
  ['SHELL-12', 'doctor', '/dashboard/settings/profile', 'Profile'],
  ['SHELL-13', 'clinicAdmin', '/dashboard/settings/device-configuration', 'Device Config'],
  ['SHELL-14', 'doctor', '/dashboard/settings/key-to-phrase', 'Key to Phrase'],
  ['SHELL-15', 'doctor', '/dashboard/settings/dictation', 'Dictation'],
  ['TMPL-06', 'doctor', '/dashboard/settings/dictation/new', 'Create New Template'],
  ['SHELL-16', 'clinicAdmin', '/dashboard/settings/facility', 'Facility'],
  ['SHELL-17', 'clinicAdmin', '/dashboard/settings/ehr-configuration', 'EHR Configuration'],
  ['SHELL-18', 'dictaraGod', '/dashboard/dictionary', 'Dictionary'],
  ['SHELL-18', 'dictaraGod', '/dashboard/dictionary-templates', 'Dictionary'],
  ['SHELL-19', 'biller', '/dashboard/biller-audit', 'Audit'],
  ['SHELL-20', 'clinicAdmin', '/dashboard/hl7', 'HL7 Files: Dictation'],
  ['SHELL-20', 'clinicAdmin', '/dashboard/hl7/dictation', 'HL7 Files: Dictation'],
  ['SHELL-20', 'clinicAdmin', '/dashboard/hl7/patient-details', 'HL7 Files: Patient Details'],
  ['SHELL-20', 'clinicAdmin', '/dashboard/hl7/calendar', 'HL7 Files: Calendar'],
  ...['available', 'ready', 'in-progress', 'incomplete', 'my-jobs/in-progress', 'jobs-to-review/ready'].map(
    (list) => ['SHELL-21', 'clinicAdmin', `/dashboard/jobs-list/${list}`, 'Transcription List'] as const,
  ),
  ['SHELL-23', 'biller', '/dashboard/billers-jobs/00000000-0000-7000-8000-000000000000', 'Review'],
  ['SHELL-24', 'clinicAdmin', '/dashboard/billing', 'Billing'],
  ['SHELL-24', 'clinicAdmin', '/dashboard/billing/manage-cards', 'Manage Cards'],
  ['SHELL-24', 'clinicAdmin', '/dashboard/billing/payment-logs', 'Payment Logs'],
  ['SHELL-24', 'clinicAdmin', '/dashboard/billing/manage-subscription', 'Manage Subscription'],
  ['SHELL-25', 'doctor', '/dashboard/audit', 'Audit'],
  ['SHELL-26', 'clinicAdmin', '/dashboard/facility/1', 'Facility'],
]

let dictara: Dictara
const pages = new Map<string, Page>()
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, dictara: shared }) => {
  dictara = shared
  for (const account of new Set(routes.map(([, name]) => name)))
    pages.set(account, await atWork(dictara, browser, account))
})

for (const [ids, account, path, title] of routes)
  test(`${path} opens for a ${account}, titled “${title} | Dictara” [${ids}]`, async () => {
    const page = pages.get(account)!
    // These people have few pages, and no profile.
    if (account === 'dictaraGod') await page.goto(dictara.web + path)
    else await visit(dictara, page, path, `${title} | Dictara`)
    await expect(page).toHaveTitle(`${title} | Dictara`)
    expect(new URL(page.url()).pathname).toBe(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

test('the Users page has a tab for each kind of people [SHELL-10, PEOP-20]', async () => {
  const page = pages.get('clinicAdmin')!
  await visit(dictara, page, '/dashboard/UsersPage')
  const tabs = named(page, 'navigation', 'Users').getByRole('link')
  await expect(tabs).toHaveText(['Admins', 'Doctors', 'Reviewers', 'Billers'])
  await expect(page.getByRole('columnheader', { name: 'Name', exact: true })).toBeVisible()
  for (const [name, screen] of [
    ['Admins', page.getByRole('searchbox', { name: 'Search Admins', exact: true })],
    ['Reviewers', named(page, 'button', 'Add Reviewer')],
    ['Billers', page.getByRole('searchbox', { name: 'Search Billers', exact: true })],
    ['Doctors', page.getByRole('searchbox', { name: 'Search Doctors', exact: true })],
  ] as const) {
    await tabs.getByText(name, { exact: true }).click()
    await expect(named(page, 'navigation', 'Users').locator('[aria-current=page]')).toHaveText(name)
    expect(new URL(page.url()).pathname).toBe('/dashboard/UsersPage')
    await expect(page).toHaveTitle('Users | Dictara')
    await expect(screen).toBeVisible()
  }
})

test('the address to which an EHR sends people back opens the dashboard [SHELL-26]', async () => {
  const page = pages.get('clinicAdmin')!
  await page.goto(`${dictara.web}/dashboard/verify-emr/1/user/2`)
  await expect(page.getByText('The EHR didn’t verify you.')).toBeVisible()
  await page.waitForURL(`${dictara.web}/dashboard`)
})

test('each editor has its own address [SHELL-22]', async () => {
  const page = pages.get('doctor')!
  for (const editor of ['editor', 'new-editor']) {
    const path = `/dashboard/${editor}/00000000-0000-7000-8000-000000000000`
    await visit(dictara, page, path)
    await expect(page.getByText('This job no longer exists, or you don’t have access to it.')).toBeVisible()
    expect(page.url()).toBe(dictara.web + path)
  }
})

test('an address that a person may not open leads to their own first page [Q021, Q206]', async () => {
  for (const [account, path, home] of [
    ['doctor', '/dashboard/doctors', '/dashboard'],
    ['biller', '/dashboard', '/dashboard/biller'],
    ['dictaraGod', '/dashboard', '/dashboard/dictionary'],
  ] as const) {
    const page = pages.get(account)!
    await page.goto(dictara.web + path)
    await page.waitForURL(dictara.web + home)
  }
})

test('the selected item of the sidebar follows the second segment of the path [SHELL-36]', async () => {
  const page = pages.get('clinicAdmin')!
  for (const [path, item] of [
    ['/dashboard', 'Dashboard'],
    ['/dashboard/jobs-list/available', 'Jobs'],
    ['/dashboard/settings/facility', 'Settings'],
    ['/dashboard/billing/payment-logs', 'Billing'],
    ['/dashboard/doctors', 'Users'],
    ['/dashboard/reviewers', 'Users'],
    ['/dashboard/billers', 'Users'],
  ] as const) {
    await visit(dictara, page, path)
    await expect(named(page, 'navigation', 'Main').locator('[aria-current=page]')).toHaveText(item)
  }
})

test('the sidebar is 250 pixels wide, and 100 when collapsed by its button or automatically below the xxl breakpoint [SHELL-37, SHELL-38]', async () => {
  const page = pages.get('doctor')!
  const sidebar = page.locator('aside')
  const isWide = (px: number) => expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(px)
  await page.setViewportSize({ width: 1600, height: 900 })
  await page.goto(`${dictara.web}/dashboard`)
  await isWide(250)
  await page.setViewportSize({ width: 1599, height: 900 })
  await isWide(100)
  await button(page, 'Open the sidebar').click()
  await isWide(250)
  await button(page, 'Collapse the sidebar').click()
  await isWide(100)
})
