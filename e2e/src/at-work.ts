import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dictara } from './dictara.ts'

/** Finds an element by role and exact name. Playwright's default ignores case and accepts parts of names. */
export const named = (within: Page | Locator, role: Parameters<Page['getByRole']>[0], name: string | RegExp) =>
  within.getByRole(role, { name, exact: true })
export const button = (within: Page | Locator, name: string | RegExp) => named(within, 'button', name)
/** Finds an element with exactly this text, or with text that matches the pattern. */
export const words = (within: Page | Locator, text: string | RegExp) => within.getByText(text, { exact: true })

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const row = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) })

/** Signs in as one of the demo's people. */
export async function signIn({ web, account }: Dictara, page: Page, name: string) {
  const { email, password } = account(name)
  await page.goto(web)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard**')
}

/**
 * Opens an address of Dictara as a link does, because loading the application again for each address is slow. It goes
 * through the list of settings, which makes no calls, so that content of the previous page is not taken for that of the
 * next.
 * @param pageTitle the title of the page there; if the current page has another title, the list of settings is left out
 */
export async function visit({ web }: Dictara, page: Page, path: string, pageTitle?: string) {
  if (!page.url().startsWith(`${web}/dashboard`)) return page.goto(web + path)
  const follow = (to: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  if (pageTitle !== undefined && (await page.title()) !== pageTitle) return follow(path)
  const settings = '/dashboard/settings'
  const isThere = path === settings
  await follow(isThere ? `${settings}/profile` : settings)
  await expect(page).toHaveTitle(isThere ? 'Profile | Dictara' : 'Settings | Dictara')
  return follow(path)
}

/** Sets whether finishing a job opens the next one for this person. */
export async function preferNextJob(page: Page, autoNext: boolean) {
  await page.evaluate((autoNext) => {
    const { id } = JSON.parse(localStorage.getItem('dictara-user')!) as { id: string }
    const key = `dictara.preferences.${id}`
    localStorage.setItem(key, JSON.stringify({ kept: {}, unsent: { autoNext } }))
    // Tells the open page about it as if another tab had changed it.
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }, autoNext)
}

/** The browser contexts of the signed-in people, by address and name. */
const seated = new Map<string, BrowserContext>()

/**
 * Returns a signed-in page of one of the demo's people, which shows whatever they opened last. The journeys of one
 * product share it, because its browser has the code of the pages cached. Finished jobs return to the lists.
 */
export async function atWork(dictara: Dictara, browser: Browser, name: string): Promise<Page> {
  const key = `${dictara.web} ${name}`
  const there = seated.get(key)
  if (there) {
    const page = there.pages()[0] ?? (await there.newPage())
    await page.setViewportSize({ width: 1280, height: 800 })
    return page
  }
  const context = await browser.newContext()
  seated.set(key, context)
  const page = await context.newPage()
  await signIn(dictara, page, name)
  await preferNextJob(page, false)
  return page
}

/** Opens a job from the lists of its doctor, when it is converted. @returns its note */
export async function resume(dictara: Dictara, page: Page, number: string): Promise<Locator> {
  // Search by number, because jobs of other journeys may fill the first page of the list.
  await visit(dictara, page, `/dashboard/jobs-list/my-jobs/in-progress?search=${number}`)
  // Recognition has a low priority, so it takes long on a busy machine.
  await named(page, 'link', `Resume job ${number}`).click({ timeout: 180_000 })
  const note = named(page, 'textbox', `Note of job ${number}`)
  await note.waitFor()
  return note
}

/** Checks the current page against WCAG 2.2 AA, without frames, which Dictara's pages do not have. */
export async function expectNoViolations(page: Page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // Without this, axe would also describe all passed checks, which costs as much as the check itself.
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
  expect(found).toEqual([])
}

/** Returns a wav file of a text that a synthetic voice reads. */
export function spoken(text: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-spoken-'))
  const path = join(folder, 'spoken.wav')
  execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', path])
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

/** Opens the recorder for a patient, on the page of a signed-in person. */
export async function openRecorder(dictara: Dictara, page: Page) {
  if (page.url() !== `${dictara.web}/dashboard`) await visit(dictara, page, '/dashboard')
  await button(page, 'Create Dictation').click()
  await page.waitForURL(`${dictara.recorder}/**`)
}
export async function choosePatient(page: Page) {
  await page.getByLabel('Facility').selectOption('Harbor Street Main')
  await page.getByRole('combobox', { name: 'Patient' }).fill('HS10001')
  await page.getByRole('option', { name: /HS10001/ }).click()
}

/** Submits a file as a dictation in the recorder, on the page of a signed-in person. @returns the job's number */
export async function dictateFile(dictara: Dictara, page: Page): Promise<string> {
  await openRecorder(dictara, page)
  await choosePatient(page)
  await page.getByLabel('Work type').selectOption('Progress Note')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'dictation.wav', mimeType: 'audio/wav', buffer: spoken('The patient is well.') })
  await button(page, /^Submit/).click()
  // Other jobs of this person are listed beside the message.
  const number = page.getByText(/^Job \d{6} was submitted/)
  await number.waitFor()
  return /\d{6}/.exec(await number.innerText())![0]
}

/** Waits in the page, so that the time starts only after a busy page has handled the last key. */
export const momentAfter = (page: Page, ms: number) =>
  page.evaluate((ms) => new Promise((over) => setTimeout(over, ms)), ms)

/** Presses a button of the editor, and the button of the same name in its confirmation dialog. */
export async function confirmed(page: Page, name: string) {
  await button(page, name).click()
  await button(page.getByRole('dialog'), name).click()
}

/** Starts the review of a ready job. */
export async function startReview(dictara: Dictara, page: Page, number: string) {
  // Search anew, because an open list only announces new jobs above its rows.
  await visit(dictara, page, `/dashboard/jobs-list/jobs-to-review/ready?search=${number}`)
  await button(page, `Start job ${number}`).click()
  await named(page, 'textbox', `Note of job ${number}`).waitFor()
}
