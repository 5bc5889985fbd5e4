import { expect } from '@playwright/test'
import { atWork, button, named, title, visit, words } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

let dictara: Dictara
test.beforeAll(({ dictara: shared }) => {
  dictara = shared
})

test('a facility without a card has an active plan after at most six clicks and one form [BILL-27, BILL-54]', async ({
  browser,
}) => {
  const page = await atWork(dictara, browser, 'clinicAdmin')
  await visit(dictara, page, '/dashboard')
  await page.evaluate(() => {
    document.documentElement.dataset['clicks'] = '0'
    const count = () => {
      const { dataset } = document.documentElement
      dataset['clicks'] = String(Number(dataset['clicks']) + 1)
    }
    addEventListener('click', (event) => event.isTrusted && count(), { capture: true })
  })
  await named(page.getByRole('navigation', { name: 'Main' }), 'link', 'Billing').click()
  await named(page, 'link', 'Manage Subscription').click()
  const facilities = named(page, 'table', 'Plans of your facilities')
  await button(facilities, 'Harbor Street Rehabilitation').click()
  await button(page, 'Choose Plan: Standard').click()
  await expect(title(page)).toHaveText('Manage Cards')
  await page.getByLabel('Card Number').fill('4111111111111111')
  await page.getByLabel('Cardholder Name').fill('Ada Byron')
  await page.getByLabel('Expiry Date').fill('1239')
  await page.getByLabel('CVV', { exact: true }).fill('123')
  await button(page, 'Add Card').click()
  await button(named(page, 'dialog', 'Subscribe to Standard?'), 'Subscribe').click()
  await expect(title(page)).toHaveText('Manage Subscription')
  const standing = named(page, 'region', 'Harbor Street Rehabilitation')
  await expect(words(standing, 'Active')).toBeVisible()
  await expect(words(standing, /^Renews automatically after /)).toBeVisible()
  expect(Number(await page.evaluate(() => document.documentElement.dataset['clicks']))).toBeLessThanOrEqual(6)

  await named(standing, 'link', 'Payments').click()
  await expect(words(page.getByRole('row', { name: /Visa ending in 1111/ }), '$75.00')).toBeVisible()
  await page
    .getByRole('row', { name: /Visa ending in 1111/ })
    .getByRole('link')
    .click()
  await expect(
    words(named(page, 'dialog', 'Transaction Details'), 'Harbor Street Rehabilitation').first(),
  ).toBeVisible()
  await page.keyboard.press('Escape')
})
