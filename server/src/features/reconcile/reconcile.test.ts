import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listeningCalls } from '@dictara/contract/listening'
import { jobCalls } from '@dictara/contract/jobs'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Log, silentLog } from '../../platform/log.ts'
import { openQueue, type Queue } from '../../platform/tasks/index.ts'
import { aClinic, aJob, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { dictated } from '../../testing/dictating.ts'
import { quickEngine } from '../../testing/quick-engine.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-reconcile-'))
const path = process.env['PATH']!
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let queue: Queue | undefined
let audio: Buffer

beforeAll(async () => {
  execFileSync('flite', ['-voice', 'rms', '-t', 'rest and follow up in two weeks', '-o', join(folder, 'a.wav')])
  audio = readFileSync(join(folder, 'a.wav'))
  // A folder with all programs except ffmpeg and ffprobe.
  const programs = join(folder, 'programs')
  mkdirSync(programs)
  for (const name of readdirSync('/usr/bin'))
    if (!/^ff(mpeg|probe)$/.test(name)) symlinkSync(join('/usr/bin', name), join(programs, name))
}, 120_000)
beforeEach(async () => {
  failures.length = 0
  server = await startTestServer({ settings: { DICTARA_SPEECH_PROGRAM: quickEngine(folder) } })
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
})
afterEach(async () => {
  process.env['PATH'] = path
  await queue?.stop()
  queue = undefined
  await server.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dictate = () => dictated({ server, clinic, doctor }, [audio])

const taskOf = (name: string) => server.app.tasks.find((task) => task.name === name)!
const reconcile = () =>
  taskOf('reconcile').run({}, { signal: new AbortController().signal, id: 'run', attempt: 1, isLastAttempt: true })
/** Why tasks failed, so that a test that waits in vain can show it. */
const failures: string[] = []
const log: Log = { ...silentLog, warn: ({ task, error }) => void failures.push(`${task}: ${error}`) }
/** Runs these tasks as a copy of the server does, with one attempt each, so that no test waits for a retry. */
async function work(...names: string[]) {
  queue = await openQueue(server.urlFor('dictara_system'), log)
  await queue.work(names.map((name) => ({ ...taskOf(name), attempts: 1 })))
}
const resubmit = (jobId: string) => doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })
const audioOf = (jobId: string) => doctor.call(listeningCalls.getAudioUrl, { params: { id: jobId } })
/** The status of the listening copy. If it is not there, also the reasons. */
const soundOf = async (jobId: string) => {
  const { status, message } = await audioOf(jobId)
  return status === 200 ? [status] : [status, message, ...failures]
}
const jobOf = async (jobId: string) =>
  (await server.owner.query('select status, reason_for_failing as reason from jobs where id = $1', [jobId])).rows[0]
const tasksOf = async (key: string) =>
  (
    await server.owner.query(
      "select name, count(*)::int as count from pgboss.job where singleton_key = $1 and state < 'completed' group by name",
      [key],
    )
  ).rows
const loseTasks = () => server.owner.query('delete from pgboss.job')
const minutesPass = (minutes = 2) =>
  server.owner.query(
    `update jobs set last_updated_at = last_updated_at - $1 * interval '1 minute', submitted_at = submitted_at - $1 * interval '1 minute'`,
    [minutes],
  )

test('a job that lost its task gets a new one, whatever it waits for, and no job gets a second', async () => {
  const [received, kept] = [await dictate(), await dictate()]
  await server.owner.query('delete from pgboss.job where singleton_key like $1', [`%${received}`])
  const author = { authorId: doctor.user.id, submittedAt: new Date().toISOString() }
  const converting = await aJob(server, clinic, { ...author, status: 'CONVERTING' })
  const writing = await aJob(server, clinic, { ...author, status: 'WRITING' })
  await reconcile()
  for (const id of [received, converting, writing]) expect(await tasksOf(id), 'it has only just moved').toEqual([])

  await minutesPass()
  for (let time = 0; time < 2; time += 1) {
    await reconcile()
    for (const id of [received, kept, converting])
      expect(await tasksOf(id)).toEqual([{ name: 'convert-dictation', count: 1 }])
    expect(await tasksOf(clinic.facilityId)).toEqual([{ name: 'deliver-notes', count: 1 }])
    for (const id of [received, kept])
      expect(await tasksOf(`listen ${id}`)).toEqual([{ name: 'prepare-listening', count: 1 }])
  }
  await work('convert-dictation', 'prepare-listening')
  for (const id of [received, kept]) {
    await expect.poll(async () => (await jobOf(id)).status, { timeout: 40_000 }).toBe('IN_PROGRESS')
    await expect.poll(() => soundOf(id), { timeout: 60_000 }).toEqual([200])
  }
}, 120_000)

