import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import { jobCalls } from '@dictara/contract/jobs'
import type { LiveFrame } from '@dictara/contract/notifications'
import type { StoredUser } from '@dictara/contract/identity'
import pg from 'pg'
import { WebSocket } from 'ws'
import { startEmbeddedPostgres } from '../../server/src/platform/embedded-postgres.ts'
import { silentLog } from '../../server/src/platform/log.ts'
import { demoAccount } from '../../server/src/testing/demo-account.ts'
import { clientOf, cookieOf, type TestClient } from '../../server/src/testing/test-client.ts'
import { chromiumFlags, wholeChromium } from '../../tools/src/chromium-flags.ts'
import { percentile } from './job-list-load.ts'
import { startProduct } from './start-product.ts'

const connected = 500
/** The small number of connected people for comparison. */
const few = 5
const warmUp = 5
const events = 50
const p99Most = 300
/** The pause between two events, so that each has ended before the next begins. */
const restMs = 500

interface Account {
  email: string
  password: string
}

/** Signs in with a client address for each person, as behind a proxy, because sign-ins per address are limited. */
async function signIn(url: string, { email, password }: Account, n: number): Promise<TestClient> {
  const answer = await fetch(`${url}/api/authenticate/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.1.${Math.floor(n / 250)}.${1 + (n % 250)}` },
    body: JSON.stringify({ email, password }),
  })
  const { result = [], message } = (await answer.json()) as { result?: StoredUser[]; message: string }
  if (!result[0]) throw new Error(`${email} could not sign in: ${message}`)
  return clientOf(url, result[0], cookieOf(answer.headers))
}

/** Adds typists with the same password, facilities and pool as the demo's typist. Returns their email addresses. */
async function addTypists(owner: pg.Client, { email }: Account, from: number, to: number): Promise<string[]> {
  const { rows } = await owner.query<{ email: string }>(
    `with made as (
       insert into users (clinic_id, id, email, password_hash, first_name, last_name, user_type, user_privilege)
       select clinic_id, uuidv7(), 'typist' || n || '.' || email, password_hash, 'Typist', n::text, user_type, user_privilege
       from users, generate_series($2::int, $3::int) n where email = $1 returning clinic_id, id, email
     ), linked as (
       insert into facility_users (clinic_id, facility_id, user_id)
       select l.clinic_id, l.facility_id, m.id from made m, facility_users l join users u on u.clinic_id = l.clinic_id and u.id = l.user_id
       where u.email = $1
     ) select email from made`,
    [email, from, to],
  )
  return rows.map((row) => row.email)
}

