import type { AtWork, Pipeline } from '@dictara/contract/dashboards'
import type { JobRow } from '@dictara/contract/jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, aJob, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let annex: string
let author: TestClient
let typist: TestClient
let admin: TestClient
let clinicAdmin: TestClient
let job: Record<'failed' | 'late' | 'kept' | 'fresh' | 'elsewhere' | 'reviewed', string>

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
  const here = { facilityIds: [clinic.facilityId] }
  author = await signedIn(server, clinic.clinicId, here)
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist', lastName: 'Novak' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  clinicAdmin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  const other = await aClinic(server, 'Other Clinic')
  const stranger = await signedIn(server, other.clinicId, { facilityIds: [other.facilityId] })
  const jobWith = (facts: object) => aJob(server, clinic, { authorId: author.user.id, submittedAt: ago(1), ...facts })
  await aJob(server, other, { authorId: stranger.user.id, status: 'AVAILABLE', submittedAt: ago(90) })
  job = {
    failed: await jobWith({ status: 'INCOMPLETE', failStage: 'EHR_WRITE', submittedAt: ago(2) }),
    late: await jobWith({ status: 'AVAILABLE', submittedAt: ago(30) }),
    kept: await jobWith({ status: 'IN_PROGRESS', holderId: typist.user.id, submittedAt: ago(6) }),
    fresh: await jobWith({ status: 'IN_PROGRESS', holderId: typist.user.id }),
    elsewhere: await jobWith({ status: 'AVAILABLE', facilityId: annex, submittedAt: ago(40) }),
    reviewed: await jobWith({ status: 'IN_REVIEW', level: 'LEVEL_2', holderId: typist.user.id }),
  }
  await jobWith({ status: 'AVAILABLE' })
  await jobWith({ status: 'READY', level: 'LEVEL_1' })
  for (const [id, since] of [
    [job.kept, ago(5)],
    [job.fresh, ago(1)],
    [job.reviewed, ago(0.5)],
  ])
    await server.owner.query('update jobs set held_since = $2 where id = $1', [id, since])
  const filed = async (completed: string, submitted: string, more: object = {}) =>
    server.owner.query('update jobs set completed_at = $2 where id = $1', [
      await jobWith({ status: 'COMPLETED', submittedAt: submitted, ...more }),
      completed,
    ])
  const now = Date.now()
  const before = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  await filed(before(0), before(30))
  await filed(before(0), before(50))
  await filed(before(0), before(20), { status: 'BILLED' })
  await filed(ago(24 * 3), ago(24 * 3 + 1))
  await filed(ago(24 * 20), ago(24 * 20 + 1))
})
afterAll(() => server.close())

const pipelineOf = async (who: TestClient) => (await who.ask<Pipeline>('GET /clinic/job/pipeline')).result[0]!
const stuckOf = (who: TestClient) => who.ask<JobRow>('GET /clinic/job/stuck')

test('the pipeline shows for each stage the jobs, seconds of audio, longest wait and late jobs', async () => {
  const { stages, isCapped } = await pipelineOf(admin)
  expect(isCapped).toBe(false)
  expect(stages.map((one) => [one.stage, one.jobs, one.audioLength, one.late])).toEqual([
    ['TO_TYPE', 2, 122, 1],
    ['TYPING', 2, 122, 0],
    ['REVIEW_1', 1, 61, 0],
    ['REVIEW_2', 1, 61, 0],
    ['FILED', 3, 183, 0],
  ])
  const since = stages.map(({ waitingSince }) => waitingSince)
  expect(Date.now() - Date.parse(since[0]!)).toBeGreaterThan(29 * hour)
  expect(since.at(-1)).toBeNull()
  expect((await pipelineOf(clinicAdmin)).stages[0]).toMatchObject({ jobs: 3, late: 2 })
})

test('submitted and filed jobs are shown for today and for fourteen days', async () => {
  const pipeline = await pipelineOf(admin)
  expect(pipeline).toMatchObject({ filedToday: 3, medianMinutes: 30 })
  const { rows } = await server.owner.query(
    `select count(*)::int as submitted from jobs j join facilities f on f.id = j.facility_id
      where j.facility_id = $1 and (j.submitted_at at time zone f.time_zone)::date = (now() at time zone f.time_zone)::date`,
    [clinic.facilityId],
  )
  expect(pipeline.submittedToday).toBe(rows[0]!.submitted)
  expect(pipeline.days).toHaveLength(14)
  expect(pipeline.days.map(({ filed }) => filed).filter(Boolean)).toEqual([1, 3])
  expect(pipeline.days.at(-1)!.filed).toBe(3)
})

test('a job is stuck when it is late, failed, or held for more than four hours, within reach', async () => {
  const ids = async (who: TestClient) => (await stuckOf(who)).result.map(({ jobId }) => jobId)
  expect(await ids(admin)).toEqual([job.late, job.kept, job.failed])
  expect(await ids(clinicAdmin)).toEqual([job.elsewhere, job.late, job.kept, job.failed])
  expect(await stuckOf(admin)).toMatchObject({ size: 3 })
  const { rows } = await server.owner.query(
    "select count(*)::int as views from audit_events where event = 'stuck-jobs.viewed' and user_id = $1",
    [admin.user.id],
  )
  expect(rows[0]!.views).toBeGreaterThan(0)
})

const atWorkOf = async (who: TestClient) => (await who.ask<AtWork>('GET /clinic/job/at-work')).result[0]!

