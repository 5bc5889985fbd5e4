import { type BrowserContext, expect, type Page } from '@playwright/test'
import { atWork, button, confirmed, momentAfter, named, visit } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

// No retries: text lost once is a failure.

/** The trial used 30 ms, but a busy machine may need longer to write. Autosave to the server comes much later. */
const aMomentMs = 300

let dictara: Dictara
test.beforeAll(({ dictara: shared }) => {
  dictara = shared
})

const noteOf = (page: Page) => page.getByRole('textbox', { name: /^Note of job/ })

/** Opens the first job of the doctor's list. @returns its address */
async function openNote(page: Page): Promise<string> {
  await visit(dictara, page, '/dashboard/jobs-list/my-jobs/in-progress')
  await page
    .getByRole('link', { name: /^Resume job/ })
    .first()
    .click()
  await noteOf(page).waitFor()
  return page.url()
}

/** Types at the end of the note, and waits this long after the last key. */
async function typeWord(page: Page, word: string, restMs: number) {
  await noteOf(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(` ${word}`)
  await momentAfter(page, restMs)
}

const expectOnce = async (page: Page, word: string) => {
  await expect(noteOf(page)).toContainText(word)
  expect((await noteOf(page).innerText()).split(word)).toHaveLength(2)
}

const ways: [name: string, leave: (page: Page) => Promise<unknown>][] = [
  ['Back', (page) => page.goBack()],
  // The click returns before the page is gone.
  [
    'a link',
    (page) =>
      Promise.all([
        page.waitForURL('**/dashboard'),
        named(named(page, 'navigation', 'Main'), 'link', 'Dashboard').click(),
      ]),
  ],
  ['reload', (page) => page.reload()],
  ['another address', (page) => page.goto(`${dictara.recorder}/`)],
  ['close', (page) => page.close()],
]

test('text is kept if the page is left by Back, a link, reload, another address or close a moment after the last key [QA-96]', async ({
  browser,
}) => {
  let here = await atWork(dictara, browser, 'doctor')
  const context = here.context()
  context.on('dialog', (dialog) => void dialog.accept())
  const address = await openNote(here)
  for (const [at, [name, leave]] of ways.entries()) {
    await test.step(name, async () => {
      const word = `left${at}x`
      await typeWord(here, word, aMomentMs)
      await leave(here)
      if (here.isClosed()) here = await context.newPage()
      if (here.url() !== address) await here.goto(address)
      await expectOnce(here, word)
    })
  }
  context.removeAllListeners('dialog')
})

/** Crashes the page's process. */
async function crash(page: Page, context: BrowserContext) {
  const line = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  void line.send('Page.crash').catch(() => {})
  await crashed
}

test('text of a tab that crashed a moment or 2 s after its last key is kept [QA-97]', async ({ browser }) => {
  let here = await atWork(dictara, browser, 'doctor')
  const context = here.context()
  const address = await openNote(here)
  for (const restMs of [aMomentMs, 2000]) {
    await test.step(`${restMs} ms`, async () => {
      const word = `crashed${restMs}x`
      await typeWord(here, word, restMs)
      await crash(here, context)
      await here.close()
      here = await context.newPage()
      await here.goto(address)
      await expectOnce(here, word)
    })
  }
})

test('unsaved text of a job that was assigned to and finished by another person is offered after a reload [QA-108]', async ({
  browser,
}) => {
  const page = await atWork(dictara, browser, 'reviewer1')
  await visit(dictara, page, '/dashboard/jobs-list/jobs-to-review/ready')
  const start = page.getByRole('button', { name: /^Start job/ }).first()
  const number = /\d{6}/.exec((await start.getAttribute('aria-label')) ?? '')![0]
  await start.click()
  await noteOf(page).waitFor()
  const address = page.url()
  await page.context().setOffline(true)
  await typeWord(page, 'KEPTHERE', 500)

  const admin = await atWork(dictara, browser, 'clinicAdmin')
  await visit(dictara, admin, '/dashboard/jobs-list/jobs-to-review/in-progress')
  await button(admin, `More for job ${number}`).click()
  await named(admin, 'menuitem', 'Assign').click()
  await admin.getByRole('combobox', { name: 'Person' }).fill('Rohan')
  // Click the option, because Enter chooses nobody until the list of people has loaded.
  await admin.locator('.ant-select-item-option', { hasText: 'Rohan' }).click()
  await button(admin.getByRole('dialog'), 'Assign').click()
  await expect(admin.getByRole('dialog')).toBeHidden()
  const other = await atWork(dictara, browser, 'reviewer2')
  await other.goto(address)
  await noteOf(other).waitFor()
  await confirmed(other, 'Approve')
  await other.waitForURL('**/jobs-to-review/ready')

  await page.context().setOffline(false)
  await page.goto(address)
  const kept = page.getByRole('region', { name: /^Text typed/ })
  await expect(kept.getByText(/KEPTHERE/)).toBeVisible()
})
