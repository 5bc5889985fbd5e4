import { expect, type Page, test } from '@playwright/test'
import { atWork } from './at-work.ts'
import { type Dictara, startDictara } from './dictara.ts'

/** Every signed-in address stands, with its title, for somebody who may open it (SHELL-02 to SHELL-26). */
const routes: readonly (readonly [ids: string, account: string, path: string, title: string])[] = [
  ['SHELL-02, SHELL-03', 'doctor', '/dashboard', 'Dashboard'],
  ['SHELL-04', 'clinicAdmin', '/dashboard/admins', 'Doctors'],
  ['SHELL-05, BILR-03', 'biller', '/dashboard/biller', 'Jobs'],
  ['SHELL-06, PEOP-03', 'clinicAdmin', '/dashboard/doctors', 'Doctors'],
  ['SHELL-07', 'clinicAdmin', '/dashboard/reviewers', 'Reviewers'],
  ['SHELL-08', 'clinicAdmin', '/dashboard/Billers', 'Billers'],
  ['SHELL-09', 'doctor', '/dashboard/roster', 'Patient Roster'],
  ['SHELL-10, PEOP-20', 'clinicAdmin', '/dashboard/UsersPage', 'Users'],
  ['SHELL-11', 'doctor', '/dashboard/settings', 'Settings'],
  ['SHELL-12', 'doctor', '/dashboard/settings/profile', 'Profile'],
  ['SHELL-13', 'clinicAdmin', '/dashboard/settings/device-configuration', 'Device Config'],
  ['SHELL-14', 'doctor', '/dashboard/settings/key-to-phrase', 'Key to Phrase'],
  ['SHELL-15', 'doctor', '/dashboard/settings/dictation', 'Dictation'],
  ['SHELL-16', 'clinicAdmin', '/dashboard/settings/facility', 'Facility'],
  ['SHELL-17', 'clinicAdmin', '/dashboard/settings/ehr-configuration', 'EHR Configuration'],
  ['SHELL-18', 'dictaraGod', '/dashboard/dictionary', 'Dictionary'],
  ['SHELL-19, BILR-17', 'biller', '/dashboard/biller-audit', 'Audit'],
  ['SHELL-20', 'clinicAdmin', '/dashboard/hl7/patient-details', 'HL7 Files'],
  ['SHELL-21', 'clinicAdmin', '/dashboard/jobs-list/available', 'Transcription List'],
  ['SHELL-24', 'clinicAdmin', '/dashboard/billing/payment-logs', 'Payment Logs'],
  ['SHELL-25', 'doctor', '/dashboard/audit', 'Audit'],
  ['SHELL-26', 'clinicAdmin', '/dashboard/facility/1', 'Facility'],
]

let dictara: Dictara
const pages = new Map<string, Page>()
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  dictara = await startDictara()
  for (const account of new Set(routes.map(([, name]) => name)))
    pages.set(account, await atWork(dictara, browser, account))
})
test.afterAll(() => dictara?.stop())

for (const [ids, account, path, title] of routes)
  test(`${path} opens for a ${account}, titled “${title} | Dictara” [${ids}]`, async () => {
    const page = pages.get(account)!
    await page.goto(dictara.web + path)
    await expect(page).toHaveTitle(`${title} | Dictara`)
    expect(new URL(page.url()).pathname).toBe(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

test('what a person may not open leads to their own first page [AUTH-13, SHELL-49]', async () => {
  for (const [account, path, home] of [
    ['doctor', '/dashboard/doctors', '/dashboard'],
    ['biller', '/dashboard/jobs-list/available', '/dashboard/biller'],
    ['dictaraGod', '/dashboard', '/dashboard/dictionary'],
  ] as const) {
    const page = pages.get(account)!
    await page.goto(dictara.web + path)
    await page.waitForURL(dictara.web + home)
  }
})
