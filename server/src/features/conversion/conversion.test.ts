import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboardCalls } from '@dictara/contract/dashboards'
import type { LiveFrame } from '@dictara/contract/notifications'
import type { WrittenSection } from '@dictara/dictation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { newId } from '../../platform/ids.ts'
import { aClinic, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { dictated } from '../../testing/dictating.ts'
import { officeNoise } from '../../testing/office-noise.ts'
import { replacedPrograms } from '../../testing/replaced-programs.ts'
import { wavHead } from '../../testing/sounds.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-speech-'))
const programs = replacedPrograms()
let server: TestServer
let clinic: TestClinic
let doctor: TestClient

beforeAll(async () => {
  server = await startTestServer({ tasks: true })
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
}, 120_000)
afterAll(async () => {
  programs.remove()
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

function spoken(text: string): Buffer {
  const path = join(folder, `${newId()}.wav`)
  execFileSync('flite', ['-voice', 'rms', '-t', text, '-o', path])
  return readFileSync(path)
}

function silence(): Buffer {
  const path = join(folder, `${newId()}.wav`)
  execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'anullsrc=r=16000:cl=mono', '-t', '2', path])
  return readFileSync(path)
}

const dictate = (takes: Buffer[], who = doctor, more: object = {}) =>
  dictated({ server, clinic, doctor: who }, takes, more)

