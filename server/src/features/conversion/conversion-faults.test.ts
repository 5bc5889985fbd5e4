import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listeningCalls } from '@dictara/contract/listening'
import { jobCalls } from '@dictara/contract/jobs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { type Dictating, dictated } from '../../testing/dictating.ts'
import { quickEngine } from '../../testing/quick-engine.ts'
import { tone } from '../../testing/sounds.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-faults-'))
const log = join(folder, 'heard')
let server: TestServer
let clinic: TestClinic
let doctor: TestClient

/** Replaces the engine by a script: `$part` is the name of its input file, and each call is written to the log. */
const engineDoes = (script: string) =>
  quickEngine(
    folder,
    `while [ "$1" != -infile ]; do shift; done
part=$(basename "$2")
${script}
echo "$part" >>${log}`,
  )
const heard = () => (existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [])

async function started(tasks: readonly string[]): Promise<Dictating> {
  const settings = { DICTARA_SPEECH_PROGRAM: join(folder, 'engine'), DICTARA_CONVERSIONS: '2' }
  const on = await startTestServer({ tasks, settings })
  const at = await aClinic(on)
  return { server: on, clinic: at, doctor: await signedIn(on, at.clinicId, { facilityIds: [at.facilityId] }) }
}
beforeAll(async () => {
  engineDoes('')
  ;({ server, clinic, doctor } = await started(['convert-dictation', 'convert-long-dictation']))
}, 120_000)
beforeEach(() => rmSync(log, { force: true }))
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A tone of this length. The test decides what the engine recognises in it. */
const sound = (seconds: number, extension = 'flac') => tone(seconds, `x.${extension}`, '-ac', '1')

const dictate = (bytes: Buffer, at = { server, clinic, doctor }) => dictated(at, [bytes])

async function jobOf(jobId: string, of = server) {
  const { rows } = await of.owner.query('select * from jobs where id = $1', [jobId])
  return rows[0] as { status: string; reason_for_failing: string; notices: string[]; audio_ms: string }
}
async function settled(jobId: string, of = server) {
  await expect
    .poll(async () => (await jobOf(jobId, of)).status, { timeout: 100_000, interval: 250 })
    .not.toMatch(/RECEIVED|CONVERTING/)
  return jobOf(jobId, of)
}

test('an engine killed three times recognises no segment twice, and times count from the start of the recording [QA-62]', async () => {
  engineDoes(`if [ "$part" = 1.wav ] && [ $(ls ${folder}/crashed.* 2>/dev/null | wc -l) -lt 3 ]; then
  touch ${folder}/crashed.$$; kill -KILL $$
fi`)
  const jobId = await dictate(await sound(190))
  expect(await settled(jobId)).toMatchObject({ status: 'IN_PROGRESS', reason_for_failing: null })
  expect(heard()).toEqual(['0.wav', '1.wav', '2.wav'])
  const { rows } = await server.owner.query(
    'select s.words, c.segments from conversion_segments s join conversions c using (clinic_id, job_id) where job_id = $1 order by number',
    [jobId],
  )
  for (const [number, { words, segments }] of rows.entries())
    expect(words[0].start).toBeCloseTo(segments[number].startMs / 1000 + 0.1)
}, 150_000)

test('a missing engine is reported with a readable message, and Resubmit works once it is installed [JOBS-30, QA-66]', async () => {
  rmSync(join(folder, 'engine'))
  const jobId = await dictate(await sound(3))
  expect(await settled(jobId)).toMatchObject({
    status: 'INCOMPLETE',
    reason_for_failing: 'The recording couldn’t be converted. The speech engine isn’t installed on the server.',
  })
  engineDoes('')
  await doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })
  expect(await settled(jobId)).toMatchObject({ status: 'IN_PROGRESS', reason_for_failing: null })
})

test('an engine that is always killed leaves an incomplete job with a reason and no plain files, and Resubmit runs once [QA-63]', async () => {
  engineDoes('kill -9 $$')
  const jobId = await dictate(await sound(3))
  expect(await settled(jobId)).toMatchObject({
    status: 'INCOMPLETE',
    reason_for_failing: 'The recording couldn’t be converted. The speech engine stopped unexpectedly.',
  })
  const [own] = readdirSync(join(server.config.dataFolder, 'work'))
  expect(readdirSync(join(server.config.dataFolder, 'work', own!))).toEqual(['owner.json'])
  engineDoes('')
  const resubmit = () => doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })
  const answers = await Promise.all([resubmit(), resubmit(), resubmit()])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  // The others get 409 or 422, depending on whether the first one had finished.
  for (const { status } of answers) expect([200, 409, 422]).toContain(status)
  expect(await settled(jobId)).toMatchObject({ status: 'IN_PROGRESS', reason_for_failing: null })
  const { rows } = await server.owner.query(
    "select from audit_events where job_id = $1 and event = 'job.handToAuthor'",
    [jobId],
  )
  expect(rows).toHaveLength(1)
}, 90_000)