test('people who hold the jobs of other authors are listed with the job they took last, within reach', async () => {
  const { people, total } = await atWorkOf(admin)
  expect(total).toBe(1)
  expect(people).toEqual([
    {
      id: typist.user.id,
      fullName: 'Pat Novak',
      stage: 'REVIEW_2',
      jobId: job.reviewed,
      jobNumber: expect.stringMatching(/^\d{6}$/),
      since: expect.any(String),
      jobs: 3,
    },
  ])
  await server.owner.query('update jobs set facility_id = $2 where id = $1', [job.reviewed, annex])
  expect((await atWorkOf(admin)).people).toMatchObject([{ jobId: job.fresh, stage: 'TYPING', jobs: 2 }])
  expect((await atWorkOf(clinicAdmin)).people).toMatchObject([{ jobId: job.reviewed, jobs: 3 }])
  await server.owner.query('update jobs set facility_id = $2 where id = $1', [job.reviewed, clinic.facilityId])
})

test('speech, EHR and mail each show what is waiting and what failed in a day', async () => {
  const systemsOf = async () =>
    Object.fromEntries((await atWorkOf(admin)).systems.map(({ system, ...systems }) => [system, systems]))
  const nothing = { waiting: 0, waitingSince: null }
  // No note was filed after this failure.
  await server.owner.query('update jobs set last_updated_at = now() where id = $1', [job.failed])
  expect(await systemsOf()).toMatchObject({
    SPEECH: {
      way: 'CONNECTED',
      ...nothing,
      failed: 0,
      engine: { label: 'basic offline engine', isBasic: true },
    },
    EHR: { failed: 1 },
    MAIL: { way: 'KEPT', ...nothing, failed: null },
  })
  await server.owner.query("update jobs set last_updated_at = now() - interval '25 hours' where id = $1", [job.failed])
  await aJob(server, clinic, { authorId: author.user.id, status: 'CONVERTING', submittedAt: ago(1) })
  await aJob(server, clinic, { authorId: author.user.id, status: 'WRITING', submittedAt: ago(2) })
  await aJob(server, clinic, { authorId: author.user.id, status: 'WRITING', facilityId: annex, submittedAt: ago(2) })
  const systems = await systemsOf()
  expect(systems).toMatchObject({ SPEECH: { waiting: 1 }, EHR: { waiting: 1, failed: 0 } })
  expect(systems['EHR']!.waitingSince).not.toBeNull()
  await server.owner.query('update facilities set ehr_type = null where clinic_id = $1', [clinic.clinicId])
  expect((await systemsOf())['EHR']).toMatchObject({ way: 'KEPT' })
  await server.owner.query("update facilities set ehr_type = 'demo' where clinic_id = $1", [clinic.clinicId])
  expect((await systemsOf())['EHR']).toMatchObject({ way: 'CONNECTED' })
})

test('an EHR whose patients cannot be read is shown with facility and reason while the facility is enabled', async () => {
  const ehr = async (who = clinicAdmin) => (await atWorkOf(who)).systems.find(({ system }) => system === 'EHR')!
  const failing = (facilityId: string, hours: number, told: boolean) =>
    server.owner.query(
      `insert into ehr_readings (clinic_id, facility_id, ehr_type, failing_since, failure, told_at)
        values ($1, $2, 'demo', now() - $3 * interval '1 hour', 'It refuses the connection.', case when $4 then now() end)
        on conflict (clinic_id, facility_id) do update set told_at = excluded.told_at`,
      [clinic.clinicId, facilityId, hours, told],
    )
  await failing(annex, 3, false)
  expect((await ehr()).unread).toBeUndefined()
  await failing(annex, 3, true)
  await failing(clinic.facilityId, 1, true)
  expect((await ehr()).unread).toMatchObject({
    facilityId: annex,
    failure: 'It refuses the connection.',
    facilities: 2,
  })
  expect((await ehr(admin)).unread).toMatchObject({ facilityId: clinic.facilityId, facilities: 1 })
  await server.owner.query('update facilities set is_enabled = false where id = $1', [annex])
  expect((await ehr()).unread).toMatchObject({ facilityId: clinic.facilityId, facilities: 1 })
  await server.owner.query('update facilities set is_enabled = true where id = $1', [annex])
  await server.owner.query('delete from ehr_readings where clinic_id = $1', [clinic.clinicId])
})

test('a failure is shown until something later succeeds', async () => {
  const failedNow = async () => (await atWorkOf(clinicAdmin)).systems.map(({ failed }) => failed)
  const failed = (failStage: 'CONVERSION' | 'EHR_WRITE') =>
    aJob(server, clinic, { authorId: author.user.id, status: 'INCOMPLETE', failStage, submittedAt: ago(0.2) })
  await failed('CONVERSION')
  const unfiled = await failed('EHR_WRITE')
  await server.owner.query('update jobs set last_updated_at = now() where id = $1', [unfiled])
  expect(await failedNow()).toEqual([1, 1, null])
  await aJob(server, clinic, { authorId: author.user.id, status: 'AVAILABLE', submittedAt: ago(0.1) })
  expect(await failedNow()).toEqual([0, 1, null])
  const filed = await aJob(server, clinic, { authorId: author.user.id, status: 'COMPLETED', submittedAt: ago(0.3) })
  await server.owner.query('update jobs set completed_at = now() where id = $1', [filed])
  expect(await failedNow()).toEqual([0, 0, null])
})

test('only managers can see these figures', async () => {
  for (const who of [author, typist])
    for (const path of ['GET /clinic/job/pipeline', 'GET /clinic/job/stuck', 'GET /clinic/job/at-work'])
      expect((await who.ask(path)).status).toBe(403)
})
