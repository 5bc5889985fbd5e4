import { auditCalls } from '@dictara/contract/audit'
import { filingCalls } from '@dictara/contract/filing'
import { jobCalls } from '@dictara/contract/jobs'
import { patientCalls } from '@dictara/contract/patients'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClinic, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { mergePatients } from '../patients/index.ts'
import { fakeEhr } from './fake-ehr.fixtures.ts'
import { approve, aReviewedJob } from './filing.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let author: TestClient
let admin: TestClient
const ehr = fakeEhr()
let movedMs = 0

beforeAll(async () => {
  server = await startTestServer({
    ehrs: { fake: ehr.kind },
    clock: { now: () => new Date(Date.now() + movedMs) },
    settings: { DICTARA_EHR_AWAY_HOURS: '1' },
  })
}, 120_000)
beforeEach(async () => {
  ehr.answers('take')
  ehr.strikesSilently(false)
  ehr.arrived.length = 0
  ehr.written.length = 0
  clinic = await aClinic(server)
  await server.owner.query("update facilities set ehr_type = 'fake' where clinic_id = $1", [clinic.clinicId])
  author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  admin = await anAdmin()
})
afterAll(() => server.close())

let runs = 0
const task = () => server.app.tasks.find(({ name }) => name === 'deliver-notes')!
const payload = () => ({ clinicId: clinic.clinicId, facilityId: clinic.facilityId })
const deliver = (id = `run ${(runs += 1)}`) =>
  task()
    .run(payload(), { signal: new AbortController().signal, id, attempt: 1, isLastAttempt: false })
    .catch((error: unknown) => error)
/** Runs the task for longer than a note waits for an EHR that does not answer. */
async function deliverForHours() {
  for (let tries = 0; tries < 15; tries += 1) {
    await deliver()
    movedMs += 300_000
  }
  // The admin’s session expired meanwhile.
  admin = await anAdmin()
}
const anAdmin = () => signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })

async function approved(patientId = clinic.patientId): Promise<string> {
  const jobId = await aReviewedJob(server, { ...clinic, patientId }, author.user.id, 'Stable.')
  await approve(server, clinic, jobId)
  return jobId
}
/** A job whose note the EHR has stored without confirming it. */
async function unanswered(): Promise<string> {
  const jobId = await approved()
  ehr.answers('take-silently')
  await deliverForHours()
  ehr.answers('take')
  expect(await statusOf(jobId)).toBe('INCOMPLETE')
  return jobId
}
const statusOf = async (jobId: string) =>
  (await server.owner.query('select status from jobs where id = $1', [jobId])).rows[0].status
const aNumber = async (patientId: string) =>
  (await server.owner.query('select medical_record_number as mrn from patients where id = $1', [patientId])).rows[0].mrn
const anotherPatient = () => aPatient(server, clinic.clinicId, clinic.facilityId)
const give = (id: string, patientId: string) =>
  admin.call(jobCalls.changePatient, { params: { id }, query: {}, body: { patientId } })
const remove = (jobId: string) => admin.call(jobCalls.deleteJob, { query: { jobId } })
const sendAgain = () => admin.call(filingCalls.sendFailedAgain, { params: { facilityId: clinic.facilityId } })
const timelineOf = async (jobId: string) =>
  (await admin.call(auditCalls.listTimeline, { params: { jobId }, query: {} })).result

test('a note that may be in the EHR unanswered is struck out there when its job is deleted [Q185]', async () => {
  const before = await aNumber(clinic.patientId)
  const [arrived, lost] = [await unanswered(), await approved()]
  ehr.answers('refuse')
  await deliver()
  ehr.answers('take')
  ehr.written.length = 0
  expect((await remove(arrived)).status).toBe(200)
  expect((await remove(lost)).status).toBe(200)
  await deliver()
  expect(ehr.written, 'what was refused is not there').toEqual([`struck 1 of ${before}`])
  expect(await timelineOf(arrived)).toContainEqual(
    expect.objectContaining({ event: 'note.takenBack', comment: expect.stringContaining('was struck out there') }),
  )
  await deliver()
  expect(ehr.written, 'once').toHaveLength(1)
})

