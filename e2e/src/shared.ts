import { type Browser, test, type TestInfo } from '@playwright/test'
import { type Dictara, startDictara } from './dictara.ts'

/** Attaches what every open page shows: Playwright by itself attaches one page, of whoever came first. */
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

/** Tests that share one product, in one worker from file to file. */
const onOneDictara = () =>
  test.extend<{ told: void }, { dictara: Dictara }>({
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

/** Journeys that only look: all of them see the demo as it came. */
export const lookedAt = onOneDictara()

/** Journeys that change it, each by jobs and people that no other one counts on. */
export const workedOn = onOneDictara()
