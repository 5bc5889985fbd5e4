import { createHash } from 'node:crypto'
import { Writable } from 'node:stream'
import { dictationCalls as intake } from '@dictara/contract/dictations'
import { identityCalls } from '@dictara/contract/identity'
import { jobListCalls } from '@dictara/contract/job-lists'
import { jobCalls as calls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { patientCalls } from '@dictara/contract/patients'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDemoClinic, approve, aReviewedJob, demoEhrOf, jobOnceIn } from '../features/filing/filing.fixtures.ts'
import { newId } from '../platform/ids.ts'
import { createLog } from '../platform/log.ts'
import { aClinic, aJob, aNote, aPatient, signedIn, type TestClinic } from './clinic.fixtures.ts'
import { callAnonymously, type TestClient } from './test-client.ts'
import { wavHead } from './sounds.ts'
import { startTestServer, type TestServer } from './test-server.ts'

/** A text entered wherever people can enter words; no log line may contain it. */
const canary = 'Zyzzyvacanary'
const lines: string[] = []
const kept = new Writable({
  write(line: Buffer, _encoding, done) {
    lines.push(line.toString('utf8'))
    done()
  },
})

let server: TestServer
let clinic: TestClinic
let patientId: string
let doctor: TestClient
let author: TestClient
let ehr: ReturnType<typeof demoEhrOf>

beforeAll(async () => {
  server = await startTestServer({
    tasks: true,
    log: createLog('trace', kept),
    settings: { DICTARA_EHR_SECONDS: '1', DICTARA_SPEECH_PROGRAM: `/nowhere/${canary}` },
  })
  clinic = await aClinic(server, `${canary} Clinic`)
  const { facilityId } = clinic
  patientId = await aPatient(server, clinic.clinicId, facilityId, { firstName: canary, lastName: canary })
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [facilityId], firstName: canary, lastName: canary })
  const people = await aDemoClinic(server, clinic)
  author = people.author
  ehr = demoEhrOf(people.admin, clinic)
}, 120_000)
afterAll(() => server.close())

const logged = (call: string, status?: number) =>
  lines.map((line) => JSON.parse(line)).filter((line) => line.call === call && (!status || line.status === status))
const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const content = [{ value: `${canary} 40 mg`, type: 'Text' as const, newParagraph: false, count: 0 }]

async function hisNote() {
  const jobId = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id, patientId })
  await aNote(server, clinic, jobId, [[canary, `${canary} since Monday.`]])
  return jobId
}

test('a day’s work logs ids, but no dictated text or names', async () => {
  const jobId = await hisNote()
  const params = { id: jobId }
  const [section] = (await doctor.call(noteCalls.getSections, { params })).result[0]!.sections
  expect(
    (await doctor.call(noteCalls.saveSections, { params, body: { sections: [{ ...section!, content }] } })).status,
  ).toBe(200)
  const list = { page: 0, size: 10, status: 'INPROGRESS', sortOrder: 'descend', searchValue: canary } as const
  expect((await doctor.call(jobListCalls.listMyJobs, { query: list as never })).result).toHaveLength(1)
  const roster = { facilityId: clinic.facilityId, searchValue: canary }
  expect((await doctor.call(patientCalls.searchPatients, { query: roster })).result).toHaveLength(1)
  expect(logged('saveSections', 200)).toHaveLength(1)
  expect(logged('saveSections')[0]).toMatchObject({ userId: doctor.user.id, clinicId: clinic.clinicId })
})

test('neither do refusals and malformed requests', async () => {
  const body = { email: `${canary}@example.org`, password: `${canary} of ${canary}` }
  expect((await callAnonymously(server.url, identityCalls.login, { body })).status).toBe(401)
  const jobId = await hisNote()
  const address = `/api/clinic/job/${jobId}/sections`
  const put = async (text: string, path = address) =>
    (await doctor.raw(path, { method: 'PUT', body: text, headers: { 'content-type': 'application/json' } })).status
  expect(await put(`{"sections": ${canary}`)).toBe(400)
  expect(await put(JSON.stringify({ [canary]: canary }))).toBe(400)
  expect(await put('{}', `/api/clinic/job/${canary}/sections`)).toBe(404)
  expect((await doctor.raw(`/api/${canary}?name=${canary}`)).status).toBe(404)
  expect((await doctor.raw(address, { headers: { authorization: `Bearer ${canary}` } })).status).toBe(401)
  expect(logged('saveSections', 400)).toHaveLength(2)
  expect(logged('saveSections', 404)).toHaveLength(1)
})

test('neither does a failing conversion or filing', async () => {
  const { facilityId } = clinic
  const sound = Buffer.concat([wavHead(16_000), Buffer.alloc(32_000)])
  const begun = { dictationId: newId(), facilityId, patientId, mimeType: 'audio/wav', fileName: `${canary}.wav` }
  await doctor.call(intake.beginDictation, { body: begun })
  await doctor.raw(`/api/clinic/dictation/${begun.dictationId}/take/0/chunk/0`, {
    method: 'PUT',
    headers: { 'x-chunk-sha256': hash(sound), 'content-type': 'application/octet-stream' },
    body: new Uint8Array(sound),
  })
  const takes = [{ take: 0, chunks: 1, sha256: hash(hash(sound)) }]
  const submitted = await doctor.call(intake.submitDictation, {
    params: { dictationId: begun.dictationId },
    body: { takes },
  })
  await jobOnceIn(server, submitted.result[0]!.jobId, 'INCOMPLETE')
  await ehr.behave('refuse')
  const filed = await aReviewedJob(server, clinic, author.user.id, `${canary} is stable.`)
  await approve(server, clinic, filed)
  await jobOnceIn(server, filed, 'INCOMPLETE')
  expect((await author.call(calls.retryJobs, { query: { jobIds: [filed] } })).status).toBe(200)
  expect(lines.some((line) => JSON.parse(line).task)).toBe(true)
})

test('neither does a server fault, whose log line names its place', async () => {
  const jobId = await hisNote()
  await server.owner.query('alter table note_sections rename to note_sections_gone')
  expect((await doctor.call(noteCalls.getSections, { params: { id: jobId } })).status).toBe(500)
  await server.owner.query('alter table note_sections_gone rename to note_sections')
  // A background task may have met the same fault.
  const [fault] = lines.map((line) => JSON.parse(line)).filter(({ error, call }) => call && error?.code === '42P01')
  expect(fault).toMatchObject({ call: 'getSections', status: 500 })
  expect(fault.error.place).toContain('note')
  const log = createLog('info', kept)
  try {
    JSON.parse(`{"text": ${canary}}`)
  } catch (error) {
    log.error({ error }, 'what a parser quotes is not ours')
  }
  log.info({ jobId, patientName: canary } as never, 'what no fact is named for')
})

test('no log line contains the planted text', () => {
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.filter((line) => line.toLowerCase().includes(canary.toLowerCase()))).toEqual([])
})
