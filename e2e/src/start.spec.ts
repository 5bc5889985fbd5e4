import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '../../server/src/platform/free-port.ts'
import { quickEngine } from '../../server/src/testing/quick-engine.ts'
import { speechModels } from '../../server/src/testing/speech-models.ts'
import { compileCache } from '../../server/src/testing/start-settings.ts'

/** Runs `./start` as a person does in a terminal: each run is a separate process on the same data folder. */

let folder: string
let data: string
let engine: string
const started: ChildProcess[] = []
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'dictara-start-'))
  data = join(folder, 'data')
  engine = quickEngine(folder)
})
test.afterAll(() => {
  for (const run of started) run.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function start(settings: Record<string, string> = {}) {
  const ports = { DICTARA_PORT: `${await freePort()}`, DICTARA_RECORDER_PORT: `${await freePort()}` }
  const env = {
    ...process.env,
    ...ports,
    DICTARA_DATA: data,
    DICTARA_SPEECH_PROGRAM: engine,
    DICTARA_SPEECH_MODELS: speechModels,
    NODE_COMPILE_CACHE: compileCache,
    DICTARA_LOG_LEVEL: 'error',
    ...settings,
  }
  const run = spawn(resolve(import.meta.dirname, '../../start'), { env, stdio: ['ignore', 'pipe', 'pipe'] })
  started.push(run)
  const ended = once(run, 'exit') as Promise<[number | null]>
  let said = ''
  for (const output of [run.stdout, run.stderr]) output.on('data', (text: Buffer) => (said += text.toString()))
  return {
    run,
    address: `http://localhost:${env.DICTARA_PORT}`,
    said: () => said,
    ended: async () => (await ended)[0],
    async ready() {
      await Promise.race([
        ended.then(() => Promise.reject(new Error(said))),
        expect
          .poll(() => said, { timeout: 300_000 })
          .toMatch(new RegExp(`^ready http://localhost:${env.DICTARA_PORT}$`, 'm')),
      ])
      return this
    },
  }
}

const accounts = () => readFileSync(join(data, 'demo-accounts.json'), 'utf8')

test('a first start builds and serves the product, and writes the sign-ins of the demo; a start beside it is refused with a reason; after a kill the next one keeps the data, and ends by Ctrl+C', async () => {
  const first = await (await start()).ready()
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200)
  const before = accounts()
  const names = (JSON.parse(before) as { account: string; email: string; password: string }[]).map(
    ({ account }) => account,
  )
  expect(names.toSorted()).toEqual(
    [
      'doctor',
      'poolDoctor',
      'transcriptionist',
      'reviewer1',
      'reviewer2',
      'biller',
      'clinicAdmin',
      'admin',
      'dictaraGod',
      'superAdmin',
      'otherDoctor',
      'otherClinicAdmin',
    ].toSorted(),
  )
  const beside = await start()
  expect(await beside.ended()).toBe(1)
  expect(beside.said()).toContain(`Another Dictara is already using the data folder ${data}`)
  expect((await fetch(`${first.address}/readyz`)).status).toBe(200)
  first.run.kill('SIGKILL')
  await first.ended()
  const next = await (await start()).ready()
  expect((await fetch(`${next.address}/readyz`)).status).toBe(200)
  expect(accounts()).toBe(before)
  next.run.kill('SIGINT')
  expect(await next.ended()).toBe(0)
  await expect(fetch(`${next.address}/readyz`)).rejects.toThrow()
})

test('an invalid setting is named', async () => {
  const server = await start({ DICTARA_PORT: 'four thousand' })
  expect(await server.ended()).toBe(1)
  expect(server.said()).toMatch(/DICTARA_PORT must be a whole number/)
})
