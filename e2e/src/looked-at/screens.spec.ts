import { expect, type Locator, type Page } from '@playwright/test'
import { atWork, button, expectNoViolations, named, row, title, visit, words } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { printed } from '../printed.ts'
import { test } from '../shared.ts'

/**
 * Checks what each person sees of the demo in lists, dashboards, menus and on the Doctors page. These tests change
 * nothing.
 */
let dictara: Dictara
let doctor: Page
let reviewer: Page
let typist: Page
let admin: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, dictara: shared }) => {
  dictara = shared
  doctor = await atWork(dictara, browser, 'doctor')
  reviewer = await atWork(dictara, browser, 'reviewer1')
  typist = await atWork(dictara, browser, 'transcriptionist')
  admin = await atWork(dictara, browser, 'clinicAdmin')
})

const list = (page: Page, path: string) => visit(dictara, page, `/dashboard/jobs-list/${path}`)
const heading = (page: Page, name: string) => named(page, 'columnheader', name)
/** Returns the content of a job's row under a column heading. */
async function cell(page: Page, number: string, name: string): Promise<Locator> {
  await expect(row(page, number)).toBeVisible()
  const names = await page.getByRole('columnheader').allInnerTexts()
  expect(names).toContain(name)
  return row(page, number).locator('th, td').nth(names.indexOf(name))
}
/** Opens a page and waits for its title, so that a missing element is really missing. */
async function at(page: Page, path: string, name: string) {
  await visit(dictara, page, `/dashboard${path}`)
  await expect(title(page)).toHaveText(name)
}

test('the list is the “Joblist” of a transcriptionist, and the “Transcription List” of others [JOBS-03, JOBS-04]', async () => {
  for (const [page, path, name] of [
    [typist, '/jobs-list/available', 'Joblist'],
    [doctor, '/jobs-list/my-jobs/in-progress', 'Transcription List'],
    [reviewer, '/jobs-list/jobs-to-review/ready', 'Transcription List'],
  ] as const) {
    await at(page, path, 'Jobs')
    await expect(page).toHaveTitle(`${name} | Dictara`)
    await expect(named(page, 'table', name)).toBeVisible()
  }
})

test('Create Dictation is on the lists and dashboards of authors, never of reviewers [JOBS-18, DASH-16]', async () => {
  await at(doctor, '', 'Hello Dana Okafor')
  await expect(button(doctor, 'Create Dictation')).toBeVisible()
  await at(doctor, '/jobs-list/my-jobs/in-progress', 'Jobs')
  await expect(button(doctor, 'Create Dictation')).toBeVisible()
  await at(reviewer, '', 'Hello Ruth Amsel')
  await expect(button(reviewer, 'Create Dictation')).toHaveCount(0)
  await at(reviewer, '/jobs-list/jobs-to-review/ready', 'Jobs')
  await expect(button(reviewer, 'Create Dictation')).toHaveCount(0)
})

test('only In Review shows who has the job; the level is shown there and to reviewers [JOBS-24, JOBS-26]', async () => {
  await list(doctor, 'my-jobs/in-review')
  await expect(await cell(doctor, '000008', 'Assigned To')).toHaveText(/^Ruth Amsel/)
  await expect(await cell(doctor, '000008', 'Current Level')).toHaveText('Level 1')
  await expect(await cell(doctor, '000006', 'Current Level')).toHaveText('Level 2')
  await list(doctor, 'my-jobs/in-progress')
  await expect(row(doctor, '000011')).toBeVisible()
  await expect(heading(doctor, 'Assigned To')).toHaveCount(0)
  await expect(heading(doctor, 'Current Level')).toHaveCount(0)
  await list(reviewer, 'jobs-to-review/in-progress')
  await expect(await cell(reviewer, '000008', 'Current Level')).toHaveText('Level 1')
  await expect(heading(reviewer, 'Assigned To')).toHaveCount(0)
})

test('rows offer Start or Resume, and open the editor of the person [JOBS-27, JOBS-28, JOBS-46]', async () => {
  await list(reviewer, 'jobs-to-review/ready')
  await expect(button(row(reviewer, '000009'), 'Start job 000009')).toHaveText('Start')
  await list(doctor, 'my-jobs/in-progress')
  const resume = named(row(doctor, '000011'), 'link', 'Resume job 000011')
  await expect(resume).toHaveText('Resume')
  expect(await resume.getAttribute('href')).toMatch(
    /^\/dashboard\/new-editor\/[\w-]+\?jobStage=in-progress&userRole=doctor$/,
  )
})

test('rows in review, completed and incomplete offer View [JOBS-29]', async () => {
  for (const [stage, number] of [
    ['in-review', '000006'],
    ['completed', '000001'],
    ['incomplete', '000005'],
  ] as const) {
    await list(doctor, `my-jobs/${stage}`)
    await expect(named(row(doctor, number), 'link', `View job ${number}`)).toHaveText('View')
  }
})

