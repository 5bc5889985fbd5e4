import { expect, type Page, test } from '@playwright/test'
import { atWork, expectNoViolations } from './at-work.ts'
import { type Dictara, startDictara } from './dictara.ts'

/** What each person sees of the demo's jobs, number by number; nothing is changed here. */
let dictara: Dictara
let doctor: Page
let reviewer: Page
let typist: Page
let admin: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser }) => {
  test.setTimeout(300_000)
  dictara = await startDictara()
  doctor = await atWork(dictara, browser, 'doctor')
  reviewer = await atWork(dictara, browser, 'reviewer1')
  typist = await atWork(dictara, browser, 'transcriptionist')
  admin = await atWork(dictara, browser, 'clinicAdmin')
})
test.afterAll(() => dictara?.stop())

const row = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) })
const list = (page: Page, path: string) => page.goto(`${dictara.web}/dashboard/jobs-list/${path}`)
const headings = (page: Page) => page.getByRole('columnheader')

test('the list is the “Joblist” of a transcriptionist, and the “Transcription List” of others [JOBS-03, JOBS-04]', async () => {
  await list(typist, 'available')
  await expect(typist.getByRole('heading', { level: 1 })).toHaveText('Joblist')
  await list(doctor, 'my-jobs/in-progress')
  await expect(doctor.getByRole('heading', { level: 1 })).toHaveText('Transcription List')
})

test('Create Dictation stands on the lists and dashboards of authors, never of reviewers [JOBS-18, DASH-16]', async () => {
  await list(doctor, 'my-jobs/in-progress')
  await expect(doctor.getByRole('button', { name: 'Create Dictation' })).toBeVisible()
  await list(reviewer, 'jobs-to-review/ready')
  await expect(reviewer.getByRole('button', { name: 'Create Dictation' })).toHaveCount(0)
})

test('In Review shows who has the job and its level [JOBS-24, JOBS-26, JOBS-29]', async () => {
  await list(doctor, 'my-jobs/in-review')
  await expect(row(doctor, '000008')).toContainText('Ruth Amsel')
  await expect(row(doctor, '000008')).toContainText('Level 1')
  await expect(row(doctor, '000006')).toContainText('Level 2')
  await expect(row(doctor, '000006').getByRole('link', { name: 'View job 000006' })).toBeVisible()
  await expect(headings(doctor).filter({ hasText: 'Facility Name' })).toBeVisible()
})

test('rows offer Start, Resume or View, and open the editor of the person [JOBS-27, JOBS-28, JOBS-46]', async () => {
  await list(reviewer, 'jobs-to-review/ready')
  await expect(row(reviewer, '000009').getByRole('button', { name: 'Start job 000009' })).toBeVisible()
  await list(doctor, 'my-jobs/in-progress')
  const resume = row(doctor, '000011').getByRole('link', { name: 'Resume job 000011' })
  expect(await resume.getAttribute('href')).toMatch(
    /^\/dashboard\/new-editor\/[\w-]+\?jobStage=in-progress&userRole=doctor$/,
  )
})

test('a transcriptionist’s job opens the older editor [JOBS-45, EDIT-01, SHELL-22]', async () => {
  await list(typist, 'in-progress')
  await row(typist, '000012').getByRole('link', { name: 'Resume job 000012' }).click()
  await typist.waitForURL(/\/dashboard\/editor\/[\w-]+\?userType=transcriptionist/)
  await expect(typist.getByText('Transcription Editor')).toBeVisible()
  for (const name of ['NAME', 'WORK TYPE', 'Job ID', 'Last Updated'])
    await expect(typist.getByText(name, { exact: true })).toBeVisible()
})

test('the older editor offers Complete and Reject to a transcriptionist [EDIT-02, EDIT-14]', async () => {
  await expect(typist.getByRole('button', { name: 'Complete' })).toBeVisible()
  await expect(typist.getByRole('button', { name: 'Reject' })).toBeVisible()
  await expectNoViolations(typist)
})

test('reasons and comments open from their rows; delete stands where it may [JOBS-30, JOBS-31, JOBS-32]', async () => {
  await list(doctor, 'my-jobs/incomplete')
  await row(doctor, '000005')
    .getByRole('button', { name: /^Reason why job 000005/ })
    .click()
  await expect(doctor.getByText('The speech engine was stopped.').first()).toBeVisible()
  await expect(row(doctor, '000005').getByRole('button', { name: 'Delete job 000005' })).toBeVisible()
  await list(doctor, 'my-jobs/in-progress')
  await row(doctor, '000010')
    .getByRole('button', { name: /^Comment on job 000010/ })
    .click()
  await expect(doctor.getByText('Please check the dose in the plan.').first()).toBeVisible()
  await list(doctor, 'my-jobs/completed')
  await expect(doctor.getByRole('button', { name: /^Delete job/ })).toHaveCount(0)
})

