import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, aJob, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Tests the addresses and fields as the source documents spell them, without the contract. */
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let reviewer: TestClient
let clinicAdmin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const facilityIds = [clinic.facilityId]
  doctor = await signedIn(server, clinic.clinicId, { facilityIds, firstName: 'Dana', lastName: 'Okafor' })
  reviewer = await signedIn(server, clinic.clinicId, { facilityIds, userType: 'reviewer' })
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin', userPrivilege: 'NONE' })
  await server.owner.query("insert into author_reviewers values ($1, $2, 'LEVEL_1', $3)", [
    clinic.clinicId,
    doctor.user.id,
    reviewer.user.id,
  ])
})
afterAll(() => server.close())

const get = (who: TestClient, address: string) => who.ask(`GET /clinic/job${address}`)
const post = (who: TestClient, address: string, body: unknown) => who.ask(`POST /clinic/job${address}`, body)

test('both groups of lists answer the same counts, under the names of their tabs [JOBS-49, JOBS-61, JOBS-62]', async () => {
  const authorId = doctor.user.id
  const aReady = { authorId, status: 'READY', level: 'LEVEL_1' } as const
  for (let i = 0; i < 3; i += 1) await aJob(server, clinic, aReady)
  await aJob(server, clinic, { ...aReady, status: 'IN_REVIEW', holderId: reviewer.user.id })
  await aJob(server, clinic, { authorId, holderId: authorId })
  for (const status of ['COMPLETED', 'BILLED', 'INCOMPLETE', 'INCOMPLETE', 'INCOMPLETE'] as const)
    await aJob(server, clinic, { authorId, status })
  const mine = await get(doctor, '/count/my-jobs')
  expect(mine).toMatchObject({ status: 200, success: true })
  expect(mine.result).toEqual([
    expect.objectContaining({ inProgressJobs: 1, inReviewJobs: 4, completedJobs: 2, inCompleteJobs: 3, readyJobs: 3 }),
  ])
  const toReview = await get(reviewer, '/count/jobs-to-review')
  expect(toReview.result).toEqual([
    expect.objectContaining({ inProgressJobs: 1, inReviewJobs: 0, completedJobs: 0, inCompleteJobs: 0, readyJobs: 3 }),
  ])
})

test('My Jobs and Jobs to review each keep their own filter, which is empty at first [JOBS-63, JOBS-64]', async () => {
  for (const page of ['myJobPage', 'reviewerPage'])
    expect(await get(clinicAdmin, `/${page}/filter`)).toMatchObject({ status: 200, result: [[]] })
  const entries = (id: string) => [{ key: 'doctorIds', type: 'string', values: [id] }]
  const saved = [entries(doctor.user.id), entries(reviewer.user.id)]
  await post(clinicAdmin, '/myJobPage/filter', saved[0])
  await post(clinicAdmin, '/reviewerPage/filter', saved[1])
  expect((await get(clinicAdmin, '/myJobPage/filter')).result).toEqual([saved[0]])
  expect((await get(clinicAdmin, '/reviewerPage/filter')).result).toEqual([saved[1]])
  const wrong = await post(clinicAdmin, '/myJobPage/filter', [{ key: 'colour', type: 'string', values: [] }])
  expect(wrong.status).toBe(400)
  expect((await get(clinicAdmin, '/myJobPage/filter')).result).toEqual([saved[0]])
})

test('the author filter offers the authors of the person’s facilities [JOBS-65]', async () => {
  const annex = await aFacility(server, clinic.clinicId)
  const there = await aPerson(server, clinic.clinicId, { facilityIds: [annex], firstName: 'Anna', lastName: 'Exner' })
  const stranger = await aClinic(server, 'Other Clinic')
  await aPerson(server, stranger.clinicId, { facilityIds: [stranger.facilityId] })
  const dana = { doctorId: doctor.user.id, doctorName: 'Dana Okafor' }
  expect((await get(reviewer, '/filter')).result).toEqual([dana])
  expect((await get(clinicAdmin, '/filter')).result).toEqual([{ doctorId: there.id, doctorName: 'Anna Exner' }, dana])
})

test('rows can be resubmitted, deleted and released at their documented addresses, with the session [JOBS-68, JOBS-69, JOBS-70]', async () => {
  const { sessionId, id: authorId } = doctor.user
  const act = (who: TestClient, method: string, address: string) => who.ask(`${method} /clinic/job/${address}`)
  const failed = [1, 2].map(() => aJob(server, clinic, { authorId, status: 'INCOMPLETE', failStage: 'CONVERSION' }))
  const ids = await Promise.all(failed)
  const retry = (session: string) => act(doctor, 'POST', `retry?job-ids=${ids.join(',')}&session-id=${session}`)
  expect((await retry(reviewer.user.sessionId)).status).toBe(404)
  expect(await retry(sessionId)).toMatchObject({
    status: 200,
    message: 'Resubmitted',
    result: ids.toSorted().map((jobId) => ({ jobId, resubmitted: true })),
  })
  const unwanted = await aJob(server, clinic, { authorId })
  const remove = (session: string) => act(doctor, 'PUT', `delete?jobId=${unwanted}&sessionId=${session}`)
  expect((await remove(reviewer.user.sessionId)).status).toBe(404)
  expect(await remove(sessionId)).toMatchObject({ status: 200, message: 'Job deleted' })
  const held = { authorId, status: 'IN_REVIEW', level: 'LEVEL_1', holderId: reviewer.user.id } as const
  const released = await act(reviewer, 'PUT', `${await aJob(server, clinic, held)}/releaseJob`)
  expect(released).toMatchObject({ status: 200, message: 'Job released', result: [{ status: 'READY' }] })
})
