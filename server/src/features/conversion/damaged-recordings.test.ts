import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, signedIn } from '../../testing/clinic.fixtures.ts'
import { type Dictating, dictated, listeningCopy, settledJob } from '../../testing/dictating.ts'
import { quickEngine } from '../../testing/quick-engine.ts'
import { recordedTone, tone } from '../../testing/sounds.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { times } from '../../../../tools/src/times.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-damaged-'))
let at: Dictating

beforeAll(async () => {
  const server = await startTestServer({ tasks: true, settings: { DICTARA_SPEECH_PROGRAM: quickEngine(folder) } })
  const clinic = await aClinic(server)
  at = { server, clinic, doctor: await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] }) }
}, 240_000)
afterAll(async () => {
  await at.server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Dictates all recordings at once, because each has to wait for its turn, and returns their jobs. */
const converted = async (recordings: readonly Buffer[]) => {
  const jobs = await Promise.all(recordings.map((bytes) => dictated(at, [bytes])))
  return Promise.all(jobs.map(async (jobId) => ({ jobId, ...(await settledJob(at, jobId)) })))
}

test('every format is accepted with its true length, whatever its metadata contains [QA-48]', async () => {
  const seconds = 4
  const long = 'data '.repeat(2_000)
  const recordings = [
    await tone(seconds, 'x.mp3'),
    await tone(seconds, 'x.m4a'),
    await recordedTone(seconds),
    await tone(seconds, 'x.ogg', '-c:a', 'libopus'),
    await tone(seconds, 'x.flac'),
    await tone(seconds, 'x.wma'),
    // Titles and comments that look like chunks of a wav file or are longer than the start of the file that is read
    // first.
    await tone(seconds, 'x.wav', '-metadata', 'title=my data here'),
    await tone(seconds, 'x.m4a', '-metadata', 'title=my data here', '-metadata', `comment=${long}`),
    await tone(seconds, 'x.flac', '-metadata', `comment=${long}`),
  ]
  for (const [number, job] of (await converted(recordings)).entries()) {
    expect(job).toMatchObject({ status: 'IN_PROGRESS', notices: [] })
    expect(Math.abs(Number(job.audio_ms) - seconds * 1000)).toBeLessThan(200)
    // Listening copies are made one after the other, so check only the first three.
    if (number < 3)
      expect(Math.abs((await listeningCopy(at, job.jobId)).duration_ms - seconds * 1000)).toBeLessThan(200)
  }
}, 240_000)

const half = (bytes: Buffer) => bytes.subarray(0, Math.floor(bytes.length / 2))

test('a recording cut in half or with a damaged middle gets a notice with both lengths, and its listening copy is marked partial [QA-51]', async () => {
  const zeroed = await tone(20, 'x.mp3')
  zeroed.fill(0, Math.floor(zeroed.length * 0.4), Math.floor(zeroed.length * 0.6))
  const recordings = [
    half(await tone(20, 'x.mp3')),
    half(await tone(20, 'x.webm', '-c:a', 'libopus')),
    half(await tone(20, 'x.flac')),
    half(await tone(20, 'x.wav')),
    zeroed,
  ]
  for (const job of await converted(recordings)) {
    expect(job).toMatchObject({
      status: 'IN_PROGRESS',
      notices: [expect.stringMatching(/cut off: 0:[01]\d of 0:20 could/)],
    })
    expect(await listeningCopy(at, job.jobId)).toMatchObject({ is_part: true })
  }
}, 240_000)

test('an ogg or wma cut in half gets a notice too, and whole ones get none [QA-52]', async () => {
  const [ogg, vorbis, wma] = [
    await tone(20, 'x.ogg', '-c:a', 'libopus'),
    await tone(20, 'x.ogg'),
    await tone(20, 'x.wma'),
  ]
  const [cutOgg, cutVorbis, cutWma, ...whole] = await converted([half(ogg), half(vorbis), half(wma), ogg, vorbis, wma])
  for (const job of [cutOgg!, cutVorbis!])
    expect(job.notices).toEqual([
      expect.stringMatching(/^The end of this recording is missing\. .* 0:\d\d could be read\.$/),
    ])
  expect(cutWma!.notices).toEqual([expect.stringMatching(/cut off: 0:\d\d of 0:20 could be read/)])
  for (const job of whole) expect(job.notices).toEqual([])
}, 240_000)

test('of many simultaneous recordings, the corrupt one fails with a reason and the others become notes [QA-53]', async () => {
  // A wav that was cut off in the middle of its first sample.
  const corrupt = (await tone(1, 'x.wav', '-map_metadata', '-1', '-fflags', '+bitexact')).subarray(0, 45)
  const whole = await tone(3, 'x.wav')
  const length = times(4, 20)
  const jobs = await converted(Array.from({ length }, (_, number) => (number === 2 ? corrupt : whole)))
  expect(jobs.filter(({ status }) => status === 'IN_PROGRESS')).toHaveLength(length - 1)
  expect(jobs[2]).toMatchObject({
    status: 'INCOMPLETE',
    reason_for_failing: 'The recording couldn’t be converted. We can’t find any audio in this file.',
  })
}, 240_000)
