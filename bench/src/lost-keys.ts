import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { eventOf } from '@dictara/web/src/editor/testing/key-events.ts'
import { randomOf } from '@dictara/web/src/editor/testing/standing.ts'
import { nextKey } from '@dictara/web/src/editor/testing/walk-keys.ts'
import { chromiumFlags, wholeChromium } from '../../tools/src/chromium-flags.ts'
import type { DocumentName, LostKeysPage } from './lost-keys-page.tsx'
import { servePage } from './serve-page.ts'

const keysEach = 200
const burstMost = 6
const toldMost = 10
const documents: readonly DocumentName[] = ['paragraphs', 'empty', 'blanks', 'long']

type Standing = Awaited<ReturnType<LostKeysPage['standing']>>
interface Walked {
  page: Page
  session: CDPSession
}

const press = async ({ session }: Walked, strokes: readonly string[]) => {
  await Promise.all(
    strokes.flatMap((stroke) => {
      const event = eventOf(stroke)
      return [
        session.send('Input.dispatchKeyEvent', { type: 'text' in event ? 'keyDown' : 'rawKeyDown', ...event }),
        session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event }),
      ]
    }),
  )
}
const open = ({ page }: Walked, kind: 'ours' | 'plain', name: DocumentName, seed: number) =>
  page.evaluate((asked) => (globalThis as unknown as { lostKeys: LostKeysPage }).lostKeys.open(...asked), [
    kind,
    name,
    seed,
  ] as const)
const standing = ({ page }: Walked, isSettled: boolean): Promise<Standing> =>
  page.evaluate(
    (settled) => (globalThis as unknown as { lostKeys: LostKeysPage }).lostKeys.standing(settled),
    isSettled,
  )

const openWindow = async (browser: Browser, origin: string): Promise<Walked> => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  page.on('pageerror', (error) => console.log(`  error in the page: ${error.message}`))
  await page.goto(`${origin}/`)
  return { page, session: await page.context().newCDPSession(page) }
}

const differenceOf = (found: Standing, wanted: Standing) => {
  const texts = found.blocks.findIndex((text, block) => text !== wanted.blocks[block])
  const text = texts < 0 ? '' : ` text ${texts}: "${found.blocks[texts]}" should be "${wanted.blocks[texts]}"`
  return `caret ${JSON.stringify([found.anchor, found.head])} should be ${JSON.stringify([wanted.anchor, wanted.head])}${text}`
}
const isSame = (one: Standing, other: Standing) =>
  JSON.stringify([one.blocks, one.anchor, one.head]) === JSON.stringify([other.blocks, other.anchor, other.head])

interface Burst {
  readonly keys: readonly string[]
  readonly after: Standing
}

const isVertical = (key: string) => /(Arrow|Page)(Up|Down)$/.test(key)
const isDeletion = (key: string) => key === 'Backspace' || key === 'Delete'

/**
 * Whether a difference comes from Chromium and not from our editor. An arrow key remembers the column of the caret
 * until the caret moves to another node position. So Chromium keeps the column after Backspace or Delete of letters or
 * a selection, after a Delete that joins two paragraphs, and after Enter at the beginning of a paragraph, and the next
 * arrow jumps to the old column. Nobody wants that, and even the bare element uses the visible column if one of the
 * letters was in a span or the caret was set again. Our editor does so where a mark disappears with the letters.
 * Chromium also does not know on which line a selection ends at a wrap within one text: from there Shift+Arrow Down
 * selects nothing more, and Shift+Arrow Up two lines. Where a mark begins with the line, both move by one line.
 */
const isFromChromium = (key: string, before: Standing, after: Standing, hasColumn: boolean) => {
  if (key === 'Delete' && after.blocks.length < before.blocks.length) return true
  if (after.isBetweenLines) return true
  const { anchor, head } = before
  const isCaret = anchor.block === head.block && anchor.offset === head.offset
  const isSplitAbove = key === 'Enter' && head.offset === 0 && before.blocks[head.block] !== ''
  return hasColumn && (isDeletion(key) || (isCaret && isSplitAbove))
}

