import { type BrowserContext, expect, type Page } from '@playwright/test'
import { atRecorder, jobMade, record } from '../at-recorder.ts'
import { atWork, button, expectNoViolations, named, signIn, visit, words } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

// No retries: a recording lost once is a failure.

let dictara: Dictara
test.beforeAll(({ dictara: shared }) => {
  dictara = shared
})

/** Ends the session only on the server, without telling the browser, as after twelve hours. */
async function endSession(context: BrowserContext) {
  const { origins } = await context.storageState()
  const stored = origins.find(({ origin }) => origin === dictara.web)?.localStorage
  const user = JSON.parse(stored!.find(({ name }) => name === 'dictara-user')!.value) as { [name: string]: string }
  const answer = await context.request.get(`${dictara.web}/api/authenticate/logout?sessionId=${user['sessionId']}`, {
    headers: { authorization: `Bearer ${user['token']}` },
  })
  expect(answer.ok()).toBe(true)
}
async function fillIn(page: Page, name: string) {
  const { email, password } = dictara.account(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
}
async function beginRecording(page: Page) {
  await atRecorder(dictara, page)
  await record(page, 3)
}

test('if a session ends during recording, Sign in leads back to the recorder and the recording is sent [QA-17]', async ({
  page,
  context,
}) => {
  // A sign-in of its own: the stored token of a shared one may have expired.
  await signIn(dictara, page, 'doctor')
  await beginRecording(page)
  await endSession(context)
  await expect(words(page, 'Your session has ended.')).toBeVisible()
  const opened = context.waitForEvent('page')
  await named(page, 'link', 'Sign in').click()
  const signingIn = await opened
  await signingIn.waitForURL('**/login')
  await fillIn(signingIn, 'doctor')
  await signingIn.waitForURL(`${dictara.recorder}/**`)
  await expect(signingIn.getByText(/open in another tab/)).toBeVisible()
  await expect(words(page, 'Your session has ended.')).toBeHidden()
  await button(page, /^Submit/).click()
  await jobMade(page)
})

test('the dashboard links to a recording put away, and sends one that was submitted without network in a closed tab, and says so [QA-36]', async ({
  browser,
}) => {
  const page = await atWork(dictara, browser, 'doctor')
  await beginRecording(page)
  const context = page.context()
  await button(page, /^Pause/).click()
  await button(page, 'Keep for later').click()
  await expect(words(page, 'Unsent recordings')).toBeVisible()
  await page.goto(`${dictara.web}/dashboard`)
  const notice = page.getByRole('alert').filter({ hasText: /\b1 recording on this computer is not sent yet/ })
  await expect(notice).toBeVisible()
  await expect(notice).toContainText(/\w+ \w+ · 0:0[3-9]/)
  await expectNoViolations(page)
  await button(notice, 'Open the recorder').click()
  await button(page, /^Open the recording of/).click()
  await expect(button(page, /^Submit/)).toBeEnabled()

  await context.setOffline(true)
  await button(page, /^Submit/).click()
  await expect(page.getByText(/will be sent automatically/).first()).toBeVisible()
  await page.close()
  await context.setOffline(false)
  const web = await context.newPage()
  await web.goto(`${dictara.web}/dashboard`)
  const sent = web.getByRole('alert').filter({ hasText: /A recording of .+ was sent as job \d{6}\./ })
  await expect(sent).toBeVisible()
  const number = /\d{6}/.exec(await sent.innerText())![0]
  // Search by number, because jobs of other journeys may fill the first page of the list.
  await visit(dictara, web, `/dashboard/jobs-list/my-jobs/in-progress?search=${number}`)
  await expect(web.getByRole('row', { name: new RegExp(number) })).toHaveCount(1)
})