test('two long recordings do not delay a short one, and are decoded once', async () => {
  const gate = join(folder, 'gate')
  engineDoes(`if [ "$part" != take-0.wav ]; then while [ ! -e ${gate} ]; do sleep 0.5; done; fi`)
  const long = await sound(12 * 60 + 30)
  const longJobs = [await dictate(long), await dictate(long)]
  const keptDecodes = async () => {
    const { rows } = await server.owner.query(
      'select 1 from conversions where job_id = any($1) and decoded_blob is not null',
      [longJobs],
    )
    return rows.length
  }
  await expect.poll(keptDecodes, { timeout: 30_000 }).toBe(2)
  for (const _ of [1, 2]) expect(await settled(await dictate(await sound(3)))).toMatchObject({ status: 'IN_PROGRESS' })
  for (const jobId of longJobs) expect((await jobOf(jobId)).status).toBe('CONVERTING')
  writeFileSync(gate, '')
  for (const jobId of longJobs) expect(await settled(jobId)).toMatchObject({ status: 'IN_PROGRESS' })
  expect(await keptDecodes()).toBe(0)
}, 180_000)

test('a speech service can replace the engine, and its refusal ends the job with a reason', async () => {
  let status = 200
  const service = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(status).end(JSON.stringify({ text: 'Fever.', words: [{ word: 'Fever.', start: 0, end: 1 }] }))
    })
  }).listen(0, 'localhost')
  await new Promise((listening) => service.once('listening', listening))
  const url = `http://localhost:${(service.address() as AddressInfo).port}`
  const settings = { DICTARA_SPEECH: 'openai', DICTARA_SPEECH_URL: url, DICTARA_SPEECH_KEY: 'sk-canary' }
  const other = await startTestServer({ tasks: ['convert-dictation'], settings })
  try {
    const theirClinic = await aClinic(other)
    const author = await signedIn(other, theirClinic.clinicId, { facilityIds: [theirClinic.facilityId] })
    const there = { server: other, clinic: theirClinic, doctor: author }
    expect(await settled(await dictate(await sound(3), there), other)).toMatchObject({
      status: 'IN_PROGRESS',
      notices: [],
    })
    status = 401
    expect(await settled(await dictate(await sound(3), there), other)).toMatchObject({
      status: 'INCOMPLETE',
      reason_for_failing: expect.stringMatching(/refused the recording \(401\); an administrator/),
    })
  } finally {
    await other.close()
    service.close()
  }
})

test('the readable part of a cut-off recording is used, and a notice gives both lengths', async () => {
  engineDoes('')
  const whole = await sound(10, 'wav')
  const job = await settled(await dictate(whole.subarray(0, whole.length / 2)))
  expect(job).toMatchObject({
    status: 'IN_PROGRESS',
    notices: ['This recording is cut off: 0:05 of 0:10 could be read.'],
  })
  expect(Math.round(Number(job.audio_ms) / 1000)).toBe(5)
})

/** The path of the stored file of a dictation’s only chunk. */
async function storedOf(jobId: string, of: TestServer): Promise<string> {
  const { rows } = await of.owner.query(
    'select c.blob_id from dictation_chunks c join jobs j on j.dictation_id = c.dictation_id where j.id = $1',
    [jobId],
  )
  return join(of.config.dataFolder, 'audio', rows[0].blob_id.slice(-2), rows[0].blob_id)
}

test('a stored recording without its end makes no shorter note: a message says so, and once restored it converts', async () => {
  const there = await started(['convert-dictation', 'prepare-listening'])
  const bytes = await sound(20, 'wav')
  // Other dictations keep the converter busy, so that nothing converts before the file is damaged.
  const occupied = join(folder, 'occupied')
  engineDoes(`while [ ! -e ${occupied} ]; do sleep 0.5; done`)
  const others = await Promise.all([1, 2, 3].map(async () => dictate(await sound(2), there)))
  const jobId = await dictate(bytes, there)
  const path = await storedOf(jobId, there.server)
  const whole = readFileSync(path)
  // Whole encrypted blocks are cut off, so each remaining block can still be decrypted.
  writeFileSync(path, whole.subarray(0, 60 + 3 * 65_552))
  writeFileSync(occupied, '')
  expect(await settled(jobId, there.server)).toMatchObject({
    status: 'INCOMPLETE',
    reason_for_failing: expect.stringMatching(
      /^The recording couldn’t be converted\. The stored recording is damaged: /,
    ),
  })
  for (const other of others) await settled(other, there.server)
  await expect
    .poll(async () => (await there.doctor.call(listeningCalls.getAudioUrl, { params: { id: jobId } })).message, {
      timeout: 120_000,
      interval: 250,
    })
    .toMatch(/couldn’t be prepared for playback\. The stored recording is damaged/)

  writeFileSync(path, whole)
  engineDoes('')
  await there.doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })
  const job = await settled(jobId, there.server)
  expect(job).toMatchObject({ status: 'IN_PROGRESS', notices: [] })
  expect(Math.round(Number(job.audio_ms) / 1000)).toBe(20)
  await expect
    .poll(async () => (await there.doctor.call(listeningCalls.getAudioUrl, { params: { id: jobId } })).status, {
      timeout: 120_000,
      interval: 250,
    })
    .toBe(200)
  await there.server.close()
}, 360_000)
