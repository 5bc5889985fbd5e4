import { test } from '@playwright/test'
import { type Dictara, startDictara } from './dictara.ts'

/** Tests that share one product, in one worker from file to file. */
const onOneDictara = () =>
  test.extend<object, { dictara: Dictara }>({
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