async function settled(jobId: string) {
  for (;;) {
    const { rows } = await server.owner.query(
      'select j.*, c.sections, c.audio_ms as heard_ms from jobs j left join conversions c on c.job_id = j.id where j.id = $1',
      [jobId],
    )
    if (!['RECEIVED', 'CONVERTING'].includes(rows[0].status))
      return rows[0] as Record<string, never> & { status: string; sections: WrittenSection[] }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('a dictation is heard, written and handed to its author, and the list is told live [JOBS-01, NOTIF-19]', async () => {
  const seen: string[] = []
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/public/websocket`, {
    headers: { cookie: doctor.cookie },
  })
  socket.on('open', () => socket.send(JSON.stringify({ type: 'connect', token: doctor.user.token })))
  await new Promise<void>((ready) =>
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as LiveFrame
      if (frame.type === 'connected')
        socket.send(JSON.stringify({ type: 'subscribe', channel: `/user/${doctor.user.id}/messages` }))
      if (frame.type === 'subscribed') ready()
      if (frame.type === 'job') seen.push(frame.status)
    }),
  )
  const job = await settled(await dictate([spoken('the patient is a fifty four year old man with chest pain')]))
  expect(job).toMatchObject({ status: 'IN_PROGRESS', holder_id: doctor.user.id, progress: null, notices: [] })
  expect(Number(job.audio_ms)).toBeGreaterThan(2_000)
  expect(job.sections[0]!.content[0]!.value).toMatch(/54-year-old/)
  expect(job.sections[0]!.tokens.length).toBeGreaterThan(3)
  await expect.poll(() => seen).toContain('IN_PROGRESS')
  expect(seen).toContain('CONVERTING')
  socket.close()
}, 60_000)

test('spoken headings and marks make sections, drugs and doses are understood', async () => {
  const text =
    'chief complaint colon chest pain period next paragraph plan colon start metoprolol twenty five milligrams twice daily period'
  const { sections } = await settled(await dictate([spoken(text)]))
  const written = sections.map(({ heading, content }) => [heading.customUIHeading, content[0]?.value])
  expect(written).toContainEqual(['CHIEF COMPLAINT', 'Chest pain.'])
  expect(written).toContainEqual(['PLAN', 'Start metoprolol 25 mg twice daily.'])
}, 60_000)

test('a doctor who sends to transcriptionists fills their pool', async () => {
  const author = await signedIn(server, clinic.clinicId, { userPrivilege: 'NONE', facilityIds: [clinic.facilityId] })
  expect(await settled(await dictate([spoken('rest')], author))).toMatchObject({
    status: 'IN_PROGRESS',
    holder_id: author.user.id,
  })
  await aPerson(server, clinic.clinicId, { userType: 'transcriptionist', facilityIds: [clinic.facilityId] })
  expect(await settled(await dictate([spoken('rest')], author))).toMatchObject({
    status: 'AVAILABLE',
    holder_id: null,
  })
}, 60_000)

test('takes of different formats are all heard', async () => {
  const asWebm = (bytes: Buffer) =>
    execFileSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', '-c:a', 'libopus', '-f', 'webm', 'pipe:1'], { input: bytes })
  const [one, two] = [spoken('the patient has a fever'), asWebm(spoken('and a cough since the day before'))]
  const [first, both] = [await settled(await dictate([one])), await settled(await dictate([one, two]))]
  expect(Number(both.audio_ms)).toBeGreaterThan(Number(first.audio_ms) + 1_000)
}, 60_000)

test('a very quiet dictation is drafted like a loud one, and its author told', async () => {
  const quiet = (text: string) => {
    const to = ['-af', 'volume=-40dB,apad=pad_dur=1', '-f', 'wav', 'pipe:1']
    return execFileSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', ...to], { input: spoken(text) })
  }
  // Two words behind a pause are few enough to be looked at: they stay, since they are said.
  const job = await settled(await dictate([quiet('the patient is a fifty four year old man'), quiet('chest pain')]))
  expect(job).toMatchObject({
    status: 'IN_PROGRESS',
    notices: [expect.stringMatching(/^This recording is very quiet: .* It was amplified for recognition only/)],
  })
  expect(job.sections[0]!.content[0]!.value).toMatch(/54-year-old man\W+chest pain/i)
}, 60_000)

test('silence gives an empty note and says so', async () => {
  const job = await settled(await dictate([silence()]))
  expect(job).toMatchObject({
    status: 'IN_PROGRESS',
    notices: [
      'This recording is silent. There’s no sound in it at all.',
      'No speech was recognised in this recording.',
    ],
  })
}, 60_000)

/** A wav that says it is one and holds no sample. */
const headOfWav = () => spoken('rest').subarray(0, 44)

/** A wav that broke off in the middle of its first sample. */
const halfASample = () => spoken('rest').subarray(0, 45)

test('a recording without any sample makes the job incomplete, with a reason for people [JOBS-30]', async () => {
  const job = await settled(await dictate([halfASample()]))
  expect(job).toMatchObject({
    status: 'INCOMPLETE',
    fail_stage: 'CONVERSION',
    reason_for_failing: 'The recording couldn’t be converted. We can’t find any audio in this file.',
  })
}, 60_000)

test('a recording in which nothing of what was to be kept can be found is kept whole, and its author told', async () => {
  const cuts = [{ take: 0, startMs: 0, endMs: 1_000 }]
  const job = await settled(await dictate([headOfWav(), spoken('the patient has a fever')], doctor, { cuts }))
  expect(job).toMatchObject({
    status: 'IN_PROGRESS',
    notices: [
      'Part 1 of this recording holds no sound.',
      'The parts to keep couldn’t be found in this recording, so all of it was kept.',
    ],
  })
  expect(Number(job.audio_ms)).toBeGreaterThan(1_000)
}, 60_000)

test('a take that a crash left without sound does not keep the others from being heard', async () => {
  const job = await settled(await dictate([headOfWav(), spoken('the patient has a fever')]))
  expect(job).toMatchObject({ status: 'IN_PROGRESS', notices: ['Part 1 of this recording holds no sound.'] })
  expect(Number(job.audio_ms)).toBeGreaterThan(1_000)
}, 60_000)

test('takes are joined, and only what the cuts keep is heard', async () => {
  const [one, two] = [spoken('the patient has a fever'), spoken('and a cough')]
  const whole = await settled(await dictate([one, two]))
  const cut = await settled(await dictate([one, two], doctor, { cuts: [{ take: 1, startMs: 0, endMs: 500 }] }))
  expect(Number(whole.audio_ms)).toBeGreaterThan(1_500)
  expect(Math.abs(Number(cut.audio_ms) - 500)).toBeLessThan(120)
}, 60_000)

test('where voices cannot be looked for, what is heard in noise stays in the note, and who runs the clinic is told', async () => {
  const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const speech = async () => (await admin.call(dashboardCalls.getAtWork, {})).result[0]!.systems[0]!
  const samples = officeNoise(4, { air: 0.02, hum: 0.01, knocks: 0.1 }, 7)
  const noise = Buffer.concat([wavHead(samples.length), Buffer.from(samples.buffer)])
  expect(await settled(await dictate([noise]))).toMatchObject({
    notices: ['No speech was recognised in this recording.'],
  })
  expect(await speech()).not.toHaveProperty('isVoiceSearchMissing')
  programs.replace('prlimit', 'case "$*" in *find-voice-program*) exit 69 ;; *) exec $real "$@" ;; esac')
  const job = await settled(await dictate([noise]))
  expect(job.notices).not.toContain('No speech was recognised in this recording.')
  expect(job.sections[0]!.tokens.length).toBeGreaterThan(0)
  expect(await speech()).toMatchObject({ engine: { isBasic: true }, isVoiceSearchMissing: true })
}, 60_000)
