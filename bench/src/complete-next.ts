import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import { demoAccount } from '../../server/src/testing/demo-account.ts'
import { chromiumFlags, wholeChromium } from '../../tools/src/chromium-flags.ts'
import { fillPool } from './complete-next-pool.ts'
import { percentile } from './job-list-load.ts'
import { startProduct } from './start-product.ts'

const warmUp = 5
const measured = 100
/** The number of notes that are finished immediately, before the next one could be prefetched. */
const measuredBeside = 30
const p50Most = 150
const p99Most = 400
/** The shortest time to type before a note is finished. By then the next note is prefetched. */
const atWorkMs = 3_500

/** The page's own measurements. */
interface Measuring {
  /** Milliseconds from the key press until the next note is painted with the caret in it. */
  times: number[]
  /** The time of the last paint. */
  at?: number
}
declare global {
  interface Window {
    completeNext?: Measuring
  }
}

/** Measures from the key event to the first frame after the caret is in another note. */
export function measureInPage() {
  const measuring: Measuring = { times: [] }
  window.completeNext = measuring
  const noteWithCaret = () => {
    const note = document.activeElement
    const { anchorNode } = document.getSelection() ?? {}
    if (!note?.classList.contains('dictara-note-text') || !anchorNode || !note.contains(anchorNode)) return null
    return (note.textContent ?? '').length > 20 ? note.getAttribute('aria-label') : null
  }
  window.addEventListener(
    'keydown',
    ({ key, ctrlKey, shiftKey, timeStamp }) => {
      if (key !== 'Enter' || !ctrlKey || !shiftKey) return
      const before = noteWithCaret()
      const look = () => {
        const now = noteWithCaret()
        if (!now || now === before) requestAnimationFrame(look)
        // This task runs after the frame is on the screen.
        else
          requestAnimationFrame(() =>
            setTimeout(() => {
              measuring.at = performance.now()
              measuring.times.push(performance.now() - timeStamp)
            }),
          )
      }
      requestAnimationFrame(look)
    },
    { capture: true },
  )
}

const timesOf = (page: Page) => page.evaluate(() => window.completeNext!.times.length)

/** Types, and finishes the note while the last key is still unsaved. The page records the time. */
async function finishOne(page: Page, isPrefetched: boolean) {
  const before = await timesOf(page)
  const words = 'the patient feels better today '
  const started = Date.now()
  for (let key = 0; isPrefetched ? Date.now() - started < atWorkMs : key < 3; key += 1) {
    const letter = words[key % words.length]!
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    await page.waitForTimeout(40)
  }
  await page.keyboard.press('Control+Shift+Enter')
  await page.waitForFunction((count) => window.completeNext!.times.length > count, before, { timeout: 30_000 })
}

async function signIn(page: Page, url: string, { email, password }: { email: string; password: string }) {
  await page.goto(url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard**')
}

/**
 * Measures Complete & next in the real product: a transcriptionist with a pool types in one note after another and finishes each
 * with its key. The same run also measures notes that are finished before the next one could be prefetched.
 */
export async function benchCompleteNext(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'dictara-bench-next-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: silentLog })
  const owner = new pg.Client({ connectionString: postgres.url })
  const browser = await chromium.launch({ executablePath: wholeChromium, args: chromiumFlags })
  try {
    await using product = await startProduct({
      DATABASE_URL: postgres.url,
      DICTARA_MASTER_KEY: randomBytes(32).toString('base64'),
      DICTARA_DEMO: 'yes',
    })
    await owner.connect()
    const account = demoAccount(product.dataFolder, 'transcriptionist')
    const words = await fillPool(owner, account.email, 2 * warmUp + measured + measuredBeside + 1)
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    await page.addInitScript(measureInPage)
    await signIn(page, product.url, account)
    await page
      .getByRole('button', { name: /^Start/ })
      .first()
      .click()
    await page.locator('.dictara-note-text').waitFor()
    const series = async (isPrefetched: boolean, notes: number) => {
      for (let note = 0; note < warmUp + notes; note += 1) await finishOne(page, isPrefetched)
      return page.evaluate((count) => window.completeNext!.times.splice(0).slice(count), warmUp)
    }
    const ahead = await series(true, measured)
    const cold = await series(false, measuredBeside)
    const row = (times: readonly number[]) => ({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) })
    const [ours, peer] = [row(ahead), row(cold)]
    const isReached = ours.p50 <= p50Most && ours.p99 <= p99Most
    console.log(`Complete & next, key to the next note painted with its caret, ${measured} notes of ${words} words`)
    console.log(
      `  fetched ahead      p50 ${ours.p50.toFixed(0)} ms (limit ${p50Most}, ratio ${(ours.p50 / p50Most).toFixed(2)})   ` +
        `p99 ${ours.p99.toFixed(0)} ms (limit ${p99Most}, ratio ${(ours.p99 / p99Most).toFixed(2)}): ${isReached ? 'reached' : 'MISSED'}`,
    )
    console.log(
      `  finished at once   p50 ${peer.p50.toFixed(0)} ms   p99 ${peer.p99.toFixed(0)} ms (before the next could be fetched)`,
    )
    console.log(`  ratio of p50       ${(ours.p50 / peer.p50).toFixed(2)}`)
    return isReached
  } finally {
    await browser.close()
    await owner.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchCompleteNext()) ? 0 : 1
