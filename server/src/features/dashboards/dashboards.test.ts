import { dashboardCalls as calls, type DashboardCounts } from '@dictara/contract/dashboards'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, aJob, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let annex: string
let author: TestClient
let reviewer: TestClient
let typist: TestClient
let admin: TestClient
let clinicAdmin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
  await aFacility(server, clinic.clinicId, { name: 'Closed', isEnabled: false })
  const here = { facilityIds: [clinic.facilityId] }
  author = await signedIn(server, clinic.clinicId, { ...here, firstName: 'Dana', lastName: 'Okafor' })
  reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer', lastName: 'Amsel' })
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  clinicAdmin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin', firstName: 'Cora' })
  const elsewhere = await aPerson(server, clinic.clinicId, { facilityIds: [annex] })
  const other = await aClinic(server, 'Other Clinic')
  const stranger = await aPerson(server, other.clinicId, { facilityIds: [other.facilityId] })
  await aJob(server, other, { authorId: stranger.id, status: 'AVAILABLE' })
  await aJob(server, clinic, { authorId: elsewhere.id, facilityId: annex, status: 'AVAILABLE' })
  const authorId = author.user.id
  // Any level-1 reviewer may review this author’s jobs.
  await server.owner.query(
    "update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true, last_job_created_at = '2026-11-20T08:00:00Z' where id = $1",
    [authorId],
  )
  for (const job of [
    { status: 'AVAILABLE' },
    { status: 'AVAILABLE' },
    { status: 'IN_PROGRESS', holderId: authorId },
    { status: 'IN_PROGRESS', holderId: typist.user.id },
    { status: 'READY', level: 'LEVEL_1' },
    { status: 'READY', level: 'LEVEL_1' },
    { status: 'IN_REVIEW', level: 'LEVEL_1', holderId: reviewer.user.id },
    { status: 'INCOMPLETE', failStage: 'EHR_WRITE' },
    { status: 'COMPLETED' },
    { status: 'BILLED' },
    { status: 'STRUCK_OUT' },
  ] as const)
    await aJob(server, clinic, { authorId, ...job })
})
afterAll(() => server.close())

const dashboardOf = async (who: TestClient, role: string = who.user.userType) =>
  (await who.ask<DashboardCounts>(`GET /clinic/${role}/dashboard`)).result[0]!
const boardOf = async (who: TestClient) => (await who.ask('GET /clinic/job/job-board')).result

test('a doctor sees counts of their own jobs by stage [DASH-26, DASH-33]', async () => {
  expect(await dashboardOf(author)).toMatchObject({
    myJobs: 8,
    inProgressJobs: 4,
    inReviewJobs: 3,
    inCompleteJobs: 1,
    completedJobs: 2,
  })
})

test('reviewers and transcriptionists see the counts of waiting jobs and of those they hold [DASH-26, DASH-33]', async () => {
  expect(await dashboardOf(reviewer)).toMatchObject({ readyJobs: 2, availableJobs: 2, inProgressJobs: 1 })
  const counts = await dashboardOf(typist)
  expect(counts).toMatchObject({ availableJobs: 2, inProgressJobs: 1 })
  expect(counts).toMatchObject({ availableTranscriptions: 2, inProgressTranscriptions: 1 })
})

test('managers see the counts of people, facilities and jobs within their reach [DASH-27, DASH-28]', async () => {
  expect(await dashboardOf(admin)).toMatchObject({
    adminCount: 2,
    doctorCount: 1,
    reviewerCount: 1,
    transcriptionistCount: 1,
    facilityCount: 1,
    openJobsCount: 8,
    openJobCount: 8,
    completedJobsCount: 2,
  })
  expect(await dashboardOf(clinicAdmin)).toMatchObject({ doctorCount: 2, facilityCount: 2, openJobsCount: 9 })
})

test('the latest activities have a name and a time, and the facilities have their names [DASH-29, DASH-30]', async () => {
  const dashboard = await dashboardOf(admin)
  const someTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(dashboard.lastLogedinAdmin).toEqual({ name: 'Cora Doe', lastLoginTimeStamp: someTime })
  expect(dashboard.lastLogedinDoctor).toEqual({ name: 'Dana Okafor', lastLoginTimeStamp: someTime })
  expect(dashboard.lastLogedinReviewer).toEqual({ name: 'Pat Amsel', lastLoginTimeStamp: someTime })
  expect(new Date(dashboard.lastJobCreatedOn!)).toEqual(new Date('2026-11-20T08:00:00Z'))
  expect(dashboard.lastJobCompletedOn).toBeNull()
  expect(dashboard.facilityLastUpdatedOn).toEqual(someTime)
  expect(dashboard.facilitiesInfo).toEqual([{ facilityId: clinic.facilityId, facilityName: 'Hill Clinic Main' }])
})

test('the job board counts jobs to review and jobs to edit separately [DASH-34]', async () => {
  expect(await boardOf(reviewer)).toEqual([{ reviewerJobCount: 3, transcriptionistJobCount: 0 }])
  expect(await boardOf(typist)).toEqual([{ reviewerJobCount: 0, transcriptionistJobCount: 3 }])
})

test('the dashboard is available under the person’s own type or flavour only [DASH-33]', async () => {
  const status = async (who: TestClient, role: string) =>
    (await who.call(calls.getDashboard, { params: { role } })).status
  expect(await status(author, 'transcriptionist')).toBe(200)
  expect(await status(reviewer, 'admin')).toBe(403)
  expect(await status(author, 'clinicAdmin')).toBe(403)
})

test('the reviewers within reach are listed with id, full name and email [DASH-39]', async () => {
  const { result } = await author.ask('GET /clinic/user/reviewers')
  expect(result).toEqual([{ id: reviewer.user.id, fullName: 'Pat Amsel', email: reviewer.user.email }])
})