/** Types the keys of a seed one by one into the bare element. @returns its content after each burst */
const walkPlain = async (plain: Walked, name: DocumentName, seed: number): Promise<Burst[]> => {
  const random = randomOf(seed)
  await open(plain, 'plain', name, seed)
  let now = await standing(plain, true)
  const bursts: Burst[] = []
  let pressed = 0
  let hasColumn = false
  let isAccident = false
  while (pressed < keysEach) {
    const keys: string[] = []
    const length = Math.min(keysEach - pressed, 1 + random.below(burstMost))
    while (keys.length < length) {
      const { headings } = now
      const key: string = isAccident ? 'ArrowLeft' : nextKey(random, now, (block) => headings.includes(block))
      await press(plain, [key])
      const before = now
      now = await standing(plain, false)
      isAccident = isFromChromium(key, before, now, hasColumn)
      hasColumn = isVertical(key)
      keys.push(key)
    }
    pressed += keys.length
    bursts.push({ keys, after: now })
  }
  return bursts
}

interface Lost {
  keys: number
  told: string
}

/** Types the same keys into our editor in fast bursts, up to the first difference. */
const walkOurs = async (ours: Walked, name: DocumentName, seed: number, bursts: readonly Burst[]) => {
  await open(ours, 'ours', name, seed)
  const history: string[] = []
  for (const { keys, after } of bursts) {
    await press(ours, keys)
    const found = await standing(ours, true)
    const pressed = history.length + keys.length
    if (!isSame(found, after)) {
      const told = `${name}, seed ${seed}, after ${pressed} keys: ${keys.join(' ')} (before: ${history.slice(-8).join(' ')}): ${differenceOf(found, after)}`
      return { pressed, lost: { keys: keys.length, told } satisfies Lost }
    }
    history.push(...keys)
  }
  return { pressed: history.length, lost: undefined }
}

/**
 * Types random editing keys into our editor, with everything that goes on there, and into a bare contenteditable.
 * Compares text and caret. Both work in parallel, with the bare element one seed ahead. A seed ends at its first
 * difference.
 */
export const benchLostKeys = async (keys: number, firstSeed = 1) => {
  const { server, origin } = await servePage('lost-keys-page.tsx')
  const browsers = await Promise.all(
    [1, 2].map(() => chromium.launch({ executablePath: wholeChromium, args: chromiumFlags })),
  )
  const lost: Lost[] = []
  const walked = new Map<DocumentName, number>()
  let done = 0
  try {
    const [ours, plain] = [await openWindow(browsers[0]!, origin), await openWindow(browsers[1]!, origin)]
    const lastSeed = firstSeed + Math.ceil(keys / keysEach) - 1
    const nameOf = (seed: number) => documents[seed % documents.length]!
    let bursts = await walkPlain(plain, nameOf(firstSeed), firstSeed)
    for (let seed = firstSeed; seed <= lastSeed; seed += 1) {
      const name = nameOf(seed)
      const [round, next] = await Promise.all([
        walkOurs(ours, name, seed, bursts),
        seed < lastSeed ? walkPlain(plain, nameOf(seed + 1), seed + 1) : [],
      ])
      bursts = next
      done += round.pressed
      walked.set(name, (walked.get(name) ?? 0) + round.pressed)
      if (!round.lost) continue
      lost.push(round.lost)
      if (lost.length <= toldMost) console.log(`  ${round.lost.told}`)
    }
  } finally {
    await Promise.all(browsers.map((browser) => browser.close()))
    server.close()
  }
  const sum = lost.reduce((total, { keys: misplaced }) => total + misplaced, 0)
  const told = [...walked].map(([name, count]) => `${count} in ${name}`).join(', ')
  console.log(`Lost or misplaced: ${sum} of ${done} keys (${told})   ${sum === 0 ? 'reached' : 'MISSED'}`)
  return sum === 0
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = (await benchLostKeys(Number(process.argv[2] ?? 100_000), Number(process.argv[3] ?? 1))) ? 0 : 1