test('the newer editor names the job, its way back and what it is about [EDIT-17, EDIT-18, EDIT-19]', async () => {
  await list(doctor, 'my-jobs/in-progress')
  await row(doctor, '000011').getByRole('link', { name: 'Resume job 000011' }).click()
  await expect(doctor.getByRole('heading', { level: 1 })).toHaveText('Job Editor 000011')
  const way = doctor.getByRole('navigation', { name: /breadcrumb/i }).or(doctor.locator('.ant-breadcrumb'))
  await expect(way.first()).toContainText('my-jobs')
  await expect(way.first().getByRole('link', { name: 'Jobs-list' })).toHaveAttribute(
    'href',
    '/dashboard/jobs-list/in-progress',
  )
})

test('its header tells who, where and when [EDIT-25]', async () => {
  for (const name of [
    'Name',
    'Room/Bed',
    'Date of Admission',
    'Gender',
    'DOB',
    'Note Author',
    'Facility',
    'Date of Encounter',
    'Template',
    'Work Type',
  ])
    await expect(doctor.locator('.job-details').getByText(name, { exact: true })).toBeVisible()
})

test('Patient Info opens its drawers by keyboard and gives the focus back [EDIT-20]', async () => {
  const trigger = doctor.getByRole('button', { name: 'Patient Info' })
  for (const name of ['Patient Details', 'Face Sheet']) {
    await trigger.press('Enter')
    await doctor.getByRole('menuitem', { name }).press('Enter')
    const drawer = doctor.getByRole('dialog', { name })
    await expect(drawer).toBeVisible()
    await expect(drawer).toHaveCSS('width', `${0.6 * doctor.viewportSize()!.width}px`)
    await expect(doctor.locator('.ant-drawer:focus, .ant-drawer :focus')).toHaveCount(1)
    await doctor.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(trigger).toBeFocused()
  }
})

test('its tools have names and keys, and Complete is offered to the doctor [EDIT-21, EDIT-27]', async () => {
  for (const name of ['Save', 'Heading Tool', 'Undo', 'Redo', 'Reconvert'])
    await expect(
      doctor.getByRole('toolbar', { name: 'Note tools' }).getByRole('button', { name, exact: true }),
    ).toBeVisible()
  await expect(doctor.getByRole('button', { name: 'Complete' })).toBeVisible()
})

test('Complete without a work type says what is missing; with one it asks first [EDIT-46]', async () => {
  await doctor.getByRole('button', { name: 'Complete' }).click()
  await expect(doctor.getByRole('dialog').getByText('Are you sure you want to save this job?').last()).toBeVisible()
  await doctor.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
})

test('a review offers Approve, Reject and Release [EDIT-23, EDIT-49, EDIT-52]', async () => {
  await list(reviewer, 'jobs-to-review/in-progress')
  await row(reviewer, '000008').getByRole('link', { name: 'Resume job 000008' }).click()
  await expect(reviewer.getByRole('heading', { level: 1 })).toHaveText('Job Review 000008')
  for (const name of ['Approve', 'Reject', 'Release'])
    await expect(reviewer.getByRole('button', { name, exact: true })).toBeVisible()
  await expectNoViolations(reviewer)
})

test('a job that is viewed cannot be changed, and shows its date plainly [EDIT-22, EDIT-29, EDIT-36]', async () => {
  await list(doctor, 'my-jobs/in-review')
  await row(doctor, '000008').getByRole('link', { name: 'View job 000008' }).click()
  const note = doctor.getByRole('textbox', { name: 'Note of job 000008' })
  await expect(note).toHaveAttribute('aria-readonly', 'true')
  await expect(doctor.getByRole('button', { name: /^(Complete|Approve)$/ })).toHaveCount(0)
  await expect(doctor.locator('.job-details').getByRole('textbox')).toHaveCount(0)
})

test('the changes of a review can be seen against what was submitted', async () => {
  await doctor.getByRole('button', { name: 'Changes' }).click()
  await expect(
    doctor.getByRole('dialog', { name: 'Changes' }).or(doctor.getByText('As submitted')).first(),
  ).toBeVisible()
  await doctor.keyboard.press('Escape')
})

