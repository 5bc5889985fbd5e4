import { expect, type Page } from '@playwright/test'
import { settled, shiftsOf, watchShifts } from '../../../tools/src/screenshots/settle.ts'
import { atWork, button, expectNoViolations, named, row, title, visit, words } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

/** Checks what each person sees of the demo's jobs in both editors. These tests change nothing. */
let dictara: Dictara
let doctor: Page
let reviewer: Page
let typist: Page
test.describe.configure({ mode: 'serial' })
test.beforeAll(async ({ browser, dictara: shared }) => {
  dictara = shared
  doctor = await atWork(dictara, browser, 'doctor')
  reviewer = await atWork(dictara, browser, 'reviewer1')
  typist = await atWork(dictara, browser, 'transcriptionist')
})

const list = (page: Page, path: string) => visit(dictara, page, `/dashboard/jobs-list/${path}`)

test('a transcriptionist’s job opens the older editor [JOBS-45, EDIT-01]', async () => {
  await list(typist, 'in-progress')
  await named(row(typist, '000012'), 'link', 'Resume job 000012').click()
  await typist.waitForURL(/\/dashboard\/editor\/[\w-]+\?userType=transcriptionist/)
  await expect(words(typist, 'Transcription Editor')).toBeVisible()
  await expect(named(typist, 'textbox', 'Note of job 000012')).toBeVisible()
})

test('the older editor shows the job’s details, recording, note and side panel, and offers a transcriptionist Complete and Reject [EDIT-02, EDIT-14]', async () => {
  for (const name of ['NAME', 'WORK TYPE', 'Job ID', 'Last Updated'])
    await expect(words(typist.locator('.job-details'), name)).toBeVisible()
  // The recording itself is loaded only when it is played.
  await expect(button(named(typist, 'region', 'Recording'), 'Play')).toBeVisible()
  const note = (await named(typist, 'textbox', 'Note of job 000012').boundingBox())!
  const panel = (await named(typist, 'complementary', 'About this job').boundingBox())!
  expect(panel.x).toBeGreaterThanOrEqual(note.x + note.width)
  await expect(button(typist, 'Complete')).toBeVisible()
  await expect(button(typist, 'Reject')).toBeVisible()
  await expectNoViolations(typist)
})

test('the newer editor shows the job and the way back [EDIT-17, EDIT-18]', async () => {
  await list(doctor, 'my-jobs/in-progress')
  await named(row(doctor, '000011'), 'link', 'Resume job 000011').click()
  await doctor.waitForURL(/\/dashboard\/new-editor\/[\w-]+\?jobStage=in-progress&userRole=doctor$/)
  await expect(title(doctor)).toHaveText('Job Editor 000011')
  const way = named(doctor, 'navigation', 'Breadcrumb')
  await expect(way.getByRole('listitem').filter({ hasText: /\w/ })).toHaveText([
    'Dashboard',
    'Jobs list',
    'My jobs',
    'Job Editor',
    '000011',
  ])
  for (const [name, path] of [
    ['Dashboard', ''],
    ['Jobs list', '/jobs-list/in-progress'],
    ['My jobs', '/jobs-list/my-jobs/in-progress?fromEditor=true'],
  ] as const)
    await expect(named(way, 'link', name)).toHaveAttribute('href', `/dashboard${path}`)
})

async function expectHeader(page: Page) {
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
    await expect(words(page.locator('.job-details dt'), name)).toBeVisible()
}
test('its header shows who, where and when [EDIT-25]', () => expectHeader(doctor))

test('Patient Info opens its drawers by keyboard and gives the focus back [EDIT-20]', async () => {
  const trigger = button(doctor, 'Patient Info')
  for (const name of ['Patient Details', 'Face Sheet']) {
    await trigger.press('Enter')
    await named(doctor, 'menuitem', name).press('Enter')
    const drawer = named(doctor, 'dialog', name)
    await expect(drawer).toBeVisible()
    await expect(drawer).toHaveCSS('width', `${0.6 * doctor.viewportSize()!.width}px`)
    await expect(doctor.locator('.ant-drawer:focus, .ant-drawer :focus')).toHaveCount(1)
    // On a busy machine the menu may still be closing, and would receive the Escape.
    await expect(doctor.locator('.ant-dropdown:not(.ant-dropdown-hidden)')).toHaveCount(0)
    await doctor.keyboard.press('Escape')
    await expect(drawer).toHaveCount(0)
    await expect(trigger).toBeFocused()
  }
})

