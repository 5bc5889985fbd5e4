import { expect, test } from '@playwright/test'
import { button, expectNoViolations, named, signIn, words } from './at-work.ts'
import { type Dictara, startDictara } from './dictara.ts'

// What is lost once is lost: nothing here has a second try.

let dictara: Dictara
test.beforeAll(async () => {
  dictara = await startDictara()
})
test.afterAll(({ browser }) => dictara?.stop(browser))

test('a doctor dictates, and the job goes to In Progress in the list without reloading [SHELL-01, XAUTH-10, JOBS-01]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['microphone'], { origin: dictara.recorder })
  await signIn(dictara, page, 'doctor')
  await expect(named(page, 'heading', 'Hello Dana Okafor')).toBeVisible()
  await expect(page).toHaveTitle('Dashboard | Dictara')
  await expect(named(page, 'navigation', 'Main')).toBeVisible()
  await expect(button(page, /^Notifications, \d+ unread/)).toBeVisible()
  await expect(button(page, 'Profile of Dana Okafor')).toBeVisible()
  await expect(named(page, 'link', /^In Progress \d+$/)).toBeVisible()
  await named(page, 'link', 'Jobs').click()
  await expect(named(page, 'row', /000011/)).toBeVisible()

  const list = await context.newPage()
  await list.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  await expect(named(list, 'row', /000011/)).toBeVisible()

  await button(page, 'Create Dictation').click()
  await page.waitForURL(`${dictara.recorder}/**`)
  expect(new URL(page.url()).search).toBe('')
  await page.getByLabel('Facility').selectOption('Harbor Street Main')
  await named(page, 'combobox', 'Patient').fill('HS10001')
  await named(page, 'option', /HS10001/).click()
  await button(page, /^Record/).click()
  await page.waitForTimeout(6_000)
  await button(page, /^Pause/).click()
  await button(page, /^Submit/).click()
  await expect(page.getByText('Job 000015 was submitted')).toBeVisible()

  const row = named(list, 'row', /000015/)
  await expect(row).toBeVisible()
  // Speech recognition gives way to all else that this machine does.
  await expect(words(row, 'Typing')).toBeVisible({ timeout: 180_000 })
  await expectNoViolations(list)
})

test('a recording tab that crashes without network loses at most its last second [Q023, Q169]', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['microphone'], { origin: dictara.recorder })
  await signIn(dictara, page, 'doctor')
  await button(page, 'Create Dictation').click()
  await page.waitForURL(`${dictara.recorder}/**`)
  await page.getByLabel('Facility').selectOption('Harbor Street Main')
  await named(page, 'combobox', 'Patient').fill('HS10001')
  await named(page, 'option', /HS10001/).click()
  await context.setOffline(true)
  await button(page, /^Record/).click()
  const elapsed = page.getByRole('timer')
  await expect(elapsed).toHaveText(/0:08/)
  const crashed = page.waitForEvent('crash')
  await page.goto('chrome://crash').catch(() => {})
  await crashed
  await page.close()

  await context.setOffline(false)
  const next = await context.newPage()
  await next.goto(`${dictara.web}/dashboard`)
  await button(next, 'Create Dictation').click()
  await next.waitForURL(`${dictara.recorder}/**`)
  await expect(next.getByText(/0:(0[7-9]|10) recorded/)).toBeVisible()
  await expectNoViolations(next)
  await button(next, /^Send the recording of/).click()
  const sent = next.getByText(/^Job \d{6} was submitted/)
  await expect(sent).toBeVisible()
  const number = /\d{6}/.exec(await sent.innerText())![0]
  await next.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  const row = named(next, 'row', new RegExp(number))
  // Speech recognition gives way to all else that this machine does.
  await expect(words(row, 'Typing')).toBeVisible({ timeout: 180_000 })
  await expect(row.getByText(/^00:(0[7-9]|10)$/)).toBeVisible()
})

test('who is signed out is sent to sign-in, and back to nothing but the dashboard [AUTH-13, SHELL-44]', async ({
  page,
}) => {
  await page.goto(`${dictara.web}/dashboard/audit`)
  await page.waitForURL('**/login')
  await expectNoViolations(page)
  await signIn(dictara, page, 'reviewer1')
  await expect(named(page, 'heading', 'Hello Ruth Amsel')).toBeVisible()
  await expect(button(page, 'Create Dictation')).toHaveCount(0)
  await page.goto(`${dictara.web}/dashboard/billing`)
  await page.waitForURL('**/dashboard')
  await button(page, /^Profile of/).click()
  await named(page, 'menuitem', 'Sign Out').click()
  await page.waitForURL('**/login')
  // The page is loaded anew on its way there.
  await page.waitForFunction(() => localStorage.getItem('dictara-user') === null)
})

test('another clinic’s people see nothing of it', async ({ page }) => {
  await signIn(dictara, page, 'otherClinicAdmin')
  await page.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  await expect(words(page, 'No jobs here.')).toBeVisible()
})
