import { expect } from '@playwright/test'
import { atRecorder, record } from './at-recorder.ts'
import { button, expectNoViolations, signIn, visit, words } from './at-work.ts'
import type { Dictara } from './dictara.ts'
import { workedOn as test } from './shared.ts'

// What is lost once is lost: nothing here has a second try.

let dictara: Dictara
test.beforeAll(({ dictara: shared }) => {
  dictara = shared
})

test('a recording that was kept for later is told of on the dashboard, with a way to it; submitted without network and its tab closed, it is sent by the dashboard, which says so [QA-36]', async ({
  page,
  context,
}) => {
  await signIn(dictara, page, 'doctor')
  await atRecorder(dictara, page)
  await record(page, /0:03/)
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
  // By its number: other journeys may have filled the first page of the list.
  await visit(dictara, web, `/dashboard/jobs-list/my-jobs/in-progress?search=${number}`)
  await expect(web.getByRole('row', { name: new RegExp(number) })).toHaveCount(1)
})
