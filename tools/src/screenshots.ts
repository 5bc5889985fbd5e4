import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { type Dictara, startDictara } from '../../e2e/src/dictara.ts'
import { chromiumFlags, fakeMicrophoneFlags, wholeChromium } from './chromium-flags.ts'
import type { Place, Screen } from './screenshots/screen.ts'
import { screens } from './screenshots/screens.ts'
import { busy, come, drawn, settled, shiftsOf, watchShifts } from './screenshots/settle.ts'
import { type Made, shiftsInWords, writeSheets } from './screenshots/sheets.ts'
import { bringInto, type State, states } from './screenshots/states.ts'

/**
 * `npm run screenshots`: pictures of every screen of the demo, light and dark, at four widths and in each state, with contact sheets,
 * and the layout shifts after the first paint. docs/developing/screenshots.md.
 */
const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', default: resolve(import.meta.dirname, '../../.cache/screens') },
    state: { type: 'string', default: states.join() },
    theme: { type: 'string', default: 'light,dark' },
    width: { type: 'string', default: '360,768,1280,1920' },
    docs: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
})
const heights: Record<number, number> = { 360: 740, 768: 1_024, 1_280: 800, 1_920: 1_080 }
const docsFolder = resolve(import.meta.dirname, '../../docs/screenshots')
const wanted = {
  states: options.docs ? ['full'] : options.state.split(','),
  themes: (options.docs ? ['light'] : options.theme.split(',')) as ('light' | 'dark')[],
  widths: options.docs ? [1_280] : options.width.split(',').map(Number),
}
const sizeOf = (width: number) => ({ width, height: heights[width] ?? 800 })
/** The width at which a screen is opened and its layout shifts are measured. */
const opened = wanted.widths.includes(1_280) ? 1_280 : wanted.widths[0]!

async function signedIn(context: BrowserContext, { web, account }: Dictara, name: string) {
  const { email, password } = account(name)
  const page = await context.newPage()
  await page.goto(`${web}/login`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard**')
  await page.close()
}

/** One screen in one state: opened once, then shown at each width, light and dark. */
async function picture(context: BrowserContext, place: Place, screen: Screen, state: State, made: Made) {
  const page: Page = await context.newPage()
  page.setDefaultTimeout(15_000)
  try {
    await page.setViewportSize(sizeOf(opened))
    await page.emulateMedia({ colorScheme: wanted.themes[0]!, reducedMotion: 'reduce' })
    await watchShifts(page)
    await bringInto(page, state)
    await page.goto(place.web + (typeof screen.path === 'string' ? screen.path : screen.path(place)))
    await settled(page)
    if (screen.act) {
      await screen.act(page, state, place).catch((trouble: Error) => {
        made.troubles.push(`${state}: ${trouble.message.split('\n')[0]}`)
      })
      await settled(page)
    }
    const isWhole = !(await page.$(busy))
    if (state === 'full' && !isWhole) made.troubles.push('full: something is still on its way')
    made.shifts.push({ state, shifts: await shiftsOf(page) })
    for (const width of wanted.widths) {
      await page.setViewportSize(sizeOf(width))
      // Lists render again if their layout changes; content that never loads in this state was already waited for.
      await drawn(page)
      if (isWhole) await come(page, 3_000)
      for (const theme of wanted.themes) {
        await page.emulateMedia({ colorScheme: theme })
        await drawn(page)
        const file = `${state}-${theme}-${width}.png`
        await page.screenshot({ path: join(options.out, screen.name, file) })
        made.pictures.push({ state, theme, width, file })
      }
    }
  } catch (trouble) {
    made.troubles.push(`${state}: ${(trouble as Error).message.split('\n')[0]}`)
  } finally {
    await page.close()
  }
}

/** The pictures of all screens of one person, in a separate browser context. */
async function picturesOf(browser: Browser, dictara: Dictara, place: Place, mine: readonly Screen[]): Promise<Made[]> {
  const context = await browser.newContext()
  await context.grantPermissions(['microphone'], { origin: dictara.recorder })
  if (mine[0]!.as) await signedIn(context, dictara, mine[0]!.as)
  const all: Made[] = []
  for (const screen of mine) {
    const made: Made = { screen: screen.name, pictures: [], shifts: [], troubles: [] }
    mkdirSync(join(options.out, screen.name), { recursive: true })
    for (const state of screen.states ?? states)
      if (wanted.states.includes(state)) await picture(context, place, screen, state, made)
    process.stdout.write(
      `${screen.name}: ${made.pictures.length}${made.troubles.map((one) => `\n  ⚠ ${one}`).join('')}\n`,
    )
    all.push(made)
  }
  await context.close()
  return all
}

/** The ids of the demo's jobs, from the lists of their people. */
async function jobIds(browser: Browser, dictara: Dictara): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [name, lists] of [
    ['doctor', ['INPROGRESS', 'INREVIEW', 'COMPLETE', 'INCOMPLETE']],
    ['transcriptionist', ['INPROGRESS']],
  ] as const) {
    const context = await browser.newContext()
    await signedIn(context, dictara, name)
    const { origins } = await context.storageState()
    const stored = origins.find(({ origin }) => origin === dictara.web)!.localStorage
    const { token } = JSON.parse(stored.find(({ name: key }) => key === 'dictara-user')!.value) as { token: string }
    const get = async <Row>(path: string) => {
      const answer = await context.request.get(`${dictara.web}/api/clinic/${path}`, {
        headers: { authorization: `Bearer ${token}` },
      })
      return ((await answer.json()) as { result?: Row[] }).result ?? []
    }
    for (const status of lists)
      for (const job of await get<{ jobId: string; jobNumber: string }>(`doctor/my-jobs?size=50&status=${status}`)) {
        ids.set(job.jobNumber, job.jobId)
        for (let tries = 0; tries < 60 && (await get(`job/${job.jobId}/audio-url`)).length === 0; tries += 1)
          await sleep(500)
      }
    await context.close()
  }
  return ids
}

