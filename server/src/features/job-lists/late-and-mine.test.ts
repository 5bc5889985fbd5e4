import { jobListCalls as calls, type ListStatus } from '@dictara/contract/job-lists'
import type { JobStatus } from '@dictara/contract/jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { aClinic, aJob, signedIn, type TestClinic, type TestJob } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const clock = movableClock(new Date('2026-11-20T12:00:00Z'))
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let typist: TestClient
let admin: TestClient
let reviewer: TestClient

beforeAll(async () => {
  server = await startTestServer({ clock })
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { ...here, userPrivilege: 'NONE' })
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' })
  await server.owner.query("update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true where id = $1", [
    doctor.user.id,
  ])
})
afterAll(() => server.close())

/** Jobs are due after 24 hours, so an old job is late and a fresh one is not. */
const old = '2026-11-18T08:00:00Z'
const fresh = '2026-11-20T08:00:00Z'
const job = (status: JobStatus, more: Partial<TestJob> = {}) =>
  aJob(server, clinic, { authorId: doctor.user.id, status, submittedAt: old, ...more })
async function list(who: TestClient, status: ListStatus, only: string, more: object = {}) {
  const call = who === reviewer ? calls.listJobsToReview : calls.listMyJobs
  const { result, size } = await who.call(call, { query: { status, only, size: 100, ...more } as never })
  expect(size).toBe(result.length)
  return result.map(({ jobId }) => jobId)
}

test('a list can be narrowed to late jobs, in its own order and with the matching total [Q200]', async () => {
  const late = await job('AVAILABLE')
  const inTime = await job('AVAILABLE', { submittedAt: fresh })
  expect(await list(typist, 'AVAILABLE', '')).toEqual([late, inTime])
  expect(await list(typist, 'AVAILABLE', 'LATE')).toEqual([late])
  // A job is late from the minute in which it is due.
  await server.owner.query('update jobs set due_at = $2 where id = $1', [inTime, clock.now()])
  expect(await list(typist, 'AVAILABLE', 'late')).toEqual([late, inTime])
  const ready = await job('READY', { level: 'LEVEL_1' })
  await job('READY', { level: 'LEVEL_1', submittedAt: fresh })
  expect(await list(reviewer, 'READY', 'LATE')).toEqual([ready])
  const failed = await job('INCOMPLETE', { failStage: 'CONVERSION' })
  await job('INCOMPLETE', { failStage: 'CONVERSION', submittedAt: fresh })
  expect(await list(admin, 'INCOMPLETE', 'LATE')).toEqual([failed])
  expect(await list(admin, 'INCOMPLETE', 'LATE', { searchValue: 'byron' })).toEqual([failed])
  expect(await list(admin, 'INCOMPLETE', 'LATE', { searchValue: 'nobody' })).toEqual([])
})

test('completed, billed and struck-out jobs are never late [Q200]', async () => {
  for (const status of ['COMPLETED', 'BILLED', 'STRUCK_OUT'] as const) await job(status)
  expect(await list(admin, 'COMPLETE', 'LATE')).toEqual([])
  expect(await list(admin, 'COMPLETE', '')).toHaveLength(2)
  const { result } = await admin.call(calls.searchJobs, { query: { only: ['LATE'], size: 100 } })
  expect(result.filter(({ status }) => ['COMPLETED', 'BILLED', 'STRUCK_OUT'].includes(status))).toEqual([])
  expect(result.length).toBeGreaterThan(0)
})

test('a list and the search over all states can be narrowed to the caller’s jobs, late or not [Q204]', async () => {
  const mine = await job('IN_PROGRESS', { holderId: admin.user.id, submittedAt: fresh })
  const mineLate = await job('IN_REVIEW', { holderId: admin.user.id, level: 'LEVEL_1' })
  await job('IN_PROGRESS', { holderId: typist.user.id })
  expect(await list(admin, 'INPROGRESS', 'MINE')).toEqual([mine])
  expect(await list(admin, 'INPROGRESS', 'MINE,LATE')).toEqual([])
  expect(await list(admin, 'INREVIEW', 'LATE,MINE')).toEqual([mineLate])
  const found = async (only: ('LATE' | 'MINE')[]) =>
    (await admin.call(calls.searchJobs, { query: { only, size: 100 } })).result.map(({ jobId }) => jobId)
  expect(await found(['MINE'])).toEqual([mine, mineLate])
  expect(await found(['MINE', 'LATE'])).toEqual([mineLate])
})

test('an unknown value is refused with a readable message', async () => {
  const answer = await admin.ask('GET /clinic/doctor/my-jobs?only=URGENT')
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer)).toContain('You can filter a list by LATE and MINE.')
})