test('a job started again and again without an end becomes incomplete with a reason, and can be resubmitted', async () => {
  const jobId = await dictate()
  await minutesPass()
  for (let time = 0; time < 5; time += 1) {
    await reconcile()
    await server.owner.query("update pgboss.job set state = 'completed' where singleton_key = $1", [jobId])
    expect((await jobOf(jobId)).status).toBe('RECEIVED')
  }
  await reconcile()
  expect(await jobOf(jobId)).toEqual({
    status: 'INCOMPLETE',
    reason: 'The recording couldn’t be converted. It was started several times and never finished.',
  })
  expect((await resubmit(jobId)).status).toBe(200)
  expect(await jobOf(jobId)).toEqual({ status: 'CONVERTING', reason: null })
  expect(await tasksOf(jobId)).toEqual([{ name: 'convert-dictation', count: 1 }])
}, 60_000)

test('a conversion that dies before it begins also makes the job incomplete', async () => {
  const jobId = await dictate()
  await taskOf('convert-dictation').whenDead!({ clinicId: clinic.clinicId, jobId }, 'It took too long.', false)
  expect(await jobOf(jobId)).toMatchObject({
    status: 'INCOMPLETE',
    reason: 'The recording couldn’t be converted. It took too long.',
  })
})

test('a job dictated while ffmpeg was missing gets note and listening copy once it is installed and resubmitted [QA-68]', async () => {
  process.env['PATH'] = join(folder, 'programs')
  const jobId = await dictate()
  await work('convert-dictation', 'prepare-listening')
  await expect.poll(async () => (await jobOf(jobId)).status, { timeout: 30_000 }).toBe('INCOMPLETE')
  await expect.poll(async () => (await audioOf(jobId)).code, { timeout: 30_000 }).toBe('audio-failed')
  expect((await audioOf(jobId)).message).toBe(
    'The recording couldn’t be prepared for playback. ffmpeg, which reads recordings, isn’t installed on the server. We’ll try again automatically.',
  )
  process.env['PATH'] = path
  expect((await resubmit(jobId)).status).toBe(200)
  await expect.poll(async () => (await jobOf(jobId)).status, { timeout: 30_000 }).toBe('IN_PROGRESS')
  await expect.poll(async () => (await audioOf(jobId)).status, { timeout: 30_000 }).toBe(200)
}, 120_000)

test('a failed listening copy is prepared later automatically, and one without audio says so permanently', async () => {
  const jobId = await dictate()
  process.env['PATH'] = join(folder, 'programs')
  await work('prepare-listening')
  await expect.poll(async () => (await audioOf(jobId)).code, { timeout: 30_000 }).toBe('audio-failed')
  // A task ends a moment after its result is visible.
  await expect.poll(() => tasksOf(`listen ${jobId}`), { timeout: 30_000 }).toEqual([])
  process.env['PATH'] = path
  await minutesPass()
  await reconcile()
  expect(await tasksOf(`listen ${jobId}`), 'its next try is not due yet').toEqual([])
  await server.owner.query("update listening_failures set retry_at = now() - interval '1 second'")
  await reconcile()
  await expect.poll(async () => (await audioOf(jobId)).status, { timeout: 30_000 }).toBe(200)
  expect((await server.owner.query('select from listening_failures')).rows).toEqual([])
  await expect.poll(() => tasksOf(`listen ${jobId}`), { timeout: 30_000 }).toEqual([])

  await server.owner.query('delete from listening_copies')
  await taskOf('prepare-listening').whenDead!({ clinicId: clinic.clinicId, jobId }, 'It holds no sound.', true)
  await minutesPass(3 * 24 * 60)
  await reconcile()
  expect(await tasksOf(`listen ${jobId}`)).toEqual([])
  expect((await audioOf(jobId)).message).toBe('The recording couldn’t be prepared for playback. It holds no sound.')
}, 120_000)

test('opening a job without a listening copy or a task for it starts one', async () => {
  const jobId = await dictate()
  await loseTasks()
  for (let time = 0; time < 3; time += 1) expect((await audioOf(jobId)).code).toBe('audio-not-ready')
  expect(await tasksOf(`listen ${jobId}`)).toEqual([{ name: 'prepare-listening', count: 1 }])
  await work('prepare-listening')
  await expect.poll(async () => (await audioOf(jobId)).status, { timeout: 30_000 }).toBe(200)
}, 60_000)

test('an old job without a listening copy is found by the daily sweep', async () => {
  const jobId = await dictate()
  await loseTasks()
  await minutesPass(400 * 24 * 60)
  await reconcile()
  expect(await tasksOf(`listen ${jobId}`)).toEqual([{ name: 'prepare-listening', count: 1 }])
})
