import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboardCalls } from '@dictara/contract/dashboards'
import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { aClinic, signedIn } from '../../testing/clinic.fixtures.ts'
import { type Dictating, dictated, listeningCopy, settledJob } from '../../testing/dictating.ts'
import { replacedPrograms } from '../../testing/replaced-programs.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { makeToneModel, toneHertz, wavOfTones } from '../../testing/tone-model.ts'

const root = mkdtempSync(join(tmpdir(), 'dictara-speech-model-'))
const folder = join(root, 'tones')
const programs = replacedPrograms()
const tokens = [' chest', ' pain', ' today']
const hertz = toneHertz(tokens.length)
const recording = wavOfTones(
  hertz.map((tone, index) => ({ hertz: tone, at: 0.5 + index, seconds: 0.4 })),
  4,
)
let at: Dictating

beforeAll(async () => {
  const server = await startTestServer({ tasks: true, settings: { DICTARA_SPEECH_MODEL: folder } })
  const clinic = await aClinic(server)
  at = { server, clinic, doctor: await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] }) }
}, 120_000)
afterEach(() => programs.restore('prlimit'))
afterAll(async () => {
  programs.remove()
  await at.server.close()
  rmSync(root, { recursive: true, force: true })
})

const makeModel = () =>
  makeToneModel(
    folder,
    tokens.map((token, index) => ({ token, hertz: hertz[index]! })),
  )
const resubmit = (jobId: string) => at.doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })
const prefix = 'The recording couldn’t be converted.'
const unusable = (reason: string) =>
  `${prefix} The server’s speech model can’t be used: ${reason}. Tell the person who runs Dictara.`

test('without a speech model the job and the administrator’s home say why, the audio is kept, and Resubmit works later', async () => {
  const jobId = await dictated(at, [recording])
  expect(await settledJob(at, jobId)).toMatchObject({
    status: 'INCOMPLETE',
    reason_for_failing: unusable('its folder doesn’t exist'),
  })
  const admin = await signedIn(at.server, at.clinic.clinicId, { userType: 'clinicAdmin' })
  const { systems } = (await admin.call(dashboardCalls.getAtWork, {})).result[0]!
  expect(systems[0]).toMatchObject({ engine: { label: 'tones', isBasic: false }, trouble: 'its folder doesn’t exist' })
  expect(Math.round((await listeningCopy(at, jobId)).duration_ms / 1000)).toBe(4)
  mkdirSync(folder)
  writeFileSync(join(folder, 'tokens.txt'), '<blk> 0\n')
  await resubmit(jobId)
  expect(await settledJob(at, jobId)).toMatchObject({
    status: 'INCOMPLETE',
    reason_for_failing: unusable('there is no model (a file that ends in .onnx) in its folder'),
  })
  makeModel()
  await resubmit(jobId)
  expect(await settledJob(at, jobId)).toMatchObject({ status: 'IN_PROGRESS', reason_for_failing: null })
  const { rows } = await at.server.owner.query(
    'select c.sections, s.words from conversions c join conversion_segments s using (clinic_id, job_id) where job_id = $1',
    [jobId],
  )
  expect(rows[0].words.map(({ word, start }: { word: string; start: number }) => [word, Math.round(start)])).toEqual([
    ['chest', 0],
    ['pain', 1],
    ['today', 2],
  ])
  expect(JSON.stringify(rows[0].sections)).toContain('Chest pain today')
  const heard = await at.doctor.call(noteCalls.listWords, { params: { id: jobId } })
  expect(heard).toMatchObject({ status: 200, engine: { label: 'MedASR (tones)', isBasic: false } })
}, 200_000)

test('a speech model that is killed again and again gives a readable reason, and the audio and job are kept', async () => {
  makeModel()
  programs.replace('prlimit', 'case "$*" in *recognise-program*) kill -KILL $$ ;; *) exec $real "$@" ;; esac')
  const jobId = await dictated(at, [recording])
  expect(await settledJob(at, jobId)).toMatchObject({
    status: 'INCOMPLETE',
    reason_for_failing: `${prefix} The speech model was stopped. The server may not have enough memory for it.`,
  })
  programs.restore('prlimit')
  await resubmit(jobId)
  expect(await settledJob(at, jobId)).toMatchObject({ status: 'IN_PROGRESS', reason_for_failing: null })
}, 200_000)
