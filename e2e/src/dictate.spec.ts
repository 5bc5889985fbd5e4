import { expect, test } from '@playwright/test'
import { expectNoViolations, signIn } from './at-work.ts'
import { type Dictara, startDictara } from './dictara.ts'

let dictara: Dictara
test.beforeAll(async () => {
  test.setTimeout(300_000)
  dictara = await startDictara()
})
test.afterAll(() => dictara?.stop())

test('a doctor dictates, and the job goes to In Progress in the list without reloading [SHELL-01, XAUTH-10, JOBS-01]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['microphone'], { origin: dictara.recorder })
  await signIn(dictara, page, 'doctor')
  await expect(page.getByRole('heading', { name: 'Hello Dana Okafor' })).toBeVisible()
  await expect(page).toHaveTitle('Dashboard | Dictara')
  await page.getByRole('link', { name: 'Jobs', exact: true }).click()
  await expect(page.getByRole('row', { name: /000011/ })).toBeVisible()

  const list = await context.newPage()
  await list.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  await expect(list.getByRole('row', { name: /000011/ })).toBeVisible()

  await page.getByRole('button', { name: 'Create Dictation' }).click()
  await page.waitForURL(`${dictara.recorder}/**`)
  expect(new URL(page.url()).search).toBe('')
  await page.getByLabel('Facility').selectOption('Harbor Street Main')
  await page.getByRole('combobox', { name: 'Patient' }).fill('HS10001')
  await page.getByRole('option', { name: /HS10001/ }).click()
  await page.getByRole('button', { name: /^Record/ }).click()
  await page.waitForTimeout(6_000)
  await page.getByRole('button', { name: /^Pause/ }).click()
  await page.getByRole('button', { name: /^Submit/ }).click()
  await expect(page.getByText('000015')).toBeVisible({ timeout: 30_000 })

  const row = list.getByRole('row', { name: /000015/ })
  await expect(row).toBeVisible()
  await expect(row.getByText('In Progress')).toBeVisible({ timeout: 60_000 })
  await expectNoViolations(list)
})

test('a recording tab that crashes without network loses at most its last second [Q023, Q169]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['microphone'], { origin: dictara.recorder })
  await signIn(dictara, page, 'doctor')
  await page.getByRole('button', { name: 'Create Dictation' }).click()
  await page.waitForURL(`${dictara.recorder}/**`)
  await page.getByLabel('Facility').selectOption('Harbor Street Main')
  await page.getByRole('combobox', { name: 'Patient' }).fill('HS10001')
  await page.getByRole('option', { name: /HS10001/ }).click()
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Record/ }).click()
  const elapsed = page.getByRole('timer')
  await expect(elapsed).toHaveText(/0:08/, { timeout: 30_000 })
  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => {})
  await crashed
  await page.close()

  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`${dictara.web}/dashboard`)
  await next.getByRole('button', { name: 'Create Dictation' }).click()
  await next.waitForURL(`${dictara.recorder}/**`)
  await expect(next.getByText(/0:(0[7-9]|10) recorded/)).toBeVisible()
  await expectNoViolations(next)
  await next.getByRole('button', { name: /^Send the recording of/ }).click()
  const sent = next.getByText(/\b\d{6}\b/).first()
  await expect(sent).toBeVisible({ timeout: 30_000 })
  const number = /\d{6}/.exec(await sent.innerText())![0]
  await next.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  const row = next.getByRole('row', { name: new RegExp(number) })
  await expect(row.getByText('In Progress')).toBeVisible({ timeout: 60_000 })
  await expect(row.getByText(/^00:(0[7-9]|10)$/)).toBeVisible()
})

test('who is signed out is sent to sign-in, and back to nothing but the dashboard [AUTH-13, SHELL-44]', async ({
  page,
}) => {
  await page.goto(`${dictara.web}/dashboard/audit`)
  await page.waitForURL('**/login')
  await expectNoViolations(page)
  await signIn(dictara, page, 'reviewer1')
  await expect(page.getByRole('button', { name: 'Create Dictation' })).toHaveCount(0)
  await page.goto(`${dictara.web}/dashboard/billing`)
  await page.waitForURL('**/dashboard')
  await page.getByRole('button', { name: /^Profile of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await page.waitForURL('**/login')
  expect(await page.evaluate(() => localStorage.getItem('dictara-user'))).toBeNull()
})

test('another clinic’s people see nothing of it', async ({ page }) => {
  await signIn(dictara, page, 'otherClinicAdmin')
  await page.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  await expect(page.getByText('No jobs here.')).toBeVisible()
})