test('its tools show their names and keys', async () => {
  const tools = named(doctor, 'toolbar', 'Note tools')
  for (const [name, told] of [
    ['Save', 'Save (Ctrl+S)'],
    ['Heading Tool', 'Heading Tool (Ctrl+H)'],
    ['Undo', 'Undo (Ctrl+Z)'],
    ['Redo', 'Redo (Ctrl+Y)'],
    ['Reconvert', 'Reconvert'],
  ] as const) {
    await button(tools, name).hover({ force: true })
    await expect(named(doctor, 'tooltip', told)).toBeVisible()
  }
})

test('Complete asks the doctor first [EDIT-46]', async () => {
  await button(doctor, 'Complete').click()
  const question = named(doctor, 'dialog', 'Are you sure you want to save this job?')
  await expect(question).toBeVisible()
  await button(question, 'Cancel').click()
  await expect(question).toBeHidden()
})

test('the doctor is offered Complete only, and a reviewer Approve, Reject and Release [EDIT-21, EDIT-23, EDIT-52]', async () => {
  const offered = (page: Page) => button(page, /^(Complete|Approve|Reject|Assign Back|Release)$/)
  await expect(offered(doctor)).toHaveText(['Complete'])
  await list(reviewer, 'jobs-to-review/in-progress')
  await named(row(reviewer, '000008'), 'link', 'Resume job 000008').click()
  await expect(title(reviewer)).toHaveText('Job Review 000008')
  await expect(offered(reviewer)).toHaveText(['Release', 'Reject', 'Approve'])
  await expectNoViolations(reviewer)
})

test('a job opened for viewing cannot be changed, and shows its date as plain text [EDIT-22, EDIT-29, EDIT-36]', async () => {
  for (const [stage, number] of [
    ['completed', '000001'],
    ['in-review', '000008'],
  ] as const) {
    await list(doctor, `my-jobs/${stage}`)
    await named(row(doctor, number), 'link', `View job ${number}`).click()
    await expect(named(doctor, 'textbox', `Note of job ${number}`)).toHaveAttribute('aria-readonly', 'true')
    await expect(button(doctor, /^(Complete|Approve)$/)).toHaveCount(0)
  }
  await expectHeader(doctor)
  const date = doctor.locator('.job-details div').filter({ has: words(doctor, 'Date of Encounter') })
  await expect(date.getByRole('definition')).toHaveText(/^\d\d\/\d\d\/\d{4}$/)
  await expect(doctor.locator('.job-details').getByRole('textbox')).toHaveCount(0)
})

test('the changes of a review are shown against the submitted note', async () => {
  await button(doctor, 'As submitted').click()
  await expect(words(doctor, /^As submitted: \d+ changes? · 0 reviewed$/)).toBeVisible()
  await button(doctor, 'Now').click()
})

