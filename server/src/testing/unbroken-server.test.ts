import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type KillableServer, killableServer } from './killable-server.ts'
import { aWorkload } from './workload.ts'
import { times } from '../../../tools/src/times.ts'

let server: KillableServer
let audio: Buffer
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-voice-'))
  execFileSync('flite', ['-voice', 'rms', '-t', 'rest', '-o', join(folder, 'a.wav')])
  audio = readFileSync(join(folder, 'a.wav'))
  rmSync(folder, { recursive: true })
  server = await killableServer()
  await server.start()
}, 120_000)
afterAll(async () => {
  await line?.end().catch(() => {})
  server?.remove()
})

const lives = async () => {
  for (const port of [server.port, server.recorderPort])
    expect((await fetch(`http://localhost:${port}/livez`)).status).toBe(200)
  expect(server.isRunning()).toBe(true)
}

const upgrade = (path: string, ...more: string[]) =>
  ['GET ', path, ' HTTP/1.1\r\nHost: localhost\r\n', ...more.map((line) => `${line}\r\n`), '\r\n'].join('')
const websocket = ['Connection: Upgrade', 'Upgrade: websocket']
const handshake = [...websocket, 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
const upgrades = [
  '/public/websocket',
  '/api/public/websocket',
  '/',
  '/api/x',
  '//',
  '/%',
  '*',
  'http://[/',
  '?',
].flatMap((path) => [
  upgrade(path, ...websocket),
  upgrade(path, ...handshake),
  ...['null', 'x', '', 'http://', 'http://[::', '\u0001', 'file://', 'http://evil.example'].map((origin) =>
    upgrade(path, ...handshake, `Origin: ${origin}`),
  ),
])

/** Sends these bytes and waits for the beginning of an answer, or for the end of the connection. */
async function say(port: number, bytes: string, allowHalfOpen = false) {
  const socket = connect({ port, host: 'localhost', allowHalfOpen })
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  const heard = await Promise.race([once(socket, 'data'), once(socket, 'close'), once(socket, 'end')])
  return { socket, heard: String(heard[0] ?? '') }
}

test('an upgrade request, from anywhere and with any end of the connection, harms nobody', async () => {
  for (const port of [server.port, server.recorderPort])
    for (const bytes of upgrades) {
      const reset = connect(port, 'localhost')
      reset.on('error', () => {})
      await once(reset, 'connect')
      reset.write(bytes, () => reset.resetAndDestroy())
      const { socket } = await say(port, bytes)
      socket.resetAndDestroy()
    }
  await lives()
}, 60_000)

test('a refused upgrade is not kept open, even when the client never hangs up', async () => {
  const { socket } = await say(server.port, upgrade('/public/websocket', ...handshake, 'Origin: null'), true)
  const gone = new Promise((resolve) => socket.on('close', resolve))
  socket.on('end', () => {})
  const writing = setInterval(() => socket.write('x'), 50)
  await gone
  clearInterval(writing)
  await lives()
})

test('an offer of HTTP/2 is answered with plain HTTP', async () => {
  const h2c = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA']
  for (const port of [server.port, server.recorderPort]) {
    const { socket, heard } = await say(port, upgrade('/livez', ...h2c))
    socket.destroy()
    expect(heard).toMatch(/^HTTP\/1\.1 200 /)
  }
})

/** One shared connection for all queries, because connecting costs PostgreSQL more than hundreds of queries. */
let line: pg.Client | undefined
async function connected(): Promise<pg.Client> {
  if (line) return line
  const client = new pg.Client({ connectionString: server.databaseUrl(), application_name: 'test' })
  client.on('error', () => {})
  client.on('end', () => {
    if (line === client) line = undefined
  })
  await client.connect()
  return (line = client)
}

async function ask<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
  const client = await connected()
  try {
    return (await client.query<Row>(sql, values)).rows
  } catch (error) {
    // The tests kill processes of PostgreSQL, which then may close this connection too.
    if (line === client) line = undefined
    client.end().catch(() => {})
    throw error
  }
}
const backends = (where: string) =>
  ask<{ pid: number; name: string }>(
    `select pid, application_name as name from pg_stat_activity where backend_type = 'client backend' and application_name <> 'test' and ${where}`,
  ).catch(() => [])

