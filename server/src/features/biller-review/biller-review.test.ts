import { billerCalls } from '@dictara/contract/biller-review'
import { billCalls, jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let otherDoctor: TestClient
let biller: TestClient
let secondBiller: TestClient

const linkTo = (author: TestClient, to: TestClient) =>
  server.owner.query('update users set biller_id = $1 where id = $2', [to.user.id, author.user.id])

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { ...here, lastName: 'Okafor' })
  otherDoctor = await signedIn(server, clinic.clinicId, here)
  biller = await signedIn(server, clinic.clinicId, { ...here, userType: 'biller' })
  secondBiller = await signedIn(server, clinic.clinicId, { ...here, userType: 'biller' })
  await linkTo(doctor, biller)
})
afterAll(() => server.close())

const completed = (more: object = {}) =>
  aJob(server, clinic, { authorId: doctor.user.id, status: 'COMPLETED', ...more })
const list = async (query: object = {}, who = biller) => (await who.call(billerCalls.listBillerJobs, { query })).result
const open = (jobId: string, who = biller) => who.call(billerCalls.assignToBiller, { query: { jobId } })
const bill = (id: string, who = biller) => who.call(billCalls.billJob, { params: { id }, query: {} })

test('a biller sees the completed jobs of linked doctors, sorted and searched [BILR-02, BILR-07, BILR-08]', async () => {
  const late = await completed({ submittedAt: '2026-11-20T12:00:00Z' })
  const early = await completed({ submittedAt: '2026-11-20T11:00:00Z' })
  await completed({ status: 'BILLED' })
  await completed({ status: 'IN_PROGRESS' })
  await completed({ authorId: otherDoctor.user.id })
  expect((await list()).map(({ jobId }) => jobId)).toEqual([late, early])
  expect((await list({ sortOrder: 'ascend' })).map(({ jobId }) => jobId)).toEqual([early, late])
  expect(await list({ sortKey: 'effectiveDate' })).toHaveLength(2)
  expect((await list({ name: 'okafor ada' }))[0]).toMatchObject({ author: 'Pat Okafor', patientName: 'Ada Byron' })
  expect(await list({ name: '%' })).toEqual([])
  expect(await list({}, secondBiller)).toEqual([])
})

test('View assigns the job, to the same biller again without effect [BILR-06, BILR-09]', async () => {
  const jobId = await completed()
  expect((await open(jobId)).result).toEqual([{ sessionId: biller.user.sessionId }])
  expect((await open(jobId)).status).toBe(200)
  const { rows } = await server.owner.query(
    "select count(*)::int as rows from audit_events where job_id = $1 and event = 'job.assignBiller'",
    [jobId],
  )
  expect(rows).toEqual([{ rows: 1 }])
  expect((await open(jobId, secondBiller)).status).toBe(404)
  await linkTo(doctor, secondBiller)
  expect(await open(jobId, secondBiller)).toMatchObject({ status: 409, code: 'held-by-other-biller' })
  expect(await bill(jobId, secondBiller)).toMatchObject({ status: 409, code: 'held-by-other-biller' })
  await linkTo(doctor, biller)
})

test('fifty marks as billed at once have one winner, and the job leaves the list [BILR-01, BILR-15, BILR-16]', async () => {
  const jobId = await completed()
  expect(await bill(jobId)).toMatchObject({ status: 409, code: 'job-not-held' })
  await open(jobId)
  const answers = await Promise.all(Array.from({ length: 50 }, () => bill(jobId)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'job-already-billed')).toHaveLength(49)
  expect((await list()).map((job) => job.jobId)).not.toContain(jobId)
})

test('a biller reads the note of a completed job and changes nothing in it', async () => {
  const jobId = await completed()
  await aNote(server, clinic, jobId, [['PLAN', 'Rest.']])
  await open(jobId)
  const [note] = (await biller.call(noteCalls.getSections, { params: { id: jobId } })).result
  expect(note!.sections).toHaveLength(1)
  const [job] = (await biller.call(jobCalls.getJob, { params: { id: jobId } })).result
  expect(job!.allowedActions).toEqual(['view', 'bill'])
  const saved = await biller.call(noteCalls.saveSections, { params: { id: jobId }, body: { sections: [] } })
  expect(saved.status).toBe(403)
})
