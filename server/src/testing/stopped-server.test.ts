import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dictationCalls as intake } from '@dictara/contract/dictations'
import { facilityCalls } from '@dictara/contract/facilities'
import { jobListCalls } from '@dictara/contract/job-lists'
import { noteCalls } from '@dictara/contract/notes'
import { patientCalls } from '@dictara/contract/patients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../platform/ids.ts'
import { type KillableServer, killableServer } from './killable-server.ts'
import { aLiveTab } from './live-tab.ts'
import { aSlowRequest } from './slow-request.ts'
import { signInAs, type TestClient } from './test-client.ts'

let server: KillableServer
let doctor: TestClient
let facilityId: string
let patientId: string
let audio: Buffer

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-voice-'))
  execFileSync('flite', ['-voice', 'rms', '-t', 'rest and follow up in two weeks', '-o', join(folder, 'a.wav')])
  audio = readFileSync(join(folder, 'a.wav'))
  rmSync(folder, { recursive: true })
  server = await killableServer()
  await server.start()
  const { email, password } = server.account('doctor')
  doctor = await signInAs(server.url, email, password)
  const facilities = (await doctor.call(facilityCalls.listUserFacilities, {})).result
  facilityId = facilities.find(({ disabled }) => !disabled)!.facilityId
  const query = { facilityId, searchValue: '' }
  patientId = (await doctor.call(patientCalls.searchPatients, { query })).result[0]!.pid
}, 120_000)
afterAll(() => server?.remove())

async function begun(): Promise<string> {
  const dictationId = newId()
  const body = { dictationId, facilityId, patientId, mimeType: 'audio/wav' }
  expect((await doctor.call(intake.beginDictation, { body })).status).toBe(200)
  return dictationId
}
const aSlowChunk = (dictationId: string) =>
  aSlowRequest(server.url, doctor, {
    method: 'PUT',
    path: `/api/clinic/dictation/${dictationId}/take/0/chunk/0`,
    headers: {
      'content-type': 'application/octet-stream',
      'x-chunk-sha256': createHash('sha256').update(audio).digest('hex'),
    },
    body: audio,
  })
const aSlowUpload = (dictationId: string) => {
  const field = (name: string, value: string) =>
    `--line\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const fields = { dictationId, facilityId, patientId }
  return aSlowRequest(server.url, doctor, {
    method: 'POST',
    path: '/api/clinic/job',
    headers: { 'content-type': 'multipart/form-data; boundary=line' },
    body: Buffer.concat([
      Buffer.from(
        Object.entries(fields)
          .map(([name, value]) => field(name, value))
          .join(''),
      ),
      Buffer.from(
        '--line\r\ncontent-disposition: form-data; name="audio"; filename="a.wav"\r\ncontent-type: audio/wav\r\n\r\n',
      ),
      audio,
      Buffer.from('\r\n--line--\r\n'),
    ]),
  })
}
const received = async (dictationId: string) =>
  (await doctor.call(intake.getDictation, { params: { dictationId } })).result[0]!.takes
const unfinished = () =>
  readdirSync(join(server.folder, 'audio'), { recursive: true }).filter((name) => String(name).endsWith('.part'))

/** Whether connections are refused. */
const isRefused = async () => {
  const socket = connect(server.port, 'localhost')
  const code = await new Promise<string | undefined>((resolve) => {
    socket.once('connect', () => resolve('connected'))
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code))
  })
  socket.destroy()
  return code === 'ECONNREFUSED'
}

/** A live channel whose browser never answers, and a connection without any request. */
async function silentLines() {
  const silent = connect(server.port, 'localhost')
  await once(silent, 'connect')
  const mute = connect(server.port, 'localhost')
  mute.write(
    `GET /api/public/websocket HTTP/1.1\r\nHost: localhost:${server.port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  expect(String((await once(mute, 'data'))[0])).toMatch(/^HTTP\/1.1 101/)
  for (const line of [silent, mute]) line.on('error', () => {})
}

test('requests in progress at a stop are answered and stored; one that arrives too late is cut off without a trace and can be repeated', async () => {
  const late = await begun()
  const [chunked, uploaded] = [await begun(), newId()]
  const jobs = await doctor.call(jobListCalls.listMyJobs, { query: { status: 'INPROGRESS', size: 1 } })
  const params = { id: jobs.result[0]!.jobId }
  const [section] = (await doctor.call(noteCalls.getSections, { params })).result[0]!.sections
  const content = [{ value: 'Written while the server stopped.', type: 'Text', newParagraph: false, count: 0 }]
  const underWay = [
    await aSlowChunk(chunked),
    await aSlowUpload(uploaded),
    await aSlowRequest(server.url, doctor, {
      method: 'PUT',
      path: `/api/clinic/job/${params.id}/sections`,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ sections: [{ ...section, content }] })),
    }),
  ]
  const tooLate = [await aSlowChunk(late), await aSlowUpload(newId())]
  const tab = await aLiveTab(server.url, doctor)
  await silentLines()

  const stopped = server.stop('SIGTERM')
  await expect.poll(isRefused, { timeout: 60_000 }).toBe(true)
  const answers = await Promise.all(underWay.map(({ finish }) => finish()))
  expect(answers.map(({ status, connection }) => [status, connection])).toEqual(underWay.map(() => [200, 'close']))
  expect(await tab.closed).toBe(1012)
  expect(await stopped).toBe(0)
  expect(await Promise.all(tooLate.map(({ broken }) => broken))).toEqual(['ECONNRESET', 'ECONNRESET'])
  expect(unfinished()).toEqual([])

  await server.start()
  expect(await received(late)).toEqual([])
  expect((await (await aSlowChunk(late)).finish()).status).toBe(200)
  expect(await received(chunked)).toEqual([{ take: 0, received: [[0, 0]], durationMs: 0 }])
  const again = await doctor.call(intake.submitDictation, {
    params: { dictationId: uploaded },
    body: { takes: [{ take: 0, chunks: 1 }] },
  })
  expect(again.result).toEqual([expect.objectContaining((answers[1]!.body['result'] as object[])[0])])
  const now = (await doctor.call(noteCalls.getSections, { params })).result[0]!.sections
  expect(now[0]!.content[0]!.value).toBe('Written while the server stopped.')
  expect(unfinished()).toEqual([])
}, 120_000)
