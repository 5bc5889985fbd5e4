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
import { aClinic, aPerson, signedIn } from '../../testing/clinic.fixtures.ts'
import { type Dictating, dictated } from '../../testing/dictating.ts'
import { officeNoise } from '../../testing/office-noise.ts'
import { quickEngine } from '../../testing/quick-engine.ts'
import { replacedPrograms } from '../../testing/replaced-programs.ts'
import { wavHead } from '../../testing/sounds.ts'
import { startTestServer } from '../../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-speech-'))
const programs = replacedPrograms()
let at: Dictating
/** A server with a fake engine, for tests in which the recognised words do not matter. */
let quick: Dictating

async function started(settings: Record<string, string>): Promise<Dictating> {
  const server = await startTestServer({ tasks: ['convert-dictation'], settings })
  const clinic = await aClinic(server)
  return { server, clinic, doctor: await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] }) }
}
beforeAll(async () => {
  at = await started({})
  quick = await started({ DICTARA_SPEECH_PROGRAM: quickEngine(folder) })
}, 120_000)
afterAll(async () => {
  programs.remove()
  await at.server.close()
  await quick.server.close()
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

/** Submits a dictation of these takes and returns its job once it is converted. */
async function converted(where: Dictating, takes: Buffer[], more: object = {}) {
  const jobId = await dictated(where, takes, more)
  for (;;) {
    const { rows } = await where.server.owner.query(
      'select j.*, c.sections, c.audio_ms as heard_ms from jobs j left join conversions c on c.job_id = j.id where j.id = $1',
      [jobId],
    )
    if (!['RECEIVED', 'CONVERTING'].includes(rows[0].status))
      return rows[0] as Record<string, never> & { status: string; sections: WrittenSection[] }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

test('a dictation is recognised, written and handed to its author, and the list is updated live [JOBS-01, NOTIF-19]', async () => {
  const { server, doctor } = at
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
  const job = await converted(at, [spoken('the patient is a fifty four year old man with chest pain')])
  expect(job).toMatchObject({ status: 'IN_PROGRESS', holder_id: doctor.user.id, progress: null, notices: [] })
  expect(Number(job.audio_ms)).toBeGreaterThan(2_000)
  expect(job.sections[0]!.content[0]!.value).toMatch(/54-year-old/)
  expect(job.sections[0]!.tokens.length).toBeGreaterThan(3)
  await expect.poll(() => seen).toContain('IN_PROGRESS')
  expect(seen).toContain('CONVERTING')
  socket.close()
}, 60_000)

test('spoken headings and marks become sections, and drugs and doses are recognised', async () => {
  const text =
    'chief complaint colon chest pain period next paragraph plan colon start metoprolol twenty five milligrams twice daily period'
  const { sections } = await converted(at, [spoken(text)])
  const written = sections.map(({ heading, content }) => [heading.customUIHeading, content[0]?.value])
  expect(written).toContainEqual(['CHIEF COMPLAINT', 'Chest pain.'])
  expect(written).toContainEqual(['PLAN', 'Start metoprolol 25 mg twice daily.'])
}, 60_000)

test('a dictation by a doctor who sends to transcriptionists enters their pool', async () => {
  const { server, clinic } = quick
  const author = await signedIn(server, clinic.clinicId, { userPrivilege: 'NONE', facilityIds: [clinic.facilityId] })
  const of = { server, clinic, doctor: author }
  expect(await converted(of, [spoken('rest')])).toMatchObject({
    status: 'IN_PROGRESS',
    holder_id: author.user.id,
  })
  await aPerson(server, clinic.clinicId, { userType: 'transcriptionist', facilityIds: [clinic.facilityId] })
  expect(await converted(of, [spoken('rest')])).toMatchObject({
    status: 'AVAILABLE',
    holder_id: null,
  })
}, 60_000)

test('takes of different formats are all recognised', async () => {
  const asWebm = (bytes: Buffer) =>
    execFileSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', '-c:a', 'libopus', '-f', 'webm', 'pipe:1'], { input: bytes })
  const [one, two] = [spoken('the patient has a fever'), asWebm(spoken('and a cough since the day before'))]
  const [first, both] = [await converted(quick, [one]), await converted(quick, [one, two])]
  expect(Number(both.audio_ms)).toBeGreaterThan(Number(first.audio_ms) + 1_000)
}, 60_000)

test('a very quiet dictation is converted like a loud one, with a notice for its author', async () => {
  const quiet = (text: string) => {
    const to = ['-af', 'volume=-40dB,apad=pad_dur=1', '-f', 'wav', 'pipe:1']
    return execFileSync('ffmpeg', ['-v', 'error', '-i', 'pipe:0', ...to], { input: spoken(text) })
  }
  // Two words after a pause are few enough to be checked for noise. They stay, because somebody said them.
  const job = await converted(at, [quiet('the patient is a fifty four year old man'), quiet('chest pain')])
  expect(job).toMatchObject({
    status: 'IN_PROGRESS',
    notices: [expect.stringMatching(/^This recording is very quiet: .* It was amplified for recognition only/)],
  })
  expect(job.sections[0]!.content[0]!.value).toMatch(/54-year-old man\W+chest pain/i)
}, 60_000)

test('silence gives an empty note and says so', async () => {
  const job = await converted(at, [silence()])
  expect(job).toMatchObject({
    status: 'IN_PROGRESS',
    notices: [
      'This recording is silent. There’s no sound in it at all.',
      'No speech was recognised in this recording.',
    ],
  })
}, 60_000)

/** A valid wav head without any sample. */
const headOfWav = () => spoken('rest').subarray(0, 44)

/** A wav that was cut off in the middle of its first sample. */
const halfASample = () => spoken('rest').subarray(0, 45)

test('a recording without any sample makes the job incomplete with a readable reason [JOBS-30]', async () => {
  const job = await converted(quick, [halfASample()])
  expect(job).toMatchObject({
    status: 'INCOMPLETE',
    fail_stage: 'CONVERSION',
    reason_for_failing: 'The recording couldn’t be converted. We can’t find any audio in this file.',
  })
}, 60_000)

test('a recording in which none of the kept parts can be found is kept whole, with a notice', async () => {
  const cuts = [{ take: 0, startMs: 0, endMs: 1_000 }]
  const job = await converted(quick, [headOfWav(), spoken('the patient has a fever')], { cuts })
  expect(job).toMatchObject({
    status: 'IN_PROGRESS',
    notices: [
      'Part 1 of this recording holds no sound.',
      'The parts to keep couldn’t be found in this recording, so all of it was kept.',
    ],
  })
  expect(Number(job.audio_ms)).toBeGreaterThan(1_000)
}, 60_000)

test('a take without audio after a crash does not stop the recognition of the others', async () => {
  const job = await converted(quick, [headOfWav(), spoken('the patient has a fever')])
  expect(job).toMatchObject({ status: 'IN_PROGRESS', notices: ['Part 1 of this recording holds no sound.'] })
  expect(Number(job.audio_ms)).toBeGreaterThan(1_000)
}, 60_000)

test('takes are joined, and only the parts kept by the cuts are recognised', async () => {
  const [one, two] = [spoken('the patient has a fever'), spoken('and a cough')]
  const whole = await converted(quick, [one, two])
  const cut = await converted(quick, [one, two], { cuts: [{ take: 1, startMs: 0, endMs: 500 }] })
  expect(Number(whole.audio_ms)).toBeGreaterThan(1_500)
  expect(Math.abs(Number(cut.audio_ms) - 500)).toBeLessThan(120)
}, 60_000)

test('without voice detection words heard in noise stay in the note, and the administrator sees that it is missing', async () => {
  const { server, clinic } = at
  const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const speech = async () => (await admin.call(dashboardCalls.getAtWork, {})).result[0]!.systems[0]!
  const samples = officeNoise(4, { air: 0.02, hum: 0.01, knocks: 0.1 }, 7)
  const noise = Buffer.concat([wavHead(samples.length), Buffer.from(samples.buffer)])
  expect(await converted(at, [noise])).toMatchObject({ notices: ['No speech was recognised in this recording.'] })
  expect(await speech()).not.toHaveProperty('isVoiceSearchMissing')
  programs.replace('prlimit', 'case "$*" in *find-voice-program*) exit 69 ;; *) exec $real "$@" ;; esac')
  const job = await converted(at, [noise])
  expect(job.notices).not.toContain('No speech was recognised in this recording.')
  expect(job.sections[0]!.tokens.length).toBeGreaterThan(0)
  expect(await speech()).toMatchObject({ engine: { isBasic: true }, isVoiceSearchMissing: true })
}, 60_000)