test('the dashboard greets, counts and leads to the lists [DASH-01, DASH-13, DASH-26]', async () => {
  await doctor.goto(`${dictara.web}/dashboard`)
  await expect(doctor.getByRole('heading', { name: 'Hello Dana Okafor' })).toBeVisible()
  const tile = doctor.getByRole('link', { name: /In Review/ })
  await expect(tile).toContainText('4')
  await tile.click()
  await doctor.waitForURL('**/my-jobs/in-review')
})

test('stat cards are for those who run the clinic, each with its last activity [DASH-02, DASH-09, DASH-33]', async () => {
  await admin.goto(`${dictara.web}/dashboard`)
  for (const name of ['Admin', 'Doctors', 'Reviewers', 'Open Jobs', 'Completed Jobs', 'Total Facility'])
    await expect(admin.locator('main').getByText(name, { exact: true }).first()).toBeVisible()
  await expect(admin.getByText(/^Last login:/).first()).toBeVisible()
  await doctor.goto(`${dictara.web}/dashboard`)
  await expect(doctor.getByText('Total Facility')).toHaveCount(0)
})

test('the My Jobs tile is not for reviewers and transcriptionists [DASH-15]', async () => {
  for (const page of [reviewer, typist]) {
    await page.goto(`${dictara.web}/dashboard`)
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible()
    await expect(page.getByRole('link', { name: /My Jobs/ })).toHaveCount(0)
  }
})

test('the profile menu leads to profile, documents and sign-out [SHELL-39, SHELL-41, SHELL-42]', async () => {
  await reviewer.getByRole('button', { name: 'Profile of Ruth Amsel' }).click()
  for (const name of ['My Profile', 'Contact Us', 'Privacy Policy', 'Sign Out'])
    await expect(reviewer.getByRole('menuitem', { name })).toBeVisible()
  await reviewer.getByRole('menuitem', { name: 'Privacy Policy' }).click()
  await expect(reviewer.getByText('Page 1 of 2', { exact: true }).first()).toBeVisible()
  await expectNoViolations(reviewer)
  await reviewer.keyboard.press('Escape')
})

test('the agreement with the clinic is a document too [SHELL-43]', async () => {
  await typist.getByRole('button', { name: /^Profile of/ }).click()
  await typist.getByRole('menuitem', { name: 'Business Associate Agreement' }).click()
  await expect(typist.getByText('Page 1 of 2', { exact: true }).first()).toBeVisible()
  await typist.keyboard.press('Escape')
})

test('the Doctors page adds with the words of its form [PEOP-05, PEOP-42, PEOP-45]', async () => {
  await admin.goto(`${dictara.web}/dashboard/doctors`)
  await admin.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(admin.getByText('Add Doctor')).toBeVisible()
  await admin.getByRole('button', { name: 'Submit' }).click()
  for (const words of [
    'First Name is required',
    'Last Name is required',
    'Email is required',
    'Phone Number is required',
    'NPI number is required',
  ])
    await expect(admin.getByText(words)).toBeVisible()
  await expectNoViolations(admin)
})

test('its reviewer flow shows one selector a level [PEOP-34, PEOP-35, PEOP-36]', async () => {
  const level = (n: number) => admin.getByLabel(`Reviewer Level ${n}`)
  await expect(level(1)).toHaveCount(0)
  await admin.getByLabel('Level 1', { exact: true }).check()
  await expect(level(1)).toBeVisible()
  await expect(level(2)).toHaveCount(0)
  await admin.getByLabel('Level 2', { exact: true }).check()
  await expect(level(2)).toBeVisible()
  await admin.getByRole('button', { name: 'Cancel' }).click()
  await admin.getByRole('button', { name: 'Leave', exact: true }).click()
  await expect(admin.getByRole('button', { name: 'Leave', exact: true })).toBeHidden()
})

test('doctors of the EHR are invited unless they have no email [PEOP-06, PEOP-33]', async () => {
  await admin.getByRole('button', { name: 'Invite Doctors' }).click()
  await expect(admin.getByRole('button', { name: 'Invite Mira Castellano' })).toBeEnabled()
  await expect(admin.getByRole('button', { name: 'Invite Lena Sorensen-Quist' })).toBeDisabled()
  await admin.keyboard.press('Escape')
})

test('disabling asks by name, and is for clinicAdmins [PEOP-07, PEOP-30]', async () => {
  await admin.getByRole('switch', { name: 'Piet van der Berg is enabled' }).click()
  await expect(admin.getByRole('dialog').getByText('Disable Piet van der Berg ?').last()).toBeVisible()
  await admin.getByRole('dialog').getByRole('button', { name: 'No' }).click()
  await expect(admin.getByRole('switch', { name: 'Piet van der Berg is enabled' })).toBeChecked()
})
