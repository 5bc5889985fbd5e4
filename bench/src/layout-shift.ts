import { type Browser, chromium, type Page } from '@playwright/test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Dictara, startDictara } from '../../e2e/src/dictara.ts'
import { chromiumFlags, wholeChromium } from '../../tools/src/chromium-flags.ts'
import { settled, type Shift, shiftsOf, watchShifts } from '../../tools/src/screenshots/settle.ts'

/** The home and the lists of each kind of person, the home first. */
const pages: Record<string, readonly string[]> = {
  doctor: ['/dashboard', '/dashboard/jobs-list/my-jobs/in-progress', '/dashboard/jobs-list/my-jobs/all'],
  poolDoctor: ['/dashboard', '/dashboard/jobs-list/my-jobs/in-review'],
  transcriptionist: ['/dashboard', '/dashboard/jobs-list/available', '/dashboard/jobs-list/in-progress'],
  reviewer1: ['/dashboard', '/dashboard/jobs-list/jobs-to-review/ready'],
  biller: ['/dashboard/biller'],
  admin: ['/dashboard', '/dashboard/jobs-list/my-jobs/in-progress', '/dashboard/reviewers'],
  clinicAdmin: [
    '/dashboard',
    '/dashboard/jobs-list/jobs-to-review/ready',
    '/dashboard/doctors',
    '/dashboard/billers',
    '/dashboard/demo-ehr',
    '/dashboard/mailbox',
  ],
}
const sizes = [
  { width: 1_280, height: 800 },
  { width: 360, height: 740 },
]

/**
 * The shortest delay of an answer in ms: none, or as over a slow line, so that each placeholder is painted before its
 * content.
 */
const lines = { 'at once': 0, slowly: 120 } as const
type Line = keyof typeof lines

type Place = Pick<Dictara, 'web' | 'account'>

const sum = (shifts: readonly Shift[]) => shifts.reduce((total, { value }) => total + value, 0)

/** Collects and prints the layout shifts with the moved elements. `worst` is the largest sum. */
function shiftPrinter() {
  let worst = 0
  let looks = 0
  return {
    worst: () => worst,
    looks: () => looks,
    tell(what: string, shifts: readonly Shift[]) {
      looks += 1
      worst = Math.max(worst, sum(shifts))
      if (shifts.length === 0) return
      console.log(`  ${what}: ${sum(shifts).toFixed(4)}`)
      for (const { value, what: parts } of shifts) console.log(`    ${value.toFixed(4)} ${parts.join(' | ')}`)
    },
  }
}

/** Returns the shifts since the last call. */
async function newShifts(page: Page): Promise<Shift[]> {
  await settled(page)
  const shifts = await shiftsOf(page)
  await page.evaluate(() => {
    window.dictaraShifts = []
  })
  return shifts
}

interface Walk {
  who: string
  size: (typeof sizes)[number]
  line: Line
}

async function walk(browser: Browser, place: Place, { who, size, line }: Walk, tell: Told) {
  const context = await browser.newContext({ viewport: size })
  let calls = 0
  if (lines[line] > 0)
    await context.route('**/api/**', async (route) => {
      await sleep(lines[line] * (1 + (calls++ % 4)))
      await route.continue().catch(() => {})
    })
  try {
    const page = await context.newPage()
    await watchShifts(page)
    await page.goto(`${place.web}/login`)
    const at = `${who} at ${size.width}, answered ${line}`
    tell(`${at}, sign-in`, await newShifts(page))
    const { email, password } = place.account(who)
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard**')
    tell(`${at}, home after sign-in`, await newShifts(page))
    for (const path of pages[who]!) {
      await page.goto(place.web + path)
      tell(`${at}, ${path}, loaded`, await newShifts(page))
    }
    // Navigate by history instead of a click, because shifts within half a second after a click are not counted.
    for (const path of pages[who]!) {
      await page.evaluate((to) => {
        history.pushState({ idx: 1, key: to }, '', to)
        dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }))
      }, path)
      await page.waitForURL(`**${path}`)
      tell(`${at}, ${path}, from another page`, await newShifts(page))
    }
  } finally {
    await context.close()
  }
}
type Told = ReturnType<typeof shiftPrinter>['tell']

/** Measures layout shifts of homes, lists and sign-in after the first paint. @returns whether there are none */
export async function benchLayoutShift(given?: Place): Promise<boolean> {
  const started = given ? undefined : await startDictara('real')
  const browser = await chromium.launch({ executablePath: wholeChromium, args: chromiumFlags })
  const told = shiftPrinter()
  try {
    for (const who of Object.keys(pages))
      for (const size of sizes)
        for (const line of Object.keys(lines) as Line[])
          await walk(browser, given ?? started!, { who, size, line }, told.tell)
  } finally {
    await browser.close()
    await started?.stop()
  }
  const isReached = told.worst() === 0
  console.log(
    `layout shift of ${told.looks()} homes, lists and sign-ins of the demo, 1280 and 360 wide, answered at once and slowly: worst ${told.worst().toFixed(4)} ` +
      `(at most 0): ${isReached ? 'reached' : 'MISSED'}`,
  )
  return isReached
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchLayoutShift()) ? 0 : 1
