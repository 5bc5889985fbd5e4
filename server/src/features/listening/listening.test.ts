import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listeningCalls } from '@dictara/contract/listening'
import { identityCalls } from '@dictara/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { dictated } from '../../testing/dictating.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-listen-'))
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let colleague: TestClient
let stranger: TestClient
let jobId: string

/** A recording of two seconds: one of silence, then one of a loud tone. */
function tone(): Buffer {
  const path = join(folder, 'tone.wav')
  const graph = "aevalsrc='0.9*sin(2*PI*440*t)*gte(t,1)':s=16000:d=2"
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', graph, path])
  return readFileSync(path)
}

const dictate = (bytes: Buffer) => dictated({ server, clinic, doctor }, [bytes])

const params = () => ({ params: { id: jobId } })
const address = async (who = doctor) => (await who.call(listeningCalls.getAudioUrl, params())).result[0]!
const hear = (url: string, headers: Record<string, string> = { cookie: doctor.cookie }) =>
  fetch(server.url + url, { headers })

beforeAll(async () => {
  server = await startTestServer({ tasks: true })
  clinic = await aClinic(server)
  const other = await aClinic(server, 'Other Clinic')
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  colleague = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  stranger = await signedIn(server, other.clinicId, { facilityIds: [other.facilityId] })
  jobId = await dictate(tone())
  while ((await doctor.call(listeningCalls.getPeaks, params())).status !== 200)
    await new Promise((resolve) => setTimeout(resolve, 100))
}, 120_000)
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the peaks show where in the recording the sound is', async () => {
  const [{ durationSeconds, peaks }] = (await doctor.call(listeningCalls.getPeaks, params())).result as [
    { durationSeconds: number; peaks: number[] },
  ]
  expect(durationSeconds).toBeCloseTo(2, 1)
  expect(peaks).toHaveLength(20)
  expect(Math.max(...peaks.slice(0, 9))).toBeLessThan(5)
  expect(Math.min(...peaks.slice(11))).toBeGreaterThan(80)
})

test('the recording is served in full and in parts, to the browser of the session only [EDIT-61]', async () => {
  const [url] = (await doctor.ask<string>(`GET /clinic/job/${jobId}/audio-url`)).result as [string]
  const whole = await hear(url)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('cache-control')).toBe('private, no-store')
  const bytes = Buffer.from(await whole.arrayBuffer())
  expect(bytes.length).toBe(Number(whole.headers.get('content-length')))
  const part = await hear(url, { cookie: doctor.cookie, range: 'bytes=100-199' })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 100-199/${bytes.length}`)
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(100, 200))
  expect((await hear(url, { cookie: doctor.cookie, range: `bytes=${bytes.length}-` })).status).toBe(416)
  expect((await hear(url, {})).status).toBe(401)
  expect((await hear(url, { cookie: colleague.cookie })).status).toBe(401)
})

test('listening is audited once a minute per person and job, however many parts are requested', async () => {
  const url = await address()
  for (const range of ['bytes=0-', 'bytes=100-199', 'bytes=200-299'])
    expect((await hear(url, { cookie: doctor.cookie, range })).status).toBe(206)
  const { rows } = await server.owner.query(
    "select distinct user_id, job_id from audit_events where event = 'audio.heard' and session_id = $1",
    [doctor.user.sessionId],
  )
  expect(rows).toEqual([{ user_id: doctor.user.id, job_id: jobId }])
  const { rowCount } = await server.owner.query(
    "select date_trunc('minute', at) from audit_events where event = 'audio.heard' and session_id = $1 group by 1 having count(*) > 1",
    [doctor.user.sessionId],
  )
  expect(rowCount).toBe(0)
})

/** The recordings that this process has open. */
const openRecordings = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(server.config.dataFolder, 'audio'))
    } catch {
      return false
    }
  })

test('a client that disconnects immediately, like a player that seeks, leaves no file open', async () => {
  const url = await address()
  const { hostname, port } = new URL(server.url)
  const askAndLeave = (afterMs: number) =>
    new Promise<void>((gone) => {
      const socket = connect(Number(port), hostname, () => {
        socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\nCookie: ${doctor.cookie}\r\n\r\n`)
        setTimeout(() => socket.destroy(), afterMs)
      })
      socket.on('close', () => gone())
    })
  for (let afterMs = 0; afterMs < 20; afterMs += 1) await askAndLeave(afterMs)
  expect((await hear(url)).status).toBe(200)
  await expect.poll(openRecordings).toEqual([])
})

test('nobody else can hear it: not a colleague, not another clinic, not with a changed key', async () => {
  for (const who of [colleague, stranger]) {
    expect((await who.call(listeningCalls.getAudioUrl, params())).status).toBe(404)
    expect((await who.call(listeningCalls.getPeaks, params())).status).toBe(404)
    expect((await who.raw(`/api/clinic/job/${jobId}/audio`)).status).toBe(404)
  }
  const url = await address()
  expect((await hear(url.replace(/key=(.)/, (_, first) => `key=${first === 'A' ? 'B' : 'A'}`))).status).toBe(401)
  expect((await hear(url.replace(jobId, newId()))).status).toBe(401)
})

test('an ended session can no longer hear anything at the same address', async () => {
  const again = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin', facilityIds: [clinic.facilityId] })
  const url = await address(again)
  expect((await hear(url, { cookie: again.cookie })).status).toBe(200)
  await again.call(identityCalls.logout, { query: {} })
  expect((await hear(url, { cookie: again.cookie })).status).toBe(401)
})

test('nobody can hear a deleted job', async () => {
  const url = await address()
  await server.owner.query('update jobs set is_enabled = false where id = $1', [jobId])
  expect((await hear(url)).status).toBe(404)
  await server.owner.query('update jobs set is_enabled = true where id = $1', [jobId])
})

test('until the copy exists, people read that it is being prepared', async () => {
  const { rows } = await server.owner.query('delete from listening_copies where job_id = $1 returning *', [jobId])
  expect(await doctor.call(listeningCalls.getAudioUrl, params())).toMatchObject({
    status: 422,
    code: 'audio-not-ready',
  })
  expect(rows).toHaveLength(1)
})

test('a copy damaged on the disk is not played in part but made again', async () => {
  jobId = await dictate(tone())
  await expect
    .poll(async () => (await doctor.call(listeningCalls.getAudioUrl, params())).status, { timeout: 90_000 })
    .toBe(200)
  const url = await address()
  const pathOf = async () => {
    const { rows } = await server.owner.query('select blob_id as id from listening_copies where job_id = $1', [jobId])
    return join(server.config.dataFolder, 'audio', rows[0].id.slice(-2), rows[0].id)
  }
  const before = Buffer.from(await (await hear(url)).arrayBuffer())
  for (const damage of [(path: string) => truncateSync(path, 5_000), (path: string) => rmSync(path)]) {
    damage(await pathOf())
    expect((await hear(url)).status).toBe(422)
    await expect.poll(async () => (await hear(url)).status, { timeout: 90_000 }).toBe(200)
    expect(Buffer.from(await (await hear(url)).arrayBuffer())).toEqual(before)
  }
}, 300_000)
