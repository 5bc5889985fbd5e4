import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobCalls } from '@dictara/contract/jobs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runProcess } from '../../platform/processes.ts'
import { aClinic, signedIn } from '../../testing/clinic.fixtures.ts'
import { type Dictating, dictated, listeningCopy, settledJob } from '../../testing/dictating.ts'
import { quickEngine } from '../../testing/quick-engine.ts'
import { replacedPrograms } from '../../testing/replaced-programs.ts'
import { recordedTone } from '../../testing/sounds.ts'
import { startTestServer } from '../../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-killed-'))
const programs = replacedPrograms()
const seconds = 20
let recorded: Buffer
let at: Dictating

beforeAll(async () => {
  recorded = await recordedTone(seconds)
  const server = await startTestServer({ tasks: true, settings: { DICTARA_SPEECH_PROGRAM: quickEngine(folder) } })
  const clinic = await aClinic(server)
  at = { server, clinic, doctor: await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] }) }
}, 120_000)
afterEach(() => programs.restore('ffmpeg', 'ffprobe'))
afterAll(async () => {
  programs.remove()
  await at.server.close()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * A script that makes the program’s first `times` runs for a recording end like a program that is killed when memory
 * runs out: it leaves half of its output and dies by SIGKILL.
 */
const dies = (times: number) => `
case "$*" in *whole.wav*|*/take-*) ;; *) exec $real "$@" ;; esac
count=$(ls ${folder}/death.* 2>/dev/null | wc -l)
[ $count -lt ${times} ] || exec $real "$@"
mktemp -u >/dev/null; touch ${folder}/death.$$
$real "$@"
for last; do case $last in */whole.wav|*/take-*.wav|*/copy) truncate -s $(($(stat -c %s $last) / 2)) $last ;; esac; done
kill -KILL $$`
const forgetDeaths = () => execFileSync('bash', ['-c', `rm -f ${folder}/death.*`])

test('a decoder that dies is run again, and note and listening copy contain the whole recording [QA-64, QA-65]', async () => {
  forgetDeaths()
  programs.replace('ffmpeg', dies(2))
  const jobId = await dictated(at, [recorded])
  const job = await settledJob(at, jobId)
  const copy = await listeningCopy(at, jobId)
  expect(job).toMatchObject({ status: 'IN_PROGRESS', notices: [] })
  expect(Math.round(Number(job.audio_ms) / 1000)).toBe(seconds)
  expect(Math.round(copy.duration_ms / 1000)).toBe(seconds)
  expect(copy.is_part).toBe(false)
}, 200_000)

test.each([
  ['SIGKILL', 'kill -KILL $$', 'killed'],
  ['a shell’s 137', 'exit 137', 'killed'],
  ['ffmpeg’s own 255 for SIGTERM', 'exit 255', 'killed'],
  ['exit code 1 for an unreadable file', 'exit 1', 'failed'],
])('%s is recognised as the death of the program or as an unreadable file', async (_told, how, kind) => {
  const limits = { folder, signal: new AbortController().signal, timeLimitSeconds: 60, memoryLimitMb: 1_000 }
  await expect(runProcess('bash', ['-c', how], limits)).rejects.toMatchObject({ kind })
})

test('a program that dies while measuring the stated length does not hide a loss', async () => {
  forgetDeaths()
  const path = join(folder, 'whole.flac')
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=300:duration=10', path])
  const whole = readFileSync(path)
  programs.replace('ffprobe', dies(2))
  const job = await settledJob(at, await dictated(at, [whole.subarray(0, whole.length / 2)]))
  expect(job.notices).toEqual([expect.stringMatching(/^This recording is cut off: 0:0\d of 0:10 could be read\.$/)])
}, 200_000)

test('a partial note and listening copy are made in full on Resubmit, and the old notice is removed', async () => {
  const jobId = await dictated(at, [recorded])
  await settledJob(at, jobId)
  await listeningCopy(at, jobId)
  // The state after a conversion that could read only part of the recording, in a job that failed later.
  await at.server.owner.query('update conversions set is_part = true, audio_ms = 5 where job_id = $1', [jobId])
  await at.server.owner.query('update listening_copies set is_part = true, duration_ms = 5 where job_id = $1', [jobId])
  await at.server.owner.query(
    `update jobs set status = 'INCOMPLETE', fail_stage = 'CONVERSION', holder_id = null, notices = '{This recording is cut off.}' where id = $1`,
    [jobId],
  )
  expect(await at.doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })).toMatchObject({ status: 200 })
  expect(await settledJob(at, jobId)).toMatchObject({ status: 'IN_PROGRESS', notices: [] })
  expect(Math.round((await listeningCopy(at, jobId)).duration_ms / 1000)).toBe(seconds)
}, 200_000)

test('a missing ffmpeg is named for every format, and Resubmit works once it is installed [QA-67]', async () => {
  const wav = join(folder, 'sound.wav')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'sine=duration=3', wav])
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', wav, join(folder, 'sound.mp3')])
  const recordings = [readFileSync(wav), readFileSync(join(folder, 'sound.mp3')), recorded]
  programs.onlyThere('setpriv', 'prlimit', 'unshare')
  const jobIds = await Promise.all(recordings.map((bytes) => dictated(at, [bytes])))
  for (const jobId of jobIds)
    expect(await settledJob(at, jobId)).toMatchObject({
      status: 'INCOMPLETE',
      reason_for_failing:
        'The recording couldn’t be converted. ffmpeg, which reads recordings, isn’t installed on the server.',
    })
  programs.restore()
  await at.doctor.call(jobCalls.retryJobs, { query: { jobIds } })
  for (const jobId of jobIds)
    expect(await settledJob(at, jobId)).toMatchObject({ status: 'IN_PROGRESS', reason_for_failing: null })
}, 200_000)

test('a decoder that always dies ends with a readable message, not with a partial note', async () => {
  programs.replace('ffmpeg', 'kill -KILL $$')
  const jobId = await dictated(at, [recorded])
  expect(await settledJob(at, jobId)).toMatchObject({
    status: 'INCOMPLETE',
    reason_for_failing: expect.stringMatching(/kept stopping. The server may not have enough memory\.$/),
  })
}, 200_000)
