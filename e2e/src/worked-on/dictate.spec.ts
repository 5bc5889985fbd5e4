import { expect } from '@playwright/test'
import { atRecorder, jobMade, lasting, record } from '../at-recorder.ts'
import { atWork, button, expectNoViolations, named, signIn, visit, words } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

// No retries: a dictation lost once is a failure.

let dictara: Dictara
test.beforeAll(({ dictara: shared }) => {
  dictara = shared
})

test('a doctor dictates, and the job goes to In Progress in the list without reloading [SHELL-01, XAUTH-10, JOBS-01]', async ({
  browser,
}) => {
  const page = await atWork(dictara, browser, 'doctor')
  await visit(dictara, page, '/dashboard')
  await expect(named(page, 'heading', 'Hello Dana Okafor')).toBeVisible()
  await expect(page).toHaveTitle('Dashboard | Dictara')
  await expect(named(page, 'navigation', 'Main')).toBeVisible()
  await expect(button(page, /^Notifications, \d+ unread/)).toBeVisible()
  await expect(button(page, 'Profile of Dana Okafor')).toBeVisible()
  await expect(named(page, 'link', /^In Progress \d+$/)).toBeVisible()
  await named(page, 'link', 'Jobs').click()
  await expect(named(page, 'row', /000011/)).toBeVisible()

  const list = await page.context().newPage()
  await list.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  await expect(named(list, 'row', /000011/)).toBeVisible()

  await atRecorder(dictara, page)
  expect(new URL(page.url()).search).toBe('')
  await record(page, 2)
  await button(page, /^Pause/).click()
  await button(page, /^Submit/).click()
  const number = await jobMade(page)

  const row = named(list, 'row', new RegExp(number))
  // Recognition has a low priority, so it takes long on a busy machine.
  await expect(words(row, 'Typing')).toBeVisible(lasting)
  await expectNoViolations(list)
  await list.close()
})

test('a signed-out person goes to sign-in and returns to the dashboard only [AUTH-13, SHELL-44]', async ({ page }) => {
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
  // The page is reloaded when it goes to the sign-in.
  await page.waitForFunction(() => localStorage.getItem('dictara-user') === null)
})