test('reasons and comments open from their rows; Delete is shown only where it is allowed [JOBS-30, JOBS-31, JOBS-32]', async () => {
  await list(doctor, 'my-jobs/incomplete')
  const reason = words(doctor.getByRole('tooltip'), /The speech engine was stopped\.$/)
  await button(row(doctor, '000005'), 'More for job 000005').click()
  const remove = named(doctor, 'menuitem', 'Delete')
  await expect(remove.locator('svg')).toBeVisible()
  await doctor.keyboard.press('Escape')
  await expect(reason).toHaveCount(0)
  await button(row(doctor, '000005'), /^Reason why job 000005/).hover()
  await expect(reason).toBeVisible()
  await list(doctor, 'my-jobs/in-progress')
  const comment = words(doctor.getByRole('tooltip'), /^Ibuprofen 600 mg three times a day: for how many days/)
  await expect(row(doctor, '000010')).toBeVisible()
  await expect(comment).toHaveCount(0)
  await button(row(doctor, '000010'), /^Comment on job 000010/).hover()
  await expect(comment).toBeVisible()
  await list(doctor, 'my-jobs/completed')
  await expect(row(doctor, '000001')).toBeVisible()
  await expect(button(doctor, /^More for job/)).toHaveCount(0)
})

test('the dashboard greets the person, shows counts and links to the lists [DASH-01, DASH-13]', async () => {
  await at(doctor, '', 'Hello Dana Okafor')
  const tile = named(doctor, 'link', 'In Review 4')
  await tile.click()
  await doctor.waitForURL('**/my-jobs/in-review')
})

test('stat cards are shown to people who run the clinic [DASH-02]', async () => {
  const clinic = (page: Page) => named(page, 'region', 'The clinic')
  await at(admin, '', 'Hello Clara Weiss')
  for (const name of ['Admin', 'Doctors', 'Reviewers', 'Open Jobs', 'Completed Jobs', 'Total Facility'])
    await expect(words(clinic(admin), name)).toBeVisible()
  for (const [page, name] of [
    [doctor, 'Hello Dana Okafor'],
    [reviewer, 'Hello Ruth Amsel'],
    [typist, 'Hello Tamara Novak'],
  ] as const) {
    await at(page, '', name)
    await expect(clinic(page)).toHaveCount(0)
  }
})

test('reviewers and transcriptionists have no My Jobs tile [DASH-15]', async () => {
  for (const [page, has] of [
    [reviewer, /^Ready \d+$/],
    [typist, /^Available \d+$/],
  ] as const) {
    await visit(dictara, page, '/dashboard')
    await expect(named(page, 'link', has)).toBeVisible()
    await expect(named(page, 'link', /My Jobs/i)).toHaveCount(0)
  }
})

test('the profile menu offers the profile, documents and sign-out [SHELL-39, SHELL-41, SHELL-42]', async () => {
  const menu = () => button(reviewer, 'Profile of Ruth Amsel').click()
  await menu()
  for (const name of ['My Profile', 'Contact Us', 'Privacy Policy', 'Sign Out'])
    await expect(named(reviewer, 'menuitem', name)).toBeVisible()
  await named(reviewer, 'menuitem', 'My Profile').click()
  await reviewer.waitForURL('**/dashboard/settings/profile')
  await menu()
  await named(reviewer, 'menuitem', 'Privacy Policy').click()
  await expectPaged(reviewer, 'Privacy Policy')
  await expectNoViolations(reviewer)
  await reviewer.keyboard.press('Escape')
})

/** Expects a document with two pages in a dialog of its own. */
async function expectPaged(page: Page, name: string) {
  const document = named(page, 'dialog', name)
  await expect(words(document, 'Page 1 of 2')).toBeVisible()
  await button(document, 'Next page').click()
  await expect(words(document, 'Page 2 of 2')).toBeVisible()
}

test('the agreement with the clinic is a document too [SHELL-43]', async () => {
  await button(typist, /^Profile of/).click()
  await named(typist, 'menuitem', 'Business Associate Agreement').click()
  await expectPaged(typist, 'Business Associate Agreement')
  await typist.keyboard.press('Escape')
})

test('the Doctors page adds and edits in a drawer, with the specified messages of its form [PEOP-05, PEOP-42, PEOP-45]', async () => {
  await visit(dictara, admin, '/dashboard/doctors')
  await button(admin, 'Edit Piet van der Berg').click()
  const edited = named(admin, 'dialog', 'Edit Doctor')
  await button(edited, 'Cancel').click()
  await expect(edited).toBeHidden()
  await button(admin, 'Add').click()
  const drawer = named(admin, 'dialog', 'Add Doctor')
  await button(drawer, 'Add and invite').click()
  for (const required of [
    'First Name is required',
    'Last Name is required',
    'Email is required',
    'Phone Number is required',
    'NPI number is required',
  ])
    await expect(words(drawer, required)).toBeVisible()
  await drawer.getByLabel('Last Name', { exact: true }).fill('7')
  await expect(words(drawer, 'Please enter only alphabets')).toBeVisible()
  await expectNoViolations(admin)
})

