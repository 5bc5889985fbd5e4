import { expect, type Page } from '@playwright/test'
import { bringInto } from '../../../tools/src/screenshots/states.ts'
import { times } from '../../../tools/src/times.ts'
import { atWork, button, visit } from '../at-work.ts'
import type { Dictara } from '../dictara.ts'
import { test } from '../shared.ts'

/** Checks the width of every list of the demo for each kind of person, and where its rows begin. */
const lists = {
  clinicAdmin: [
    '/jobs-list/my-jobs/in-progress',
    '/jobs-list/my-jobs/in-review',
    '/jobs-list/my-jobs/completed',
    '/jobs-list/my-jobs/incomplete',
    '/jobs-list/my-jobs/all',
    '/jobs-list/jobs-to-review/available',
    '/jobs-list/jobs-to-review/ready',
    '/UsersPage',
    '/doctors',
    '/reviewers',
    '/reviewers?list=groups',
    '/billers',
    '/admins',
    '/delivery',
    '/demo-ehr',
  ],
  admin: ['/jobs-list/available', '/reviewers'],
  doctor: [
    '/jobs-list/my-jobs/in-progress',
    '/jobs-list/my-jobs/in-review',
    '/jobs-list/my-jobs/completed',
    '/jobs-list/my-jobs/incomplete',
  ],
  transcriptionist: ['/jobs-list/available', '/jobs-list/in-progress', '/jobs-list/all'],
  reviewer1: ['/jobs-list/jobs-to-review/ready', '/jobs-list/jobs-to-review/in-progress'],
  biller: ['/biller'],
} as const

let dictara: Dictara
test.describe.configure({ mode: 'serial' })
test.beforeAll(({ dictara: shared }) => {
  dictara = shared
})

const measure = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('.list-table tbody tr')]
    // The reason of a failed or returned job has its own line.
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
  test(`no list of a ${account} is wider than its page, and eleven rows fit at 1280 x 800`, async ({ browser }) => {
    const page = await atWork(dictara, browser, account)
    // The test with the longest names below covers the widths between.
    for (const path of paths)
      for (const [width, height] of [
        [1280, 800],
        [360, 740],
      ] as const) {
        await page.setViewportSize({ width, height })
        // The smaller width is reached by resizing the loaded page.
        if (width === 1280) await visit(dictara, page, `/dashboard${path}`)
        await page.locator('.list-table tbody th').first().waitFor()
        const { tooWide, first, row } = await measure(page)
        expect(tooWide, `${path} at ${width}`).toBeLessThanOrEqual(0)
        if (width === 1280) expect(Math.floor((height - first) / row), path).toBeGreaterThanOrEqual(11)
      }
  })

for (const [account, paths] of Object.entries(lists))
  test(`with names of a hundred letters, no list of a ${account} is wider than its page at any row density [Q203]`, async ({
    browser,
  }) => {
    const page = await (await atWork(dictara, browser, account)).context().newPage()
    await bringInto(page, 'long')
    for (const [place, path] of paths.entries()) {
      // Rows loaded before still have their real names.
      if (place === 0) await page.goto(`${dictara.web}/dashboard${path}`)
      else await visit(dictara, page, `/dashboard${path}`)
      await page.locator('.list-table tbody th').first().waitFor()
      // The density is a setting of the person, so the next list starts with it.
      const before = place % 2 === 1
      for (const isCompact of [before, !before]) {
        if (isCompact !== before) await button(page, 'Compact rows').click()
        await expect(button(page, 'Compact rows')).toHaveAttribute('aria-pressed', String(isCompact))
        // `./test --long` also checks the larger widths.
        for (const width of [1920, 1440, 1280, 1024].slice(times(-2, -4))) {
          await page.setViewportSize({ width, height: 800 })
          expect((await measure(page)).tooWide, `${path} at ${width}`).toBeLessThanOrEqual(0)
        }
      }
    }
    await page.close()
  })