/** Opens a tab that records when it heard of a new job, by this computer's clock. */
async function openTab(url: string, { user, cookie }: TestClient, hear: (at: number) => void): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/public/websocket`, { headers: { cookie } })
  const say = (frame: object) => socket.send(JSON.stringify(frame))
  socket.on('open', () => say({ type: 'connect', token: user.token }))
  await new Promise<void>((ready, failed) => {
    socket.on('error', failed)
    socket.on('message', (data) => {
      const at = performance.now()
      const frame = JSON.parse(String(data)) as LiveFrame
      if (frame.type === 'connected') say({ type: 'subscribe', channel: `/user/${user.id}/messages` })
      else if (frame.type === 'subscribed') ready()
      else if (frame.type === 'message' && frame.notification.target === 'NEW_JOB_AVAILABLE') hear(at)
    })
  })
  return socket
}

declare global {
  interface Window {
    /** When the bell first showed each text, by this computer's clock. */
    bellSays?: Map<string, number>
  }
}

/** Records the texts of the bell from the first moment. */
function watchBell() {
  window.bellSays = new Map()
  const look = () => {
    const says = document.querySelector('.bell-button')?.getAttribute('aria-label')
    if (says && !window.bellSays!.has(says)) window.bellSays!.set(says, performance.timeOrigin + performance.now())
  }
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributeFilter: ['aria-label'] })
}

async function openBell(page: Page, url: string, { email, password }: Account): Promise<number> {
  await page.addInitScript(watchBell)
  await page.goto(url)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard**')
  await sleep(5_000)
  const says = await page.locator('.bell-button').getAttribute('aria-label')
  return Number(/\d+/.exec(says ?? '')?.[0])
}

interface Times {
  /** Milliseconds from the call that causes each event to its message, for every socket. */
  sockets: number[]
  /** The same times for the bell on the screen. */
  bell: number[]
}

interface Scene {
  page: Page
  /** The person who takes a job from the pool and returns it. */
  worker: TestClient
  jobId: string
  /** The current number on the bell. */
  unread: number
  heard: number[]
}

async function measure(scene: Scene, sockets: number): Promise<Times> {
  const { worker, jobId, page, heard } = scene
  const times: Times = { sockets: [], bell: [] }
  const done = async (what: string, answer: Promise<{ status: number; message: string }>) => {
    const { status, message } = await answer
    if (status !== 200) throw new Error(`${what}: ${status} ${message}`)
  }
  for (let event = 0; event < warmUp + events; event += 1) {
    await done('start', worker.call(jobCalls.startTranscription, { params: { id: jobId } }))
    await sleep(restMs)
    heard.length = 0
    const [begun, begunAt] = [performance.now(), performance.timeOrigin + performance.now()]
    await done('release', worker.call(jobCalls.releaseJob, { params: { id: jobId } }))
    scene.unread += 1
    const says = `Notifications, ${scene.unread} unread`
    await page.waitForFunction((words) => window.bellSays!.has(words), says, { timeout: 10_000, polling: 20 })
    while (heard.length < sockets) {
      if (performance.now() - begun > 10_000) throw new Error(`${heard.length} of ${sockets} heard of it in 10 s`)
      await sleep(5)
    }
    await sleep(restMs)
    if (event < warmUp) continue
    times.sockets.push(...heard.map((at) => at - begun))
    times.bell.push((await page.evaluate((words) => window.bellSays!.get(words)!, says)) - begunAt)
  }
  return times
}

const told = (times: readonly number[]) => ({ p50: percentile(times, 0.5), p99: percentile(times, 0.99) })

function print(name: string, times: readonly number[]): boolean {
  const { p50, p99 } = told(times)
  console.log(
    `  ${name.padEnd(36)} p50 ${p50.toFixed(0)} ms   p99 ${p99.toFixed(0)} ms (limit ${p99Most}, ratio ${(p99 / p99Most).toFixed(2)}): ${p99 <= p99Most ? 'reached' : 'MISSED'}`,
  )
  return p99 <= p99Most
}

/**
 * Measures a job that returns to the pool of 500 connected typists, from the call that returns it to the message in
 * each browser and to the number on the bell of a real browser. Then measures the same with five typists.
 */
export async function benchNotifications(): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'dictara-bench-notifications-'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: silentLog })
  const owner = new pg.Client({ connectionString: postgres.url })
  const browser = await chromium.launch({ executablePath: wholeChromium, args: chromiumFlags })
  const tabs: WebSocket[] = []
  try {
    await using product = await startProduct({
      DATABASE_URL: postgres.url,
      DICTARA_MASTER_KEY: randomBytes(32).toString('base64'),
      DICTARA_DEMO: 'yes',
      DICTARA_TRUSTED_PROXIES: '127.0.0.1,::1',
    })
    await owner.connect()
    const account = demoAccount(product.dataFolder, 'transcriptionist')
    const { rows } = await owner.query<{ id: string }>(
      "select id from jobs where status = 'AVAILABLE' and is_enabled order by number limit 1",
    )
    const emails = await addTypists(owner, account, 1, few - 1)
    const worker = await signIn(product.url, { ...account, email: emails[0]! }, 0)
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const unread = await openBell(page, product.url, account)
    const scene: Scene = { page, worker, jobId: rows[0]!.id, unread, heard: [] }
    const connect = async (more: readonly string[]) => {
      for (const email of more) {
        const client = await signIn(product.url, { ...account, email }, tabs.length + 1)
        tabs.push(await openTab(product.url, client, (at) => scene.heard.push(at)))
      }
    }
    // The person who returns the job is connected too, but gets no message. The browser with the bell is also
    // connected.
    tabs.push(await openTab(product.url, worker, () => {}))
    await connect(emails.slice(1))
    const ofFew = await measure(scene, tabs.length - 1)
    await connect(await addTypists(owner, account, few, connected - 1))
    const ofAll = await measure(scene, tabs.length - 1)
    console.log(`From a job that comes back to its pool to other browsers, ${events} events:`)
    const isReached = [
      print(`${tabs.length + 1} connected, every socket`, ofAll.sockets),
      print(`${tabs.length + 1} connected, the bell on a screen`, ofAll.bell),
    ].every(Boolean)
    print(`${few} connected, every socket`, ofFew.sockets)
    print(`${few} connected, the bell on a screen`, ofFew.bell)
    console.log(
      `  ratio of p50, ${tabs.length + 1} to ${few}: ${(told(ofAll.sockets).p50 / told(ofFew.sockets).p50).toFixed(2)}`,
    )
    return isReached
  } finally {
    for (const tab of tabs) tab.terminate()
    await browser.close()
    await owner.end()
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = (await benchNotifications()) ? 0 : 1