async function ready() {
  await expect
    .poll(async () => (await fetch(`${server.url}/readyz`).catch(() => null))?.status, { timeout: 30_000 })
    .toBe(200)
}

/** Works, causes a fault, and expects all acknowledged work to be there exactly once. */
async function underLoad(harm: () => Promise<void>) {
  await ready()
  const work = await aWorkload({
    url: server.url,
    account: server.account('doctor'),
    audio,
    uploaders: 3,
    pauseMs: 500,
  })
  await sleep(500)
  await harm()
  await ready()
  // Wait until work was done, however long the fault delays it.
  await expect.poll(() => Math.min(work.jobs.size, work.saves.acknowledged), { timeout: 60_000 }).toBeGreaterThan(3)
  await work.finish()
  expect(await work.lost()).toEqual([])
  expect(work.saves.lost).toBe(0)
  const rows = await ask<{ count: number }>(
    'select count(*)::int as count from jobs where dictation_id = any($1) group by dictation_id',
    [[...work.jobs.keys()]],
  )
  expect(rows.map(({ count }) => count)).toEqual([...work.jobs].map(() => 1))
  // A failed call must have a message.
  expect([...work.answers.keys()].filter((kind) => !/^200$|^503 database-away$/.test(kind))).toEqual([])
  await lives()
}

test('a database connection that ends during its work fails only that call, with a readable message [QA-76]', async () => {
  const ended = new Map<string, number>()
  await underLoad(async () => {
    for (let round = 0; round < times(6, 12); round += 1) {
      const where = round % 2 ? 'true' : "state like 'idle in transaction%'"
      for (const { pid, name } of await backends(where)) {
        ended.set(name, (ended.get(name) ?? 0) + 1)
        await ask('select pg_terminate_backend($1)', [pid])
        await sleep(20)
      }
      await sleep(200)
    }
  })
  for (const name of ['dictara_app', 'dictara_gate', 'dictara_listen', 'dictara_system', 'pgboss'])
    expect(ended.get(name), name).toBeGreaterThan(0)
}, 240_000)

test('PostgreSQL killed while nobody works comes back automatically [QA-74]', async () => {
  for (let time = 0; time < times(1, 3); time += 1) {
    process.kill(server.postmaster(), 'SIGKILL')
    await expect.poll(async () => (await backends('true')).length, { timeout: 30_000 }).toBeGreaterThan(0)
    await ready()
    await lives()
  }
}, 240_000)

test(
  'PostgreSQL killed while people work comes back automatically, with everything acknowledged [QA-75]',
  () =>
    underLoad(async () => {
      for (let time = 0; time < times(1, 4); time += 1) {
        process.kill(server.postmaster(), 'SIGKILL')
        await sleep(300)
        await ready()
        await sleep(500)
      }
    }),
  240_000,
)

test(
  'a busy process of PostgreSQL killed, as by a lack of memory, interrupts work only briefly [QA-77]',
  () =>
    underLoad(async () => {
      for (let time = 0; time < times(2, 8); time += 1) {
        let busy = await backends("state <> 'idle'")
        while (busy.length === 0) busy = await backends("state <> 'idle'")
        process.kill(busy[0]!.pid, 'SIGKILL')
        await sleep(300)
        await ready()
        await sleep(300)
      }
    }),
  240_000,
)

test('killed at any moment after a submit, the server makes exactly one job of each dictation [QA-05]', async () => {
  for (const delayMs of [70, 0, 220, 20, 40, 110, 160, 300].slice(0, times(1, 8))) {
    const work = await aWorkload({ url: server.url, account: server.account('doctor'), audio, uploaders: 2 })
    while (work.begun() < 2) await sleep(1)
    await sleep(delayMs)
    await server.kill()
    await server.start()
    await work.finish()
    expect(await work.lost()).toEqual([])
    const rows = await ask<{ count: number }>(
      'select count(*)::int as count from jobs where dictation_id = any($1) group by dictation_id',
      [[...work.jobs.keys()]],
    )
    expect(rows.map(({ count }) => count)).toEqual([...work.jobs].map(() => 1))
  }
}, 400_000)