const isAsked = ({ name, docs }: Screen) =>
  (!options.docs || docs !== undefined) && (asked.length === 0 || asked.some((part) => name.includes(part)))
const chosen = screens.filter(isAsked).toSorted((a, b) => Number(a.isLast ?? false) - Number(b.isLast ?? false))
if (options.list || chosen.length === 0) {
  process.stdout.write(`${screens.map(({ name }) => name).join('\n')}\n`)
  process.exit(options.list ? 0 : 1)
}

const started = Date.now()
for (const { name } of chosen) rmSync(join(options.out, name), { recursive: true, force: true })
const dictara = await startDictara('real')
const browser = await chromium.launch({
  executablePath: wholeChromium,
  args: [...chromiumFlags, ...fakeMicrophoneFlags],
})
try {
  const ids = await jobIds(browser, dictara)
  const place: Place = { ...dictara, jobId: (number) => ids.get(number) ?? '00000000-0000-7000-8000-000000000000' }
  // Two people at a time; the screens of one person are pictured in order.
  const waiting = [...Map.groupBy(chosen, ({ as }) => as).values()].toSorted((a, b) => b.length - a.length)
  const all: Made[] = []
  const work = async () => {
    for (let mine = waiting.shift(); mine; mine = waiting.shift())
      all.push(...(await picturesOf(browser, dictara, place, mine)))
  }
  await Promise.all([work(), work()])
  all.sort(
    (a, b) => chosen.findIndex(({ name }) => name === a.screen) - chosen.findIndex(({ name }) => name === b.screen),
  )
  await writeSheets(browser, options.out, all)
  if (options.docs)
    for (const { name, docs } of chosen)
      copyFileSync(join(options.out, name, 'full-light-1280.png'), join(docsFolder, `${docs}.png`))
  const moved = shiftsInWords(all)
  process.stdout.write(
    [
      `${all.reduce((sum, { pictures }) => sum + pictures.length, 0)} pictures in ${Math.round((Date.now() - started) / 1000)} s: ${options.out}/index.html`,
      moved.length === 0 ? 'Nothing moved by itself after the first paint.' : 'Moved by itself after the first paint:',
      ...moved.map((one) => `  ${one}`),
      '',
    ].join('\n'),
  )
} finally {
  await browser.close()
  await dictara.stop()
}
