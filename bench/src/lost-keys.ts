import { fileURLToPath } from 'node:url'
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test'
import { eventOf } from '@dictara/web/src/editor/testing/key-events.ts'
import { randomOf } from '@dictara/web/src/editor/testing/standing.ts'
import { nextKey } from '@dictara/web/src/editor/testing/walk-keys.ts'
import { chromiumFlags } from '../../tools/src/chromium-flags.ts'
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

interface Lost {
  keys: number
  told: string
}

/** One document with some keys: in the bare element one by one, in our editor in bursts as fast fingers press them. */
const walk = async (ours: Walked, plain: Walked, name: DocumentName, seed: number, count: number) => {
  const random = randomOf(seed)
  await open(plain, 'plain', name, seed)
  await open(ours, 'ours', name, seed)
  let now = await standing(plain, true)
  const history: string[] = []
  let pressed = 0
  let hasJoined = false
  while (pressed < count) {
    const burst: string[] = []
    const length = Math.min(count - pressed, 1 + random.below(burstMost))
    while (burst.length < length) {
      const { headings } = now
      // A browser forgets the column of a caret that came by an arrow, but for a Delete that joins two paragraphs.
      const key: string = hasJoined ? 'ArrowLeft' : nextKey(random, now, (block) => headings.includes(block))
      await press(plain, [key])
      const { blocks } = now
      now = await standing(plain, false)
      hasJoined = key === 'Delete' && now.blocks.length < blocks.length
      burst.push(key)
    }
    await press(ours, burst)
    pressed += burst.length
    const found = await standing(ours, true)
    if (!isSame(found, now)) {
      const told = `${name}, seed ${seed}, after ${pressed} keys: ${burst.join(' ')} (before: ${history.slice(-8).join(' ')}): ${differenceOf(found, now)}`
      return { pressed, lost: { keys: burst.length, told } satisfies Lost }
    }
    history.push(...burst)
  }
  return { pressed, lost: undefined }
}

/** Random editing keys in our editor, in the midst of all that goes on there, and in a bare contenteditable: same text, same caret. */
export const benchLostKeys = async (keys: number, firstSeed = 1) => {
  const { server, origin } = await servePage('lost-keys-page.tsx')
  const browsers = await Promise.all(
    [1, 2].map(() => chromium.launch({ executablePath: '/usr/bin/chromium', args: chromiumFlags })),
  )
  const lost: Lost[] = []
  const walked = new Map<DocumentName, number>()
  let done = 0
  try {
    const [ours, plain] = [await openWindow(browsers[0]!, origin), await openWindow(browsers[1]!, origin)]
    for (let seed = firstSeed; done < keys; seed += 1) {
      const name = documents[seed % documents.length]!
      const round = await walk(ours, plain, name, seed, Math.min(keysEach, keys - done))
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
