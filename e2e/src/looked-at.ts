import { test as anyTest } from '@playwright/test'
import { type Dictara, startDictara } from './dictara.ts'

/** Journeys that only look: all of them see one product, with the demo as it came. */
export const test = anyTest.extend<object, { shared: Dictara }>({
  shared: [
    async ({ browser }, use) => {
      const dictara = await startDictara()
      await use(dictara)
      await dictara.stop(browser)
    },
    { scope: 'worker', timeout: 600_000 },
  ],
})
