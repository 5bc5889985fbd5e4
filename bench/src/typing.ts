import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import { chromiumFlags, wholeChromium } from '../../tools/src/chromium-flags.ts'
import { servePage } from './serve-page.ts'

const pairs = 10
const warmUpKeys = 40
const measuredKeys = 150
const ratioMost = 1.3
const p99Most = 50

type Kind = 'ours' | 'plain'
interface TypingPage {
  typing: { ready: () => boolean; measured: number[] }
}

const openPage = async (browser: Browser, origin: string, kind: Kind) => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${origin}/#${kind}`)
  return page
}

/** Types some keys into a page. @returns milliseconds from key to paint for each key */
const typeInto = async (page: Page) => {
  await page.bringToFront()
  await page.waitForFunction(() => (globalThis as unknown as TypingPage).typing.ready())
  const sentence = 'the patient feels better today '
  for (let key = 0; key < warmUpKeys + measuredKeys; key += 1) {
    if (key === warmUpKeys) await page.evaluate(() => (globalThis as unknown as TypingPage).typing.measured.splice(0))
    const letter = sentence[key % sentence.length] ?? ' '
    await page.keyboard.press(letter === ' ' ? 'Space' : letter)
    // Type at an irregular pace, so that keys fall on every phase of a frame.
    await page.waitForTimeout(25 + ((key * 7) % 17))
  }
  return page.evaluate(() => (globalThis as unknown as TypingPage).typing.measured.splice(0))
}

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((one, other) => one - other)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

/**
 * Measures the time from key to paint in a note of 10,000 words in our editor. Compares it with a bare contenteditable
 * with the same text in the same browser.
 */
export const benchTyping = async () => {
  const { server, origin } = await servePage('typing-page.tsx')
  const browser = await chromium.launch({ executablePath: wholeChromium, args: chromiumFlags })
  const times: Record<Kind, number[]> = { ours: [], plain: [] }
  try {
    const pages = { ours: await openPage(browser, origin, 'ours'), plain: await openPage(browser, origin, 'plain') }
    for (let pair = 0; pair < pairs; pair += 1) {
      for (const kind of pair % 2 ? (['plain', 'ours'] as const) : (['ours', 'plain'] as const)) {
        times[kind].push(...(await typeInto(pages[kind])))
      }
    }
  } finally {
    await browser.close()
    server.close()
  }
  const row = (kind: Kind) => ({ p50: percentile(times[kind], 0.5), p99: percentile(times[kind], 0.99) })
  const [ours, plain] = [row('ours'), row('plain')]
  const ratio = ours.p50 / plain.p50
  const isWithin = ratio <= ratioMost && ours.p99 <= p99Most
  console.log(`Typing in a 10,000-word note, key to paint, ${pairs} alternated pairs of ${measuredKeys} keys`)
  console.log(
    `  ours                  p50 ${ours.p50.toFixed(1)} ms   p99 ${ours.p99.toFixed(1)} ms (limit ${p99Most} ms)`,
  )
  console.log(`  bare contenteditable  p50 ${plain.p50.toFixed(1)} ms   p99 ${plain.p99.toFixed(1)} ms`)
  console.log(`  ratio of p50          ${ratio.toFixed(2)} (limit ${ratioMost})   ${isWithin ? 'reached' : 'MISSED'}`)
  return isWithin
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchTyping()) ? 0 : 1
