import { type Browser, test as base, type TestInfo } from '@playwright/test'
import { type Dictara, startDictara } from './dictara.ts'

/** Attaches the content of every open page to a failed test, because Playwright attaches only one of them. */
async function attachPages(browser: Browser, testInfo: TestInfo) {
  const pages = browser.contexts().flatMap((context) => context.pages())
  const shown = await Promise.all(
    pages.map(async (page) => {
      const text = await page.locator('body').innerText({ timeout: 5_000 }).catch(String)
      return `${page.url()}\n${text.replace(/\n+/g, ' | ').slice(0, 1_500)}`
    }),
  )
  await testInfo.attach('pages', { body: shown.join('\n\n'), contentType: 'text/plain' })
}

/**
 * For journeys that share one running product. Those in `looked-at` change nothing. They run first, because Playwright
 * sorts the folders by name, and so see the demo in its initial state. Each of those in `worked-on` uses jobs and people
 * that no other journey relies on.
 */
export const test = base.extend<{ told: void }, { dictara: Dictara }>({
  told: [
    async ({ browser }, use, testInfo) => {
      await use()
      if (testInfo.status !== testInfo.expectedStatus) await attachPages(browser, testInfo)
    },
    { auto: true },
  ],
  dictara: [
    async ({ browser }, use) => {
      const dictara = await startDictara()
      await use(dictara)
      await dictara.stop(browser)
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})