test('its reviewer flow shows one selector per level [PEOP-34, PEOP-35, PEOP-36]', async () => {
  const level = (n: number) => admin.getByLabel(`Reviewer Level ${n}`, { exact: true })
  await expect(admin.getByLabel('None', { exact: true })).toBeChecked()
  await expect(level(1)).toHaveCount(0)
  await expect(level(2)).toHaveCount(0)
  await admin.getByLabel('Level 1', { exact: true }).check()
  await expect(level(1)).toBeVisible()
  await expect(level(2)).toHaveCount(0)
  await admin.getByLabel('Level 2', { exact: true }).check()
  await expect(level(1)).toBeVisible()
  await expect(level(2)).toBeVisible()
  await button(admin, 'Cancel').click()
  // Press Enter instead: on a busy machine, a click may miss a dialog that is still opening.
  await button(admin, 'Leave').press('Enter')
  await expect(button(admin, 'Leave')).toBeHidden()
})

test('doctors of the EHR are found and invited unless they have no email [PEOP-06, PEOP-33]', async () => {
  await button(admin, 'Invite Doctors').click()
  const invited = named(admin, 'dialog', 'Invite Doctors')
  await expect(button(invited, 'Invite Mira Castellano')).toBeEnabled()
  await expect(button(invited, 'Invite Lena Sorensen-Quist')).toBeDisabled()
  await named(invited, 'searchbox', 'Search doctors of the EHR').fill('castel')
  await expect(button(invited, 'Invite Lena Sorensen-Quist')).toHaveCount(0)
  await expect(button(invited, 'Invite Mira Castellano')).toHaveText('Invite')
  await admin.keyboard.press('Escape')
  await expect(invited).toBeHidden()
})

test('a row offers to edit, to invite again and to disable, which asks by name [PEOP-07, PEOP-30]', async () => {
  await expect(button(admin, 'Edit Piet van der Berg')).toBeVisible()
  await expect(button(admin, 'Invite Piet van der Berg again')).toBeVisible()
  const isEnabled = named(admin, 'switch', 'Piet van der Berg is enabled')
  await isEnabled.click()
  const question = named(admin, 'dialog', 'Disable Piet van der Berg ?')
  await expect(button(question, 'Yes')).toBeVisible()
  await button(question, 'No').click()
  await expect(isEnabled).toBeChecked()
})

test('the Face Sheet is printed completely, on numbered pages with small margins [PAT-25]', async () => {
  await at(doctor, '/patients', 'Patients')
  await doctor.getByRole('searchbox').fill('HS10001')
  await button(doctor, 'Face Sheet of Amara Abbott').click()
  const sheet = doctor.getByRole('dialog')
  await expect(button(sheet, 'Print')).toBeEnabled()
  const text = await printed(doctor, sheet)
  for (const part of ['Admission', 'Coverages', 'Diagnoses', 'Allergies', 'Contacts', 'Practitioners', 'ADT Records'])
    expect(text).toContain(part)
  expect(text).toContain('•••-••-1000')
  expect(text).not.toContain('Harbor Street Main Patients')
  await doctor.keyboard.press('Escape')
  await expect(button(doctor, 'Face Sheet of Amara Abbott')).toBeFocused()
})

test('the audit of a job is printed completely with its note, however long a comment is [AUD-23, BILR-22]', async () => {
  const comment = 'The dose of metoprolol in the note is not that of the chart. '.repeat(120).trim()
  await admin.route('**/api/clinic/audit/jobs/*', async (route) => {
    const answer = await route.fetch()
    const { result, ...rest } = (await answer.json()) as { result: object[] }
    const rows = Array.from({ length: 30 }, (_, at) => ({ ...result[0], comment: at === 7 ? comment : 'Read back.' }))
    await route.fulfill({ response: answer, json: { ...rest, result: rows } })
  })
  await at(admin, '/audit?tab=2', 'Audit')
  await named(admin, 'link', '000001').click()
  const drawer = named(admin, 'dialog', 'Session Details')
  await named(drawer, 'combobox', 'What to print').click()
  await admin.getByTitle('Note with Audit').last().click()
  const text = await printed(admin, drawer)
  for (const part of ['Note Information', 'Patient Information', 'Medical Record Number', 'Transcription', 'Completed'])
    expect(text).toContain(part)
  expect(text.split('Read back.')).toHaveLength(30)
  expect(text.match(/metoprolol/g)).toHaveLength(120)
  // The note is printed after the audit.
  expect(text.slice(text.lastIndexOf('Read back.'))).toContain('Continue metformin 500 mg twice a day.')
  expect(text).not.toContain('Export CSV')
  await admin.unroute('**/api/clinic/audit/jobs/*')
  await admin.keyboard.press('Escape')
  await expect(drawer).toHaveCount(0)
})