test('the note takes most of the page, and patient, recording, actions and save state stay visible', async () => {
  const pages = [
    [doctor, 'my-jobs/in-progress', '000011', 'Complete'],
    [reviewer, 'jobs-to-review/in-progress', '000008', 'Approve'],
    [typist, 'in-progress', '000012', 'Complete'],
  ] as const
  for (const [page, path, number, action] of pages) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await list(page, path)
    await named(row(page, number), 'link', `Resume job ${number}`).click()
    const note = page.locator('.desk-note')
    const height = () => note.evaluate((element) => element.clientHeight)
    await expect(named(page, 'textbox', `Note of job ${number}`)).toBeVisible()
    await expect.poll(height).toBeGreaterThanOrEqual(560)
    await page.keyboard.press('Alt+i')
    await expect.poll(height).toBeGreaterThanOrEqual(640)
    await page.keyboard.press('Alt+i')
    for (const [width, tall, least] of [
      [1920, 1080, 800],
      [768, 1024, 480],
      [360, 740, 480],
      [320, 640, 300],
    ] as const) {
      await page.setViewportSize({ width, height: tall })
      await expect.poll(height).toBeGreaterThanOrEqual(least)
      await expect(button(page, action)).toBeInViewport({ ratio: 1 })
      await expect(page.locator('.desk-patient strong')).toBeInViewport({ ratio: 1 })
      await expect(button(page, 'Play')).toBeInViewport({ ratio: 1 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      // Other tests cover the newer editor, and the older one at 1280.
      if (width === 360 && page === typist) await expectNoViolations(page)
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

const addresses = new Map<Page, string>()

/** Opens the note of a job in a new page, as a followed link does. */
async function openedAnew(page: Page, width: number, height: number) {
  const address = addresses.get(page) ?? page.url()
  addresses.set(page, address)
  // If the note were open in two tabs, it would show a notice.
  await page.goto('about:blank')
  const anew = await page.context().newPage()
  await anew.setViewportSize({ width, height })
  await watchShifts(anew)
  await anew.goto(address)
  await expect(anew.locator('.dictara-note-text')).toBeVisible()
  await expect(button(anew, 'Play')).toBeVisible()
  await settled(anew)
  return anew
}

/** The new page of the reviewer, which several tests use. */
let review: Page
test('nothing moves on the page of a note after the first paint', async () => {
  const opened = [
    [typist, 1280, 800],
    [typist, 360, 740],
    [doctor, 360, 740],
    [reviewer, 1280, 800],
  ] as const
  for (const [page, width, height] of opened) {
    const anew = await openedAnew(page, width, height)
    expect((await shiftsOf(anew)).flatMap(({ what }) => what)).toEqual([])
    if (page === reviewer) review = anew
    else await anew.close()
  }
})

test('at 200 % zoom and at 320 pixels, the patient, save state, note, recording and actions can be reached', async () => {
  for (const [width, height] of [
    [640, 400],
    [320, 640],
  ] as const) {
    await review.setViewportSize({ width, height })
    for (const part of [review.locator('.desk-patient strong'), button(review, 'Play'), button(review, 'Approve')])
      await expect(part).toBeInViewport({ ratio: 1 })
    await expect
      .poll(() => review.locator('.desk-note').evaluate((note) => note.clientHeight))
      .toBeGreaterThanOrEqual(150)
    await expect
      .poll(() => review.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    if (width === 320) await expectNoViolations(review)
  }
})

test('in high contrast, marks in the recording and in the text stay visible', async () => {
  const page = review
  await page.emulateMedia({ forcedColors: 'active' })
  const styleOf = (selector: string, of: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), of)
  const groundOf = (part: string) => styleOf(part, 'background-color')
  const ground = await groundOf('.audio-player')
  for (const tick of ['.sound-tick.is-unsure', '.sound-tick.is-section']) {
    const colour = await styleOf(tick, 'background-color')
    expect([tick, colour === ground, colour === 'rgba(0, 0, 0, 0)']).toEqual([tick, false, false])
  }
  expect(await styleOf('.dictara-unsure', 'text-decoration-line')).toBe('underline')
  expect(await styleOf('.dictara-unsure', 'text-decoration-color')).not.toBe(
    await styleOf('.dictara-note', 'background-color'),
  )
  await button(page, 'More').click()
  expect(await styleOf('.ant-dropdown-menu', 'outline-style')).toBe('solid')
  await page.keyboard.press('Escape')
  await list(page, 'jobs-to-review/in-progress')
  const lineOf = (tab: string) => styleOf(`.tab-links a${tab}`, 'border-bottom-color')
  expect(await lineOf('[aria-current]')).not.toBe(await lineOf(':not([aria-current])'))
  expect(await groundOf('.rail-item[aria-current]')).not.toBe(await groundOf('.shell-sider'))
  await expect(page.locator('.stage-pill').first()).toBeVisible()
  expect(await styleOf('.stage-pill', 'border-top-style')).toBe('solid')
  await page.close()
})
