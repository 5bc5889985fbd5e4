import { type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { button, expectNoViolations, named, title } from './at-work.ts'
import { hasRecorded, jobMade, lasting } from './at-recorder.ts'
import { type Dictara, startDictara } from './dictara.ts'

/** A day of a clinic, from the microphone to the bill, by keyboard only. */
test.describe.configure({ mode: 'serial' })
// This journey runs with animations, as most people see the application.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

let dictara: Dictara
test.beforeAll(async () => {
  dictara = await startDictara()
})
test.afterAll(({ browser }) => dictara?.stop(browser))

const figures: string[] = []
test.afterAll(() => process.stdout.write(`${figures.map((one) => `keys: ${one}`).join('\n')}\n`))

/** Counts the keys that one person presses, except those of typed words. */
class Hands {
  readonly page: Page
  private pressed = 0
  constructor(page: Page) {
    this.page = page
  }
  async press(...keys: string[]) {
    for (const key of keys) {
      await this.page.keyboard.press(key)
      this.pressed += 1
    }
  }
  type(words: string) {
    return this.page.keyboard.type(words)
  }
  /** Presses Tab until the element has the focus. */
  async tabTo(target: Locator, key = 'Tab') {
    const hasFocus = () => target.evaluate((element) => element === document.activeElement)
    await target.waitFor()
    for (let tabs = 0; !(await hasFocus()); tabs += 1) {
      expect(tabs, `Tab never came to ${target}`).toBeLessThan(60)
      await this.press(key)
    }
  }
  /** Prints the number of keys since the last call, and checks the limit. */
  tell(what: string, most: number) {
    const keys = this.pressed
    this.pressed = 0
    figures.push(`${what} ${keys}`)
    expect(keys, what).toBeLessThanOrEqual(most)
  }
}

const note = (page: Page, number: string) => named(page, 'textbox', `Note of job ${number}`)
/** Waits until the note is open, with its caret and tools. @returns its job number */
async function opened(page: Page, before?: string): Promise<string> {
  await expect(title(page)).toHaveText(/^Job (Editor|Review) \d{6}/)
  if (before) await expect(title(page)).not.toHaveText(new RegExp(before))
  const number = /\d{6}/.exec(await title(page).innerText())![0]
  await expect(note(page, number)).toBeFocused()
  await expect(named(page, 'button', 'As heard')).toBeVisible()
  return number
}

const freshPage = async (browser: Browser) => (await browser.newContext()).newPage()

/** Signs in by keyboard, and counts keys from then on. */
async function signInByKeyboard(page: Page, name: string): Promise<Hands> {
  const hands = new Hands(page)
  const { email, password } = dictara.account(name)
  await page.goto(dictara.web)
  await expect(page.getByLabel('Email')).toBeFocused()
  await hands.type(email)
  await hands.press('Tab')
  await hands.type(password)
  await hands.press('Enter')
  await page.waitForURL('**/dashboard**')
  hands.tell(`${name} signs in`, 2)
  return hands
}

/** Opens a search result that a few letters of it find. */
async function openSearchResult(hands: Hands, letters: string, to: RegExp) {
  await hands.press('Control+k')
  await hands.page.getByRole('combobox', { name: 'Search jobs, patients, people and pages' }).waitFor()
  await hands.type(letters)
  await expect(hands.page.locator('.palette-choice[aria-selected=true]')).toHaveText(to)
  await hands.press('Enter')
}

let stat = ''
let routine = ''
let recorder: Page
/** Recognition has a low priority, so it takes long on a busy machine. */
const isConverted = (number: string) =>
  expect(button(recorder, `Open note of job ${number}`)).toBeVisible({ timeout: 180_000 })

test('a doctor dictates two jobs, choosing the patient first, with a marked place and one of them STAT', async ({
  browser,
}) => {
  const page = await freshPage(browser)
  await page.context().grantPermissions(['microphone'], { origin: dictara.recorder })
  const hands = await signInByKeyboard(page, 'poolDoctor')
  await expect(button(page, 'Create Dictation')).toBeVisible()
  await openSearchResult(hands, 'dictat', /Create Dictation/)
  await page.waitForURL(`${dictara.recorder}/**`)
  hands.tell('home to the recorder', 2)

  const patient = page.getByRole('combobox', { name: 'Patient' })
  const dictate = async (mrn: string, isStat: boolean) => {
    await expect(patient).toBeFocused()
    await hands.type(mrn)
    await page.getByRole('option', { name: new RegExp(mrn) }).waitFor()
    await hands.press('Enter')
    await expect(button(page, /^Record/)).toBeFocused()
    if (isStat) {
      await hands.press('Alt+t')
      await expect(page.getByRole('switch', { name: 'STAT' })).toBeChecked()
      await hands.tabTo(page.getByLabel('Work type'), 'Shift+Tab')
      await hands.press('P')
      await hands.tabTo(button(page, /^Record/))
    }
    await hands.press('Space')
    await hasRecorded(page, 1)
    await hands.press('m')
    await hasRecorded(page, 2)
    await hands.press('Space')
    await expect(button(page, /^Go to the mark at \d:\d\d/)).toBeVisible()
    await hands.press('Alt+s')
    return jobMade(page)
  }
  // The patients of the demo belong to its two facilities in turn.
  const facility = page.getByLabel('Facility').locator('option:checked')
  await expect(facility).toHaveText(/^Harbor Street/)
  const isAtMain = (await facility.innerText()) === 'Harbor Street Main'
  stat = await dictate(isAtMain ? 'HS10005' : 'HS10006', true)
  hands.tell('a dictation that is wanted at once, its kind chosen', 12)
  routine = await dictate(isAtMain ? 'HS10009' : 'HS10010', false)
  hands.tell('the next dictation', 5)
  expect(routine).not.toBe(stat)
  recorder = page
})

let typist: Hands
let reviewer: Hands
/** Finishes the open note, and waits until the next one has the caret. @returns the number of the next one */
async function finishNote(hands: Hands, before: string): Promise<string> {
  await hands.press('Control+Shift+Enter')
  return opened(hands.page, before)
}

test('a transcriptionist opens each next note by one key (held, STAT, oldest), asks a question, and hands notes on [Q201, Q202]', async ({
  browser,
}) => {
  typist = await signInByKeyboard(await freshPage(browser), 'transcriptionist')
  const { page } = typist
  const start = named(page, 'region', 'Next up').getByRole('button')
  await expect(start).toBeFocused()
  await typist.press('Enter')
  const held = await opened(page)
  typist.tell('from the password to the caret in the first note', 1)
  expect(held).toBe('000012')
  await typist.type('Heard again. ')
  await expect(named(page, 'button', '2 blanks (F2)')).toBeVisible()
  await typist.press('F2')
  await typist.type('right knee')
  await typist.press('F2')
  await typist.type('as tolerated')
  await expect(button(page, /blank/)).toHaveCount(0)
  typist.tell('what the phrase of the doctor asks, said', 2)
  const first = await finishNote(typist, held)
  typist.tell('from Complete to the caret in the next note', 1)
  await expect(page.getByText(new RegExp(`^${held} sent to review · Now on ${first}`))).toBeVisible()
  expect(first).toBe('000014')
  await isConverted(stat)
  expect(await finishNote(typist, first)).toBe(stat)
  typist.tell('from Complete to the caret in the next note, once more', 1)

  await typist.press('Control+End')
  await typist.type('. He takes aspirin ')
  await typist.press('F3')
  await typist.type(' milligrams.')
  await typist.press('Shift+F2', 'Enter')
  await page.getByLabel('Question').waitFor()
  await typist.type('Which dose?')
  await typist.press('Enter')
  await expect(note(page, stat)).toBeFocused()
  await expect(named(page, 'button', '1 blank (F2)')).toBeVisible()
  await expectNoViolations(page)
  typist.tell('a blank and its question', 5)
  await typist.press('Control+Shift+Enter')
  await expect(page.getByRole('dialog')).toContainText('1 blank is still open')
  await expect(button(page.getByRole('dialog'), 'Complete')).toBeFocused()
  await typist.press('Enter')
  expect(await opened(page, stat)).not.toBe(held)
  typist.tell('Complete with a blank to the caret in the next note', 2)
})

test('a reviewer steps through the changes and returns a note with a comment, by keyboard [EDIT-45, EDIT-54]', async ({
  browser,
}) => {
  reviewer = await signInByKeyboard(await freshPage(browser), 'reviewer1')
  const { page } = reviewer
  await expect(named(page, 'region', 'Next up').getByRole('button')).toBeFocused()
  await reviewer.press('Enter')
  const held = await opened(page)
  reviewer.tell('from the password to the caret in the first review', 1)
  const first = await finishNote(reviewer, held)
  reviewer.tell('from Approve to the caret in the next review', 1)
  expect([held, first]).toEqual(['000008', '000014'])
  expect(await finishNote(reviewer, first)).toBe(stat)
  await expect(note(page, stat)).toContainText('He takes aspirin')
  reviewer.tell('from Approve to the caret in the next review, once more', 1)

  await reviewer.press('Control+End')
  await reviewer.type(' Checked.')
  await reviewer.press('Alt+ArrowDown')
  await expect(page.getByText('As submitted: 1 change · 1 reviewed')).toBeVisible()
  reviewer.tell('a correction, and the walk to it', 2)

  await reviewer.press('Alt+Shift+r')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Comment', { exact: true })).toBeFocused()
  await reviewer.type('The dose can be heard: eighty one.')
  await expectNoViolations(page)
  await reviewer.press('Control+Enter')
  await opened(page, stat)
  await expect(page.getByText(new RegExp(`^${stat} returned to Tamara Novak`))).toBeVisible()
  reviewer.tell('a note returned with a comment, and the caret in the next one', 2)
})

test('a returned note comes first, is answered, reviewed again and filed [Q201]', async () => {
  const { page } = typist
  await openSearchResult(typist, 'dashboard', /Dashboard/)
  const next = named(page, 'region', 'Next up')
  await expect(next.getByText('Returned to you.')).toBeVisible()
  await expect(next.getByText('The dose can be heard: eighty one.')).toBeVisible()
  typist.tell('from a note to the home', 2)
  await typist.tabTo(next.getByRole('button'))
  await typist.press('Enter')
  expect(await opened(page)).toBe(stat)
  typist.tell('from the home to the note that was returned', 3)
  await typist.press('F2')
  await typist.type('81')
  await expect(page.getByText('1 blank')).toBeHidden()
  await finishNote(typist, stat)
  typist.tell('the blank answered, and the caret in the next note', 2)

  const before = await opened(reviewer.page)
  expect(await finishNote(reviewer, before)).toBe(stat)
  await expect(note(reviewer.page, stat)).toContainText('He takes aspirin 81 milligrams.')
  await finishNote(reviewer, stat)
  reviewer.tell('two reviews, each to the caret in the next', 2)
})

test('a biller bills the job, and the doctor sees its track', async ({ browser }) => {
  const biller = await signInByKeyboard(await freshPage(browser), 'biller')
  const { page } = biller
  await expect(button(page, `View job ${stat}`)).toBeVisible()
  await biller.press('j')
  const current = page.locator('tr:focus')
  while (!(await current.innerText()).includes(stat)) await biller.press('j')
  await biller.press('Enter')
  await expect(page.getByText(/He takes aspirin 81 milligrams\./)).toBeVisible()
  biller.tell('from the password to the note that is to be billed', 3)
  await biller.press('b')
  await expect(page.getByText(`${stat} will be billed`)).toBeVisible()
  await expect(page.getByText(/He takes aspirin 81 milligrams\./)).toBeHidden()
  biller.tell('billed, and the next one open', 1)
  // Start waiting now: the message appears after the time for Undo, and may be gone before the doctor's part ends.
  const said = expect(page.getByText(`${stat} billed`)).toBeVisible(lasting)
  said.catch(() => {})

  // In another tab of the browser in which this doctor has dictated.
  const doctor = new Hands(await recorder.context().newPage())
  await doctor.page.goto(dictara.web)
  await expect(named(doctor.page, 'region', 'Completed today').getByText(stat)).toBeVisible()
  await openSearchResult(doctor, stat, new RegExp(stat))
  const track = named(doctor.page, 'list', 'Track of the job')
  await expect(track.getByRole('listitem').last()).toHaveText(/^Filed\s+done/)
  await expectNoViolations(doctor.page)
  doctor.tell('from the home to a note by its number', 2)
  await said
})

test('a doctor goes from sign-in to dictating for the next patient on their roster by three keys at most', async ({
  browser,
}) => {
  const page = await freshPage(browser)
  await page.context().grantPermissions(['microphone'], { origin: dictara.recorder })
  const hands = await signInByKeyboard(page, 'doctor')
  const dictate = named(page, 'region', 'Next on your roster').getByRole('button')
  await expect(dictate).toBeFocused()
  await expectNoViolations(page)
  const name = (await dictate.getAttribute('aria-label'))!.replace('Dictate for ', '')
  await hands.press('Enter')
  await page.waitForURL(`${dictara.recorder}/**`)
  await expect(page.getByText(name, { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Visit of .*, from your roster$/)).toBeVisible()
  // The address contains neither the key nor the visit any more.
  await expect(page).toHaveURL(`${dictara.recorder}/`)
  await expect(button(page, /^Record/)).toBeFocused()
  await hands.press('Space')
  await hasRecorded(page, 1)
  hands.tell('from the password to dictating for the next patient of the roster', 2)
})
