import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { atWork, button, named, resume, visit } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

/** Phrases on their board and in a note: by keyboard, by touch, and while the server does not answer. */
test.describe.configure({ mode: 'serial' })

let dictara: Dictara

const column = (page: Page, name: 'My Collection' | 'Active List') => named(page, 'region', name)
const card = (within: Locator, key: string) =>
  within.locator('.item-card').filter({ has: within.page().getByRole('button', { name: `Carry ${key}`, exact: true }) })
const dialog = (page: Page) => page.getByRole('dialog')
const phraseOf = (page: Page) => named(dialog(page), 'textbox', 'Phrase')

async function openBoard(page: Page) {
  await visit(dictara, page, '/dashboard/settings/key-to-phrase')
  await column(page, 'Active List').locator('.item-card').first().waitFor()
}

/**
 * Creates a phrase by keyboard. Choose a key that sorts first in both lists, because cards further down are not
 * rendered.
 */
async function make(page: Page, key: string, phrase: string) {
  await button(page, 'Create New K2P').press('Enter')
  await expect(dialog(page).getByLabel('Key', { exact: true })).toBeFocused()
  await page.keyboard.type(key)
  await phraseOf(page).focus()
  await page.keyboard.type(phrase)
  await button(dialog(page), 'Submit').press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(column(page, 'My Collection'), key)).toBeVisible()
}

async function carry(page: Page, key: string, arrow: 'ArrowLeft' | 'ArrowRight') {
  await button(page, `Carry ${key}`).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press(arrow)
  await page.keyboard.press('Space')
}

let page: Page
test.beforeAll(async ({ browser, dictara: shared }) => {
  dictara = shared
  page = await atWork(dictara, browser, 'doctor')
})

test('a phrase is created and activated by keyboard; its key and Tab insert it into a note, and one Ctrl+Z removes it', async () => {
  // This tab loads the note before the phrase exists.
  await resume(dictara, page, '000011')
  await expect(button(page, 'As heard')).toBeVisible()
  await openBoard(page)
  await make(page, 'abrasion care', 'Keep the wound dry for two days.')
  await carry(page, 'abrasion care', 'ArrowRight')
  await expect(card(column(page, 'Active List'), 'abrasion care')).toBeVisible()
  await expect(card(column(page, 'My Collection'), 'abrasion care')).toHaveCount(0)

  const loaded = page.waitForResponse(/\/job\/[\w-]+\/phrases$/)
  const note = await resume(dictara, page, '000011')
  await expect(button(page, 'As heard')).toBeVisible()
  await loaded
  await note.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' abrasion care')
  await page.keyboard.press('Tab')
  await expect(note).toContainText('Keep the wound dry for two days.')
  await expect(note).not.toContainText('abrasion care')
  await page.keyboard.press('Control+z')
  await expect(note).toContainText('abrasion care')
  await expect(note).not.toContainText('Keep the wound dry')
  await page.keyboard.press('Tab')
  await expect(note).toContainText('Keep the wound dry for two days.')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await page.reload()
  await expect(note).toContainText('Keep the wound dry for two days.')
})

test('a finger that rests on a card drags it, and one that moves does not', async ({ browser }) => {
  const storageState = await page.context().storageState()
  const context = await browser.newContext({ hasTouch: true, viewport: { width: 1024, height: 700 }, storageState })
  const finger = await context.newPage()
  await openBoard(finger)
  const session = await context.newCDPSession(finger)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const middle = async (element: Locator) => {
    await element.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await element.boundingBox())!
    return { x: x + width / 2, y: y + height / 2 }
  }
  const carried = finger.locator('.item-card.is-carried')
  async function drag(restMs: number) {
    const from = await middle(card(column(finger, 'Active List'), 'abrasion care'))
    const to = await middle(column(finger, 'My Collection').getByRole('heading'))
    await touch('touchStart', from)
    await finger.waitForTimeout(restMs)
    for (const share of [0.1, 0.4, 0.7, 1])
      await touch('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share })
    const wasCarried = (await carried.count()) > 0
    await touch('touchEnd')
    return wasCarried
  }
  expect(await drag(0)).toBe(false)
  await expect(dialog(finger)).toHaveCount(0)
  expect(await drag(600)).toBe(true)
  await button(dialog(finger), 'Move to My Collection').click()
  await expect(card(column(finger, 'My Collection'), 'abrasion care')).toBeVisible()
  await context.close()
})

test('while the server does not answer nothing moves and a message says so; pressing again afterwards works', async () => {
  await openBoard(page)
  const mine = card(column(page, 'My Collection'), 'abrasion care')
  await page.context().setOffline(true)
  await button(page, 'Add to Active List: abrasion care').click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(mine).toBeVisible()
  await page.context().setOffline(false)
  await button(page, 'Add to Active List: abrasion care').click()
  await expect(card(column(page, 'Active List'), 'abrasion care')).toBeVisible()

  await button(page, 'Create New K2P').click()
  await page.keyboard.type('abrupt end')
  await phraseOf(page).click()
  await page.keyboard.type('Typed before the network went.')
  const isSaving = (request: Request) => request.method() === 'POST' && request.url().includes('canned-text')
  const failed = page.waitForEvent('requestfailed', isSaving)
  await page.context().setOffline(true)
  await button(dialog(page), 'Submit').click()
  await failed
  await page.context().setOffline(false)
  await expect(phraseOf(page)).toContainText('Typed before the network went.')
  await button(dialog(page), 'Submit').click()
  await expect(dialog(page)).toHaveCount(0)
  await expect(card(column(page, 'My Collection'), 'abrupt end')).toHaveCount(1)
})
