import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listeningCalls } from '@dictara/contract/listening'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { freePort } from '../platform/free-port.ts'
import { aClinic, signedIn, type TestClinic } from './clinic.fixtures.ts'
import { dictated } from './dictating.ts'
import { programOf } from './program.ts'
import { quickEngine } from './quick-engine.ts'
import { startSettings } from './start-settings.ts'
import type { TestClient } from './test-client.ts'
import { times } from '../../../tools/src/times.ts'
import { startTestServer, type TestServer } from './test-server.ts'
import { untilReady } from './until-ready.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-copies-'))
const gate = join(folder, 'gate')
const begun = join(folder, 'begun')
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let audio: Buffer
let copies: ChildProcess[] = []

beforeAll(() => {
  execFileSync('flite', ['-voice', 'rms', '-t', 'rest', '-o', join(folder, 'a.wav')])
  audio = readFileSync(join(folder, 'a.wav'))
  quickEngine(folder, `echo begun >>${begun}\nwhile [ ! -e ${gate} ]; do sleep 0.5; done`)
})
beforeEach(async () => {
  for (const path of [gate, begun]) rmSync(path, { force: true })
  server = await startTestServer({ settings: { DICTARA_SPEECH_PROGRAM: join(folder, 'engine') } })
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
}, 60_000)
afterEach(async () => {
  for (const copy of copies) if (copy.exitCode === null && copy.signalCode === null) await ended(copy, 'SIGKILL')
  copies = []
  await server.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Another copy of the product, on the same database and data folder. */
async function aCopy(roles: 'worker' | 'api' = 'worker'): Promise<ChildProcess> {
  const database = new URL(inject('ownerUrl'))
  database.pathname = new URL(server.urlFor('dictara_system')).pathname
  const copy = spawn(process.execPath, [programOf('main')], {
    env: {
      ...(await startSettings(server.config.dataFolder, await freePort())),
      DATABASE_URL: database.toString(),
      DICTARA_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
      DICTARA_ROLES: roles,
      DICTARA_LOG_LEVEL: 'silent',
      DICTARA_SPEECH_PROGRAM: join(folder, 'engine'),
      DICTARA_CONVERSIONS: '2',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  copies.push(copy)
  await untilReady(copy)
  return copy
}
async function ended(copy: ChildProcess, signal: NodeJS.Signals) {
  const end = once(copy, 'exit')
  copy.kill(signal)
  await end
}

const dictate = () => dictated({ server, clinic, doctor }, [audio])
const statusOf = async (jobId: string) =>
  (await server.owner.query('select status from jobs where id = $1', [jobId])).rows[0].status
/** The failed tries counted for all conversions. */
const failedTries = async () => {
  const { rows } = await server.owner.query<{ tries: number }>(
    "select coalesce(sum((data->>'failedTries')::int), 0)::int as tries from pgboss.job where name = 'convert-dictation'",
  )
  return rows[0]!.tries
}
const timesBegun = () => (existsSync(begun) ? readFileSync(begun, 'utf8').trim().split('\n').length : 0)
const workFolders = () =>
  readdirSync(join(server.config.dataFolder, 'work')).map((name) => join(server.config.dataFolder, 'work', name))
/** The unencrypted files. */
const inTheClear = () =>
  workFolders().flatMap((path) =>
    readdirSync(path)
      .filter((name) => name !== 'owner.json')
      .map((name) => join(path, name)),
  )

test('a starting copy leaves the work of running ones alone, and removes what killed ones left behind', async () => {
  const jobId = await dictate()
  const worker = await aCopy()
  await expect.poll(timesBegun, { timeout: 90_000 }).toBe(1)
  const ofConversion = () => inTheClear().filter((path) => /conversion-/.test(path))
  await expect.poll(() => ofConversion().length, { timeout: 90_000 }).toBe(1)
  const [lying] = ofConversion()
  const second = await aCopy('api')
  await aCopy()
  expect(existsSync(lying!)).toBe(true)
  writeFileSync(gate, '')
  await expect.poll(() => statusOf(jobId), { timeout: 90_000 }).toBe('IN_PROGRESS')
  expect(timesBegun()).toBe(1)

  rmSync(gate)
  const next = await dictate()
  await expect.poll(timesBegun, { timeout: 90_000 }).toBe(2)
  const ofOthers = workFolders()
  for (const copy of [worker, second]) await ended(copy, 'SIGKILL')
  // Whether a process on another computer is alive shows only in its heartbeats.
  const [far, silent] = ['far', 'silent'].map((name) => join(server.config.dataFolder, 'work', name)) as [
    string,
    string,
  ]
  for (const path of [far, silent]) {
    mkdirSync(path)
    writeFileSync(join(path, 'owner.json'), JSON.stringify({ place: 'elsewhere', pid: 1, startedAt: '1' }))
  }
  const anHourAgo = new Date(Date.now() - 3_600_000)
  utimesSync(join(silent, 'owner.json'), anHourAgo, anHourAgo)
  await aCopy('api')
  expect([existsSync(far), existsSync(silent)]).toEqual([true, false])
  // Two of the four were killed, so the remaining one, this process and the new one are left.
  expect(ofOthers.filter((path) => existsSync(path))).toHaveLength(ofOthers.length - 2)
  writeFileSync(gate, '')
  await expect.poll(() => statusOf(next), { timeout: 60_000 }).toBe('IN_PROGRESS')
}, 240_000)

test('stops of the server during a conversion use up none of its attempts', async () => {
  const jobId = await dictate()
  for (let time = 1; time <= times(1, 6); time += 1) {
    const copy = await aCopy()
    await expect.poll(timesBegun, { timeout: 60_000 }).toBe(time)
    await ended(copy, 'SIGTERM')
    expect(await statusOf(jobId)).toBe('CONVERTING')
    expect(await failedTries()).toBe(0)
    expect(inTheClear()).toEqual([])
  }
  writeFileSync(gate, '')
  await aCopy()
  await expect.poll(() => statusOf(jobId), { timeout: 60_000 }).toBe('IN_PROGRESS')
}, 300_000)

test('kills of the server during eight conversions use up none of their attempts, and each note exists once [QA-69]', async () => {
  const jobIds = await Promise.all(Array.from({ length: 8 }, dictate))
  for (let time = 1; time <= times(2, 6); time += 1) {
    const before = timesBegun()
    const copy = await aCopy()
    await expect.poll(timesBegun, { timeout: 90_000 }).toBeGreaterThanOrEqual(before + 2)
    await ended(copy, 'SIGKILL')
    expect(await failedTries()).toBe(0)
  }
  writeFileSync(gate, '')
  const last = await aCopy()
  for (const id of jobIds) await expect.poll(() => statusOf(id), { timeout: 120_000 }).toBe('IN_PROGRESS')
  for (const id of jobIds)
    await expect
      .poll(async () => (await doctor.call(listeningCalls.getAudioUrl, { params: { id } })).status, {
        timeout: 120_000,
      })
      .toBe(200)
  const { rows } = await server.owner.query(
    "select job_id, count(*)::int as count from audit_events where event = 'job.handToAuthor' group by job_id",
  )
  expect(rows.map(({ job_id: id, count }) => [id, count]).toSorted()).toEqual(jobIds.map((id) => [id, 1]).toSorted())
  await ended(last, 'SIGTERM')
  expect(inTheClear()).toEqual([])
}, 600_000)
