import { expect, type Page, test } from '@playwright/test'
import { atWork } from './at-work.ts'
import { type Dictara, startDictara } from './dictara.ts'

/** Every list of the demo, for everybody who has it: never wider than its page, and its rows begin high. */
const lists = {
  clinicAdmin: [
    '/jobs-list/my-jobs/in-progress',
    '/jobs-list/my-jobs/in-review',
    '/jobs-list/my-jobs/all',
    '/jobs-list/jobs-to-review/ready',
    '/doctors',
    '/reviewers',
    '/reviewers?list=groups',
    '/billers',
  ],
  doctor: ['/jobs-list/my-jobs/in-progress', '/jobs-list/my-jobs/completed', '/jobs-list/my-jobs/incomplete'],
  transcriptionist: ['/jobs-list/available', '/jobs-list/in-progress'],
  reviewer1: ['/jobs-list/jobs-to-review/ready', '/jobs-list/jobs-to-review/in-progress'],
  biller: ['/biller'],
} as const

let dictara: Dictara
test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  dictara = await startDictara()
})
test.afterAll(() => dictara?.stop())

const measure = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('.list-table tbody tr:not(.list-group)')]
    // Why one failed or came back has a line of its own.
    const usual = rows.filter((row) => !row.querySelector('.list-note:not(:empty)'))
    const { scrollWidth, clientWidth } = document.documentElement
    const parts = [...document.querySelectorAll('#content *')].map((part) => part.getBoundingClientRect().right)
    return {
      tooWide: Math.max(scrollWidth, ...parts.map(Math.floor)) - clientWidth,
      first: rows[0]!.getBoundingClientRect().top,
      row: Math.max(44, ...usual.map((row) => row.getBoundingClientRect().height)),
    }
  })

for (const [account, paths] of Object.entries(lists))
  test(`no list of a ${account} is wider than its page, and eleven rows have room at 1280 x 800`, async ({
    browser,
  }) => {
    test.setTimeout(240_000)
    const page = await atWork(dictara, browser, account)
    for (const path of paths)
      for (const [width, height] of [
        [1920, 1080],
        [1280, 800],
        [1024, 768],
        [360, 740],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.goto(`${dictara.web}/dashboard${path}`)
        await page.locator('.list-table tbody th').first().waitFor()
        const { tooWide, first, row } = await measure(page)
        expect(tooWide, `${path} at ${width}`).toBeLessThanOrEqual(0)
        if (width === 1280) expect(Math.floor((height - first) / row), path).toBeGreaterThanOrEqual(11)
      }
    await page.context().close()
  })
