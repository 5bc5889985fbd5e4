import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownerPid, postmasterOf } from '../platform/embedded-postgres-leftover.ts'
import { isAlive } from '../platform/process-status.ts'
import { freePort } from '../platform/free-port.ts'
import { folderWithDemo } from '../testing/prepared-demo.ts'
import { programOf } from '../testing/program.ts'
import { startSettings } from '../testing/start-settings.ts'
import { times } from '../../../tools/src/times.ts'

let folder: string
let port: number
let said: string
const runs: ChildProcess[] = []
beforeEach(async () => {
  folder = folderWithDemo('dictara-supervised-')
  port = await freePort()
  said = ''
})
afterEach(() => {
  for (const run of runs) run.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

/** Starts the program as `./start` does. Its output is added to `said`, unless it is redirected. */
async function start(
  program: 'supervise' | 'main',
  output: 'pipe' | number = 'pipe',
  settings: Record<string, string> = {},
) {
  const env = { ...(await startSettings(folder, port)), ...settings }
  const run = spawn(process.execPath, [programOf(program)], {
    env,
    stdio: ['ignore', output, output],
    // Its own process group, as a terminal gives it.
    detached: true,
  })
  for (const stream of [run.stdout, run.stderr]) stream?.on('data', (text: Buffer) => (said += String(text)))
  runs.push(run)
  return run
}

const isReady = async () => (await fetch(`http://localhost:${port}/readyz`).catch(() => null))?.status === 200
const untilReady = () => expect.poll(isReady, { timeout: 110_000, interval: 100 }).toBe(true)
const ending = async (run: ChildProcess) => (await once(run, 'exit'))[0] as number | null
const database = () => join(folder, 'postgres/database')
const serverPid = () => ownerPid(database())
const untilGone = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 110_000 }).toBe(false)

test('a server that dies is restarted with a message, and one Ctrl+C, which reaches every process, ends it', async () => {
  const run = await start('supervise')
  await untilReady()
  for (let time = 1; time <= times(1, 2); time += 1) {
    const pid = serverPid()
    process.kill(pid, 'SIGKILL')
    await untilGone(pid)
    await untilReady()
    expect(said.match(/Dictara stopped unexpectedly \(SIGKILL\)\. It is started again (now|in)/g)).toHaveLength(time)
  }
  const [pid, postgres] = [serverPid(), postmasterOf(database())!.pid]
  const ended = ending(run)
  // The server has its own process group. Otherwise it would get the signal twice, and the second one means stop
  // immediately.
  process.kill(-run.pid!, 'SIGINT')
  expect(await ended).toBe(0)
  expect([isAlive(pid), isAlive(postgres)]).toEqual([false, false])
  expect(said.match(/Stopping …/g)).toHaveLength(1)
}, 240_000)

test('a start that fails for good is not repeated, and keeps its exit code and message', async () => {
  const holder = createServer().listen(port, 'localhost')
  await once(holder, 'listening')
  const run = await start('supervise')
  expect(await ending(run)).toBe(1)
  holder.close()
  expect(said).toContain(`Port ${port} is used by another program.`)
  expect(said).not.toContain('started again')
}, 240_000)

const answerOf = async (path: string, accept = '*/*') => {
  const answer = await fetch(`http://localhost:${port}${path}`, { headers: { accept } }).catch(() => null)
  return answer && { status: answer.status, again: answer.headers.get('refresh'), text: await answer.text() }
}

test('a first start is reported; killed during it the server is restarted, and killed with its supervisor it is gone', async () => {
  rmSync(folder, { recursive: true })
  const run = await start('supervise', 'pipe', { DICTARA_DEMO: 'no' })
  await expect.poll(() => answerOf('/livez'), { timeout: 110_000, interval: 20 }).toMatchObject({ status: 200 })
  expect(await answerOf('/readyz')).toMatchObject({ status: 503, text: '{"status":"starting"}' })
  expect(JSON.parse((await answerOf('/api/config.json'))!.text)).toMatchObject({ success: false, code: 'starting' })
  expect(await answerOf('/', 'text/html')).toMatchObject({
    status: 503,
    again: '2',
    text: expect.stringContaining('Dictara is starting'),
  })
  await expect.poll(() => existsSync(join(database(), 'server')), { timeout: 110_000, interval: 10 }).toBe(true)
  const pid = serverPid()
  process.kill(pid, 'SIGKILL')
  await untilReady()
  expect(said).toContain('Dictara stopped unexpectedly (SIGKILL). It is started again now')
  expect(await answerOf('/api/config.json')).toMatchObject({ status: 200, again: null })
  const [next, postgres] = [serverPid(), postmasterOf(database())!.pid]
  expect(next).not.toBe(pid)
  // Without its supervisor the server stops by itself, and so does its database.
  run.kill('SIGKILL')
  await untilGone(next)
  await untilGone(postgres)
}, 240_000)

test('PostgreSQL killed repeatedly during a start does not end the server, and two stop requests end it gently', async () => {
  const run = await start('main')
  const killed = new Set<number>()
  while (killed.size < 4 && !(await isReady())) {
    const postgres = postmasterOf(database())?.pid
    if (!postgres || killed.has(postgres) || !isAlive(postgres)) continue
    // Kill PostgreSQL at different stages of the start.
    await sleep(60 * killed.size)
    process.kill(postgres, 'SIGKILL')
    killed.add(postgres)
  }
  await untilReady()
  expect(killed.size).toBeGreaterThan(1)
  expect(run.exitCode).toBe(null)
  const ended = ending(run)
  // A request in progress, so that the stop takes a while.
  const unfinished = connect(port, 'localhost')
  unfinished.on('error', () => {})
  unfinished.write('POST /api/authenticate/login HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{')
  await sleep(300)
  // Services and wrappers may send the signal twice.
  run.kill('SIGTERM')
  await expect.poll(() => said, { timeout: 60_000 }).toContain('Stopping …')
  run.kill('SIGTERM')
  expect(await ended).toBe(0)
  unfinished.destroy()
}, 240_000)

test('a server that cannot write its output keeps running, and ends on request', async () => {
  const full = openSync('/dev/full', 'w')
  const run = await start('main', full)
  closeSync(full)
  await untilReady()
  expect((await fetch(`http://localhost:${port}/api/config.json`)).status).toBe(200)
  const ended = ending(run)
  run.kill('SIGTERM')
  expect(await ended).toBe(0)
}, 240_000)

test('an uncaught fault is logged without personal data, and ends the server', async () => {
  const net = resolve(import.meta.dirname, 'last-net.ts')
  const log = resolve(import.meta.dirname, '../platform/log.ts')
  for (const fault of [
    "setTimeout(() => { throw Object.assign(new Error('Wilhelmina'), { code: 'X' }) })",
    "Promise.reject(Object.assign(new Error('Wilhelmina'), { code: 'X' }))",
  ]) {
    const code = `import { spanLastNet } from '${net}'; import { createLog } from '${log}'; spanLastNet(createLog('info')); setInterval(() => {}, 1000); ${fault}`
    const run = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    runs.push(run)
    let heard = ''
    run.stdout.on('data', (text: Buffer) => (heard += String(text)))
    const [exit] = (await once(run, 'close')) as [number]
    expect(exit).toBe(1)
    expect(JSON.parse(heard)).toMatchObject({
      msg: 'a fault that nothing caught ends the server',
      error: { code: 'X' },
    })
    expect(heard).not.toContain('Wilhelmina')
  }
})
