import { expect, type Page } from '@playwright/test'
import {
  atWork,
  button,
  confirmed,
  dictateFile,
  momentAfter,
  named,
  resume,
  startReview,
  visit,
  words,
} from '../at-work.ts'
import { type Dictara, heardWords } from '../dictara.ts'
import { test } from '../shared.ts'

// No retries: text lost once is a failure.

let dictara: Dictara
test.beforeAll(({ dictara: shared }) => {
  dictara = shared
})

test('a dictation is edited, reviewed twice, refused by an EHR, filed once it accepts, and billed [EDIT-49, BILR-15, JOBS-36]', async ({
  browser,
}) => {
  const admin = await atWork(dictara, browser, 'clinicAdmin')
  await visit(dictara, admin, '/dashboard/demo-ehr')
  await words(admin, 'Refuse').click()
  const doctor = await atWork(dictara, browser, 'doctor')
  const number = await dictateFile(dictara, doctor)
  const note = await resume(dictara, doctor, number)
  await expect(note).toContainText(heardWords)
  await button(doctor, 'Play').waitFor()
  await doctor.keyboard.press('Control+Space')
  await expect(button(doctor, 'Pause')).toBeVisible()
  await doctor.keyboard.press('F8')
  await note.click()
  await doctor.keyboard.press('Control+End')
  await doctor.keyboard.type(' Typed by the doctor.')
  await expect(doctor.getByLabel('Save status')).toHaveText('Saved')
  await confirmed(doctor, 'Complete')
  await doctor.waitForURL('**/my-jobs/in-progress')

  for (const name of ['reviewer1', 'reviewer2']) {
    const reviewer = await atWork(dictara, browser, name)
    await startReview(dictara, reviewer, number)
    await expect(named(reviewer, 'textbox', `Note of job ${number}`)).toContainText('Typed by the doctor.')
    await confirmed(reviewer, 'Approve')
    // A job that still waits for its second review is not completed.
    await reviewer.waitForURL(name === 'reviewer1' ? '**/jobs-to-review/ready' : '**/completed')
  }

  // An open list announces changes above its rows, and shows them when it is next loaded.
  await expect(async () => {
    await visit(dictara, doctor, '/dashboard/jobs-list/my-jobs/incomplete')
    await button(doctor, new RegExp(`^Reason why job ${number} is incomplete`)).waitFor({ timeout: 10_000 })
  }).toPass({ timeout: 180_000 })
  await words(admin, 'Accept').click()
  await button(doctor, `Resubmit job ${number}`).click()
  await button(doctor.getByRole('dialog'), 'Resubmit').click()
  await expect(async () => {
    await visit(dictara, doctor, '/dashboard/jobs-list/my-jobs/completed')
    await expect(named(doctor, 'link', `View job ${number}`)).toBeVisible({ timeout: 10_000 })
  }).toPass({ timeout: 180_000 })
  await visit(dictara, admin, '/dashboard/demo-ehr')
  await expect(words(admin, number).first()).toBeVisible()

  const biller = await atWork(dictara, browser, 'biller')
  await visit(dictara, biller, '/dashboard/biller')
  await button(biller, `View job ${number}`).click()
  await expect(words(biller, /Typed by the doctor\.$/)).toBeVisible()
  await confirmed(biller, 'Mark As Billed')
  await biller.waitForURL('**/dashboard/biller')
  await expect(button(biller, `View job ${number}`)).toHaveCount(0)
})

test('text typed without network is kept, even if the tab is closed, and saved when the network is back [EDIT-38]', async ({
  browser,
}) => {
  const doctor = await atWork(dictara, browser, 'doctor')
  const note = await resume(dictara, doctor, '000011')
  await note.click()
  const address = doctor.url()
  const context = doctor.context()
  await context.setOffline(true)
  await doctor.keyboard.press('Control+End')
  await doctor.keyboard.type(' Typed without network.')
  await expect(doctor.getByLabel('Save status')).toHaveText('You are Offline')
  await momentAfter(doctor, 1_500)
  // Close the page without its question about unsaved text, as a crash does.
  await doctor.close()
  await context.setOffline(false)
  const noteOf = (page: Page) => named(page, 'textbox', 'Note of job 000011')
  const again = await context.newPage()
  await again.goto(address)
  await expect(noteOf(again)).toContainText('Typed without network.')
  // “Saved” is shown only briefly. So another browser, which has no drafts, checks that the server has the text.
  const elsewhere = await browser.newContext({ storageState: await context.storageState() })
  const other = await elsewhere.newPage()
  await expect(async () => {
    await other.goto(address)
    await expect(noteOf(other)).toContainText('Typed without network.', { timeout: 10_000 })
  }).toPass()
  await elsewhere.close()
})
