import { filingCalls } from '@dictara/contract/filing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aJob, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { aDemoClinic, approve, aReviewedJob, demoEhrOf, jobOnceIn } from './filing.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let author: TestClient
let admin: TestClient
let ehr: ReturnType<typeof demoEhrOf>

beforeAll(async () => {
  server = await startTestServer({ tasks: true, settings: { DICTARA_EHR_SECONDS: '1' } })
  clinic = await aClinic(server)
  const people = await aDemoClinic(server, clinic)
  author = people.author
  admin = people.admin
  ehr = demoEhrOf(admin, clinic)
}, 120_000)
afterAll(() => server.close())

const strike = (who: TestClient, id: string) => who.call(filingCalls.strikeJob, { params: { id } })
const strikeStatusOf = async (jobId: string) =>
  (await server.owner.query('select strike_status from filings where job_id = $1', [jobId])).rows[0].strike_status

async function aFiledJob() {
  await ehr.behave('accept')
  const jobId = await aReviewedJob(server, clinic, author.user.id, 'Stable.')
  await approve(server, clinic, jobId)
  await jobOnceIn(server, jobId, 'COMPLETED')
  return jobId
}

test('the author can strike out a completed note once, in the EHR and in Dictara [AUD-36, AUD-37]', async () => {
  const jobId = await aFiledJob()
  const address = `/api/clinic/job/${jobId}/strike?sessionId=`
  expect((await author.raw(address + admin.user.sessionId, { method: 'PATCH' })).status).toBe(404)
  const answer = await author.raw(address + author.user.sessionId, { method: 'PATCH' })
  expect(await answer.json()).toMatchObject({ success: true, message: 'Job has been stricken out successfully.' })
  const job = await jobOnceIn(server, jobId, 'STRUCK_OUT')
  expect(job.struck_at).not.toBeNull()
  expect(await ehr.received(jobId)).toMatchObject([{ struckOut: true }])
  expect(await strikeStatusOf(jobId)).toBe('STRUCK')
  expect(await strike(author, jobId)).toMatchObject({ status: 409, code: 'job-already-struck' })
})

test('only the author can strike out a note [AUD-17]', async () => {
  const jobId = await aFiledJob()
  expect((await strike(admin, jobId)).status).toBe(403)
  const colleague = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  expect((await strike(colleague, jobId)).status).toBe(404)
  expect(await ehr.received(jobId)).toMatchObject([{ struckOut: false }])
})

test('when the EHR does not strike out the note, the job stays completed and the author can try again [Q143]', async () => {
  const jobId = await aFiledJob()
  for (const behaviour of ['refuse', 'hang', 'accept-then-time-out'] as const) {
    await ehr.behave(behaviour)
    expect(await strike(author, jobId)).toMatchObject({
      status: 422,
      code: 'strike-failed',
      message: 'Failed to perform the strike operation. Please try again.',
    })
    await jobOnceIn(server, jobId, 'COMPLETED')
    expect(await strikeStatusOf(jobId)).toBe('FAILED')
  }
  await ehr.behave('accept')
  expect((await strike(author, jobId)).status).toBe(200)
  await jobOnceIn(server, jobId, 'STRUCK_OUT')
})

test('a note filed in another EHR than the facility’s current one cannot be struck out', async () => {
  const jobId = await aFiledJob()
  const connect = (ehrType: string) =>
    server.owner.query('update facilities set ehr_type = $2 where id = $1', [clinic.facilityId, ehrType])
  await connect('fhir')
  expect(await strike(author, jobId)).toMatchObject({ status: 422, code: 'strike-elsewhere' })
  await connect('demo')
  expect(await ehr.received(jobId)).toMatchObject([{ struckOut: false }])
  expect((await strike(author, jobId)).status).toBe(200)
})

test('of two simultaneous strike-outs one succeeds', async () => {
  const jobId = await aFiledJob()
  const answers = await Promise.all([strike(author, jobId), strike(author, jobId)])
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['job-already-struck', undefined])
})

test('only a completed note that is not billed can be struck out [Q142]', async () => {
  for (const status of ['BILLED', 'INCOMPLETE', 'IN_PROGRESS'] as const) {
    const jobId = await aJob(server, clinic, { authorId: author.user.id, status })
    expect(await strike(author, jobId)).toMatchObject({ status: 422, code: 'job-wrong-state' })
  }
})