test('a deleted job’s note that the EHR does not strike out is shown in Delivery, holds up no other, and can’t be sent again', async () => {
  const jobId = await unanswered()
  ehr.strikesSilently(true)
  await remove(jobId)
  const other = await approved(await anotherPatient())
  await deliverForHours()
  expect(await statusOf(other)).toBe('COMPLETED')
  const failed = async () => (await admin.call(filingCalls.listDeliveries, { query: { states: ['FAILED'] } })).result
  expect(await failed()).toMatchObject([
    { jobId, isJobDeleted: true, strikeStatus: 'FAILED', error: expect.stringContaining('strike it out there') },
  ])
  expect((await admin.call(filingCalls.listDestinations, {})).result).toMatchObject([{ failed: 0, waiting: 0 }])
  expect((await sendAgain()).message).toBe('Nothing has failed here.')
})

test('a note whose server died after sending it counts as possibly in the EHR', async () => {
  const [before, other] = [await aNumber(clinic.patientId), await anotherPatient()]
  const jobId = await approved()
  ehr.answers('take-and-break')
  expect(await deliver('dying')).toBeInstanceOf(Error)
  await task().whenDead!(payload(), 'It failed several times because of a server error.', false)
  ehr.answers('take')
  await give(jobId, other)
  await sendAgain()
  await deliver()
  expect(ehr.written).toEqual([`filed 1 of ${before}`, `struck 1 of ${before}`, `filed 2 of ${await aNumber(other)}`])
  expect(await timelineOf(jobId)).toContainEqual(
    expect.objectContaining({
      event: 'job.acceptFiling',
      comment: expect.stringContaining('Version 1 of MRN'),
    }),
  )
})

test('a merge of the former patient takes along the note that may be in the EHR as theirs', async () => {
  const [other, survivor] = [await anotherPatient(), await anotherPatient()]
  const jobId = await unanswered()
  await give(jobId, other)
  const [from, into] = [await aNumber(clinic.patientId), await aNumber(survivor)]
  await server.doors.asSystem(
    'task test',
    (work) =>
      mergePatients(work, {
        from,
        into: { source: 'HL7', facilityId: clinic.facilityId, medicalRecordNumber: into },
      }),
    clinic.clinicId,
  )
  ehr.written.length = 0
  await sendAgain()
  expect(await deliver()).toBeUndefined()
  expect(ehr.written).toEqual([`struck 1 of ${into}`, `filed 2 of ${await aNumber(other)}`])
})

test('a patient can’t be deleted while a note that is another’s by now may be in the EHR as theirs', async () => {
  const other = await anotherPatient()
  const jobId = await unanswered()
  await give(jobId, other)
  const removePatient = () => admin.call(patientCalls.deletePatient, { params: { id: clinic.patientId } })
  expect(await removePatient()).toMatchObject({ status: 409, code: 'patient-has-jobs' })
  await sendAgain()
  await deliver()
  expect(await statusOf(jobId)).toBe('COMPLETED')
  expect((await removePatient()).status).toBe(200)
})

test('an answer that comes after its job went on changes nothing', async () => {
  const jobId = await approved()
  const given = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const late = { ...ehr.kind, connect: ehr.kind.connect }
  ehr.kind.connect = (of) => ({
    ...late.connect(of),
    async fileNote(note, signal) {
      asked.resolve()
      await given.promise
      return late.connect(of).fileNote(note, signal)
    },
  })
  const run = deliver()
  await asked.promise
  ehr.kind.connect = late.connect
  await task().whenDead!(payload(), 'It failed several times because of a server error.', false)
  given.resolve()
  expect(await run).toBeUndefined()
  const { result } = await admin.call(filingCalls.listDeliveries, { query: {} })
  expect(result).toMatchObject([{ jobId, state: 'FAILED', acknowledgedAt: null }])
  expect((await sendAgain()).result).toEqual([{ sent: 1, left: 0 }])
  await deliver()
  expect(await statusOf(jobId)).toBe('COMPLETED')
})
