import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aJob, aNote, signedIn, type TestClinic, type TestJob } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Tests the calls by which a person gets a job, by their literal addresses. */
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let typist: TestClient
let reviewer: TestClient
let secondReviewer: TestClient
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { ...here, userPrivilege: 'NONE' })
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' })
  secondReviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  await server.owner.query("update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true where id = $1", [
    doctor.user.id,
  ])
})
afterAll(() => server.close())

async function aPooledJob(facts: Partial<TestJob> = {}) {
  const jobId = await aJob(server, clinic, { authorId: doctor.user.id, ...facts })
  await aNote(server, clinic, jobId, [['HISTORY', 'As converted.']])
  return jobId
}
const put = (who: TestClient, address: string, body?: object) => who.ask(`PUT /clinic${address}`, body)
const sessionsOf = async (jobId: string) =>
  (
    await server.owner.query('select user_id, session_id from job_stints where job_id = $1 order by started_at', [
      jobId,
    ])
  ).rows

test('a ready job can be started once, only by a reviewer and only with their own session [JOBS-71, JOBS-54]', async () => {
  const jobId = await aPooledJob({ status: 'READY', level: 'LEVEL_1' })
  const start = `/reviewer/job/${jobId}/start`
  expect((await put(reviewer, `${start}?session-id=${secondReviewer.user.sessionId}`)).status).toBe(404)
  expect(await put(reviewer, `${start}?session-id=${reviewer.user.sessionId}`)).toMatchObject({
    status: 200,
    success: true,
    result: [{ jobId, status: 'IN_REVIEW', heldBy: { id: reviewer.user.id }, editable: true }],
  })
  const late = await put(secondReviewer, start)
  expect(late).toMatchObject({ status: 409, message: 'This job has already been taken.' })
  expect((await put(typist, start)).status).toBe(403)
})

test('a job is taken by a transcriptionist’s start, a reviewer’s assign or an admin’s assign [JOBS-72]', async () => {
  const pooled = await aPooledJob({ status: 'AVAILABLE' })
  const start = `/transcriptionist/job/${pooled}/start`
  expect(await put(typist, `${start}?sessionId=${typist.user.sessionId}`)).toMatchObject({
    status: 200,
    result: [{ jobId: pooled, status: 'IN_PROGRESS', heldBy: { id: typist.user.id } }],
  })
  expect((await put(reviewer, start)).status).toBe(403)

  const ready = await aPooledJob({ status: 'READY', level: 'LEVEL_1' })
  const take = `/reviewer/job/${ready}/assign?session-id=${reviewer.user.sessionId}`
  for (let time = 0; time < 2; time += 1)
    expect(await put(reviewer, take)).toMatchObject({ status: 200, result: [{ heldBy: { id: reviewer.user.id } }] })

  const assign = `/job/${ready}/assign?sessionId=${admin.user.sessionId}`
  expect(await put(admin, assign, { userId: secondReviewer.user.id })).toMatchObject({
    status: 200,
    result: [{ status: 'IN_REVIEW', heldBy: { id: secondReviewer.user.id } }],
  })
  // The reviewer’s stint has their session. The stint of somebody who was assigned by another person has none.
  expect(await sessionsOf(ready)).toEqual([
    { user_id: reviewer.user.id, session_id: reviewer.user.sessionId },
    { user_id: secondReviewer.user.id, session_id: null },
  ])
})
