import { expect, test } from '@playwright/test'
import {
  atWork,
  button,
  confirmed,
  dictateFile,
  expectNoViolations,
  named,
  startReview,
  words,
  preferNextJob,
  signIn,
  title,
} from './at-work.ts'
import { type Dictara, startDictara } from './dictara.ts'

// What is lost once is lost: nothing here has a second try.

let dictara: Dictara
test.beforeAll(async () => {
  dictara = await startDictara()
})
test.afterAll(({ browser }) => dictara?.stop(browser))

const text = 'plan colon rest and follow up in two weeks period'

test('a dictation is edited, reviewed twice, filed in the EHR and billed [JOBS-01, EDIT-49, BILR-15]', async ({
  browser,
}) => {
  const doctor = await atWork(dictara, browser, 'doctor')
  const number = await dictateFile(dictara, doctor, text)
  const list = await doctor.context().newPage()
  await list.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  await named(list, 'link', `Resume job ${number}`).click({ timeout: 180_000 })
  const note = named(list, 'textbox', `Note of job ${number}`)
  await expect(note).toContainText('2 weeks')
  await button(list, 'Play').waitFor()
  await list.keyboard.press('Control+Space')
  await expect(button(list, 'Pause')).toBeVisible()
  await list.keyboard.press('F8')
  await note.click()
  await list.keyboard.press('Control+End')
  await list.keyboard.type(' Typed by the doctor.')
  await expect(list.getByLabel('Save status')).toHaveText('Saved')
  await expectNoViolations(list)
  await confirmed(list, 'Complete')
  await list.waitForURL('**/my-jobs/in-progress')

  for (const name of ['reviewer1', 'reviewer2']) {
    const reviewer = await atWork(dictara, browser, name)
    await startReview(dictara, reviewer, number)
    await expect(named(reviewer, 'textbox', `Note of job ${number}`)).toContainText('Typed by the doctor.')
    await confirmed(reviewer, 'Approve')
    // What waits for the second review is no completed job.
    await reviewer.waitForURL(name === 'reviewer1' ? '**/jobs-to-review/ready' : '**/completed')
    await reviewer.context().close()
  }

  await list.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/completed`)
  await expect(named(list, 'link', `View job ${number}`)).toBeVisible()
  const admin = await atWork(dictara, browser, 'clinicAdmin')
  await admin.goto(`${dictara.web}/dashboard/demo-ehr`)
  await expect(words(admin, number).first()).toBeVisible()

  const biller = await atWork(dictara, browser, 'biller')
  await button(biller, `View job ${number}`).click()
  await expect(words(biller, /Typed by the doctor\.$/)).toBeVisible()
  await expectNoViolations(biller)
  await confirmed(biller, 'Mark As Billed')
  await biller.waitForURL('**/dashboard/biller')
  await expect(button(biller, `View job ${number}`)).toHaveCount(0)
})

test('a pool’s job is started by a transcriptionist, rejected, and completed by its author [JOBS-54, EDIT-14, EDIT-45]', async ({
  browser,
}) => {
  const author = await atWork(dictara, browser, 'poolDoctor')
  const number = await dictateFile(dictara, author, text)
  const typist = await atWork(dictara, browser, 'transcriptionist')
  await typist.goto(`${dictara.web}/dashboard/jobs-list/available`)
  await button(typist, `Start job ${number}`).click({ timeout: 180_000 })
  const note = named(typist, 'textbox', `Note of job ${number}`)
  await note.click()
  await typist.keyboard.press('Control+End')
  await typist.keyboard.type(' As far as I understood.')
  const dialog = typist.getByRole('dialog')
  const comment = dialog.getByLabel('Comment', { exact: true })
  await typist.keyboard.press('Alt+Shift+C')
  await comment.fill('Which dose?')
  await button(dialog, 'Comment').click()
  await expect(note.locator('.dictara-comment')).toHaveText('understood.')
  // What was said in the text is the reason already.
  await button(typist, 'Reject').click()
  await expect(comment).toHaveValue(/^“understood\.”.*: Which dose\?$/)
  await comment.fill('')
  await expect(button(dialog, 'Reject')).toBeDisabled()
  await comment.fill('The dose cannot be heard.')
  await button(dialog, 'Reject').click()
  await typist.waitForURL('**/rejected')

  await author.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  await author.getByRole('button', { name: new RegExp(`^Comment on job ${number}`) }).waitFor()
  await named(author, 'link', `Resume job ${number}`).click()
  await expect(words(author, 'The dose cannot be heard.')).toBeVisible()
  const returned = named(author, 'textbox', `Note of job ${number}`)
  await expect(returned).toContainText('As far as I understood.')
  await expect(returned.locator('.dictara-comment')).toHaveText('understood.')
  await expect(words(author, 'Which dose?')).toBeVisible()
  await confirmed(author, 'Complete')
  await author.waitForURL('**/my-jobs/in-progress')
  const reviewer = await atWork(dictara, browser, 'reviewer1')
  await startReview(dictara, reviewer, number)
  await confirmed(reviewer, 'Release')
  await reviewer.waitForURL('**/available')
  await expect(button(reviewer, `Start job ${number}`)).toBeVisible()
})

test('an EHR that refuses makes the job incomplete with a reason, and Resubmit files it [JOBS-30, JOBS-36]', async ({
  browser,
}) => {
  const admin = await atWork(dictara, browser, 'clinicAdmin')
  await admin.goto(`${dictara.web}/dashboard/demo-ehr`)
  await words(admin, 'Refuse').click()
  const doctor = await atWork(dictara, browser, 'doctor')
  const number = await dictateFile(dictara, doctor, text)
  await doctor.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  await named(doctor, 'link', `Resume job ${number}`).click({ timeout: 180_000 })
  await named(doctor, 'textbox', `Note of job ${number}`).waitFor()
  await confirmed(doctor, 'Complete')
  await doctor.waitForURL('**/my-jobs/in-progress')
  for (const name of ['reviewer1', 'reviewer2']) {
    const reviewer = await atWork(dictara, browser, name)
    await startReview(dictara, reviewer, number)
    await confirmed(reviewer, 'Approve')
    // What waits for the second review is no completed job.
    await reviewer.waitForURL(name === 'reviewer1' ? '**/jobs-to-review/ready' : '**/completed')
    await reviewer.context().close()
  }
  await doctor.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/incomplete`)
  await doctor.getByRole('button', { name: new RegExp(`^Reason why job ${number} is incomplete`) }).waitFor()
  await words(admin, 'Accept').click()
  await button(doctor, `Resubmit job ${number}`).click()
  await button(doctor.getByRole('dialog'), 'Resubmit').click()
  await doctor.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/completed`)
  await expect(named(doctor, 'link', `View job ${number}`)).toBeVisible()
})

test('text typed without network is kept, also over a closed tab, and saved when it is back [EDIT-38]', async ({
  browser,
}) => {
  const doctor = await atWork(dictara, browser, 'doctor')
  const number = await dictateFile(dictara, doctor, text)
  await doctor.goto(`${dictara.web}/dashboard/jobs-list/my-jobs/in-progress`)
  await named(doctor, 'link', `Resume job ${number}`).click({ timeout: 180_000 })
  const note = named(doctor, 'textbox', `Note of job ${number}`)
  await note.click()
  const address = doctor.url()
  await doctor.context().setOffline(true)
  await doctor.keyboard.press('Control+End')
  await doctor.keyboard.type(' Typed without network.')
  await expect(doctor.getByLabel('Save status')).toHaveText('You are Offline')
  const context = doctor.context()
  // Closed as by a crash: without the question that guards what the disk has not taken yet.
  await doctor.waitForTimeout(1_500)
  await doctor.close()
  await context.setOffline(false)
  const again = await context.newPage()
  await again.goto(address)
  await expect(named(again, 'textbox', `Note of job ${number}`)).toContainText('Typed without network.')
  // Saved is told for a moment only: another browser, which keeps nothing of it, has it from the server.
  const elsewhere = await atWork(dictara, browser, 'doctor')
  await expect(async () => {
    await elsewhere.goto(address)
    await expect(named(elsewhere, 'textbox', `Note of job ${number}`)).toContainText('Typed without network.', {
      timeout: 10_000,
    })
  }).toPass()
})

test('by keyboard alone one job follows the other, the caret in its text', async ({ browser }) => {
  const page = await (await browser.newContext()).newPage()
  await signIn(dictara, page, 'transcriptionist')
  await preferNextJob(page, true)
  await page.goto(`${dictara.web}/dashboard/jobs-list/available`)
  const start = page.getByRole('button', { name: /^Start job/ }).first()
  await start.waitFor()
  const number = /\d+/.exec((await start.getAttribute('aria-label')) ?? '')![0]
  await start.press('Enter')
  await expect(named(page, 'textbox', `Note of job ${number}`)).toBeFocused()
  await page.keyboard.type('Typed at once. ')
  await page.keyboard.press('Control+Shift+Enter')
  const now = page.getByText(new RegExp(`^${number} sent .* · Now on \\d+`))
  await expect(now).toBeVisible()
  const next = /Now on (\d+)/.exec(await now.innerText())![1]!
  await expect(named(page, 'textbox', `Note of job ${next}`)).toBeFocused()
  await expect(title(page)).toHaveText(`Job Editor ${next}`)
  await expectNoViolations(page)
})
