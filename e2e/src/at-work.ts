import { expect, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import axe from 'axe-core'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dictara } from './dictara.ts'

/** What has this role and this name: Playwright by itself finds a name in any case, and in a part of another. */
export const named = (within: Page | Locator, role: Parameters<Page['getByRole']>[0], name: string | RegExp) =>
  within.getByRole(role, { name, exact: true })
export const button = (within: Page | Locator, name: string | RegExp) => named(within, 'button', name)
/** What says just this, letter by letter; or, of a pattern, has it in its words. */
export const words = (within: Page | Locator, text: string | RegExp) => within.getByText(text, { exact: true })

export const title = (page: Page) => page.getByRole('heading', { level: 1 })
export const row = (page: Page, number: string) => page.getByRole('row', { name: new RegExp(number) })

/** Signs in on a page as one of the demo's people. */
export async function signIn({ web, account }: Dictara, page: Page, name: string) {
  const { email, password } = account(name)
  await page.goto(web)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard**')
}

/**
 * Leads a page to an address of Dictara as a link there does: to load the program anew for each address is most of what a walk
 * through many costs. By way of another page, so that nothing of the one before is taken for what is waited for: the list of settings,
 * which asks the server for nothing, and which everybody has but dictaraGod.
 */
export async function visit({ web }: Dictara, page: Page, path: string) {
  if (!page.url().startsWith(`${web}/dashboard`)) return page.goto(web + path)
  const follow = (to: string) =>
    page.evaluate((to) => {
      history.pushState(null, '', to)
      dispatchEvent(new PopStateEvent('popstate'))
    }, to)
  const settings = '/dashboard/settings'
  const isThere = path === settings
  await follow(isThere ? `${settings}/profile` : settings)
  await expect(page).toHaveTitle(isThere ? 'Profile | Dictara' : 'Settings | Dictara')
  return follow(path)
}

/** Whether a finished job leads this person to the next one, here and wherever they sign in next. */
export async function preferNextJob(page: Page, autoNext: boolean) {
  await page.evaluate((autoNext) => {
    const { id } = JSON.parse(localStorage.getItem('dictara-user')!) as { id: string }
    const key = `dictara.preferences.${id}`
    localStorage.setItem(key, JSON.stringify({ kept: {}, unsent: { autoNext } }))
    // The page that is open hears of it as from another tab.
    window.dispatchEvent(new StorageEvent('storage', { key }))
  }, autoNext)
}

/** Who sits at a browser of their own, by address and name. */
const seated = new Map<string, BrowserContext>()

/**
 * A page of one of the demo's people, signed in, wherever they were last: all journeys of a product find them at the one browser,
 * which knows the code of the pages; finished jobs lead to the lists.
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

/** Opens a job from the lists of its doctor, once its sound is text. @returns its note */
export async function resume(dictara: Dictara, page: Page, number: string): Promise<Locator> {
  // By its number: other journeys may have filled the first page of the list.
  await visit(dictara, page, `/dashboard/jobs-list/my-jobs/in-progress?search=${number}`)
  // Recognition gives way to all else that this machine does.
  await named(page, 'link', `Resume job ${number}`).click({ timeout: 180_000 })
  const note = named(page, 'textbox', `Note of job ${number}`)
  await note.waitFor()
  return note
}

/** WCAG 2.2 AA, of the page as it stands; no page of Dictara has frames. */
export async function expectNoViolations(page: Page) {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      // Of what is right, axe describes one example a rule: to describe all of it costs as much as to find it.
      resultTypes: ['violations'],
    })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
  expect(found).toEqual([])
}

/** A text as one of the voices reads it, as a wav. */
export function spoken(text: string): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-spoken-'))
  const path = join(folder, 'spoken.wav')
  execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', path])
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}

/** Opens the recorder for a patient, on the page of somebody who is signed in. */
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

/** Dictates by a file in the recorder, on the page of somebody who is signed in. @returns the job's number */
export async function dictateFile(dictara: Dictara, page: Page): Promise<string> {
  await openRecorder(dictara, page)
  await choosePatient(page)
  await page.getByLabel('Work type').selectOption('Progress Note')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'dictation.wav', mimeType: 'audio/wav', buffer: spoken('The patient is well.') })
  await button(page, /^Submit/).click()
  // other jobs of this person stand beside it
  const number = page.getByText(/^Job \d{6} was submitted/)
  await number.waitFor()
  return /\d{6}/.exec(await number.innerText())![0]
}

/** So long after the last key, by the page’s own clock: however busy it is, it has seen the key when this begins. */
export const momentAfter = (page: Page, ms: number) =>
  page.evaluate((ms) => new Promise((over) => setTimeout(over, ms)), ms)

/** Presses a button of the editor and the one of the same name in the question that follows. */
export async function confirmed(page: Page, name: string) {
  await button(page, name).click()
  await button(page.getByRole('dialog'), name).click()
}

/** Takes a ready job for review and opens it. */
export async function startReview(dictara: Dictara, page: Page, number: string) {
  // By its number, which the page has not asked for yet: what joins a list that is shown is only told above it.
  await visit(dictara, page, `/dashboard/jobs-list/jobs-to-review/ready?search=${number}`)
  await button(page, `Start job ${number}`).click()
  await named(page, 'textbox', `Note of job ${number}`).waitFor()
}
