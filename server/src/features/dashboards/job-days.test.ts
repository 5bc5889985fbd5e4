import type { Pipeline } from '@dictara/contract/dashboards'
import type { JobRow, JobStatus } from '@dictara/contract/jobs'
import fc from 'fast-check'
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

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
  const here = { facilityIds: [clinic.facilityId] }
  author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId, annex] })
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
})
afterAll(() => server.close())

const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()

/** The stored daily counts and the counts computed from the jobs. The two lists should be equal. */
async function keptAndTrue() {
  const kept = await server.owner.query(
    `select clinic_id, facility_id, day::text, kind, sum(jobs)::int as jobs, sum(seconds)::int as seconds, sum(audio_ms)::int as audio
     from job_days group by 1, 2, 3, 4 having sum(jobs) <> 0 order by 1, 2, 3, 4`,
  )
  const counted = await server.owner.query(
    `with zones as (select distinct on (clinic_id) clinic_id, time_zone from facilities order by clinic_id, is_parent desc, id),
     told as (
       select j.clinic_id, j.facility_id, (j.submitted_at at time zone z.time_zone)::date as day, 'IN' as kind, 0 as seconds, 0 as audio
       from jobs j join zones z using (clinic_id) where j.is_enabled and j.status <> 'STRUCK_OUT'
       union all
       select j.clinic_id, j.facility_id, (j.completed_at at time zone z.time_zone)::date, 'OUT',
         extract(epoch from j.completed_at - j.submitted_at)::int, j.audio_ms
       from jobs j join zones z using (clinic_id)
       where j.is_enabled and j.status in ('COMPLETED', 'BILLED') and j.completed_at is not null
     )
     select clinic_id, facility_id, day::text, kind, count(*)::int as jobs, sum(seconds)::int as seconds, sum(audio)::int as audio
     from told group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  )
  return [kept.rows, counted.rows]
}

const step = fc.record({
  kind: fc.constantFrom('add', 'move', 'delete', 'rollback', 'fold'),
  job: fc.nat(30),
  atAnnex: fc.boolean(),
  status: fc.constantFrom<JobStatus>('RECEIVED', 'IN_PROGRESS', 'COMPLETED', 'BILLED', 'INCOMPLETE', 'STRUCK_OUT'),
  hours: fc.nat(300),
  isEnabled: fc.boolean(),
})

test('the stored counts of each day equal the exact ones after any simultaneous changes', async () => {
  const ids: string[] = []
  const places = () => [clinic.facilityId, annex]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 6 }), async (rounds) => {
      for (const round of rounds)
        await Promise.all(
          round.map(async ({ kind, job, atAnnex, status, hours, isEnabled }) => {
            const facilityId = places()[Number(atAnnex)]!
            if (kind === 'add' || ids.length === 0) {
              const of = { authorId: author.user.id, facilityId, status, submittedAt: ago(hours) }
              ids.push(await aJob(server, clinic, of))
              return
            }
            const id = ids[job % ids.length]
            if (kind === 'delete') await server.owner.query('delete from jobs where id = $1', [id])
            else if (kind === 'fold')
              await server.owner.query(
                'select fold_job_days(clinic_id, facility_id, day) from (select distinct clinic_id, facility_id, day from job_days) d',
              )
            else
              await server.owner.query(
                `begin; update jobs set status = '${status}', is_enabled = ${isEnabled || hours % 3 > 0}, facility_id = '${facilityId}',
                   completed_at = ${hours % 2 ? `submitted_at + interval '${hours} minutes'` : 'completed_at'} where id = '${id}';
                 ${kind === 'rollback' ? 'rollback' : 'commit'}`,
              )
          }),
        )
      const [kept, exact] = await keptAndTrue()
      expect(kept).toEqual(exact)
    }),
    { numRuns: 20 },
  )
  await server.owner.query('delete from job_stints; delete from jobs')
  expect((await keptAndTrue())[0]).toEqual([])
})

test('after a hundred changes and a fold there is one row per kind of day, and old days are deleted', async () => {
  const jobId = await aJob(server, clinic, { authorId: author.user.id, submittedAt: ago(2) })
  await aJob(server, clinic, { authorId: author.user.id, submittedAt: ago(24 * 100) })
  for (let turn = 0; turn < 100; turn += 1)
    await server.owner.query(
      "update jobs set status = $2, completed_at = submitted_at + interval '1 h' where id = $1",
      [jobId, turn % 2 ? 'COMPLETED' : 'INCOMPLETE'],
    )
  await server.owner.query(
    'select fold_job_days(clinic_id, facility_id, day) from (select distinct clinic_id, facility_id, day from job_days) d',
  )
  const { rows } = await server.owner.query<{ kind: string; jobs: number }>(
    "select kind, jobs from job_days where clinic_id = $1 and day > now() - interval '30 days' order by kind",
    [clinic.clinicId],
  )
  expect(rows).toEqual([
    { kind: 'IN', jobs: 1 },
    { kind: 'OUT', jobs: 1 },
  ])
  const old = await server.owner.query("select from job_days where day < now() - interval '70 days'")
  expect(old.rowCount).toBe(0)
  await server.owner.query('delete from job_stints; delete from jobs')
})

const pipelineOf = async (who: TestClient) => (await who.ask<Pipeline>('GET /clinic/job/pipeline')).result[0]!

test('fourteen days show submitted and filed jobs and the median and 90th percentile turnaround, within reach', async () => {
  const filed = async (minutes: number, daysAgo: number, facilityId = clinic.facilityId) => {
    const submittedAt = ago(24 * daysAgo + minutes / 60)
    const id = await aJob(server, clinic, { authorId: author.user.id, status: 'COMPLETED', submittedAt, facilityId })
    await server.owner.query('update jobs set completed_at = $2 where id = $1', [id, ago(24 * daysAgo)])
  }
  for (const minutes of [10, 20, 40, 80, 160]) await filed(minutes, 3)
  await filed(640, 3, annex)
  await filed(5, 30)
  const pipeline = await pipelineOf(admin)
  expect(pipeline.days).toHaveLength(14)
  expect(pipeline.days.filter((day) => day.filed > 0)).toEqual([
    expect.objectContaining({ filed: 5, medianMinutes: 40, p90Minutes: 128 }),
  ])
  expect(pipeline.days.reduce((sum, { received }) => sum + received, 0)).toBe(5)
  expect(pipeline.days.at(-1)).toMatchObject({ received: 0, filed: 0, medianMinutes: null, p90Minutes: null })
  expect((await pipelineOf(clinicAdmin)).days.reduce((sum, day) => sum + day.filed, 0)).toBe(6)
})

test('waiting jobs are grouped by how long they have waited', async () => {
  for (const hours of [0.5, 3.9, 5, 23, 30, 71, 80])
    await aJob(server, clinic, { authorId: author.user.id, status: 'AVAILABLE', submittedAt: ago(hours) })
  expect((await pipelineOf(admin)).stages.map(({ stage, ages }) => [stage, ages])).toEqual([
    ['TO_TYPE', [2, 2, 2, 1]],
    ['TYPING', [0, 0, 0, 0]],
    ['REVIEW_1', [0, 0, 0, 0]],
    ['REVIEW_2', [0, 0, 0, 0]],
    ['FILED', []],
  ])
})

test('a job that has not moved for a day is stuck, even if it is due much later', async () => {
  const rests = await aJob(server, clinic, { authorId: author.user.id, status: 'AVAILABLE', submittedAt: ago(26) })
  const moves = await aJob(server, clinic, { authorId: author.user.id, status: 'AVAILABLE', submittedAt: ago(26) })
  await server.owner.query("update jobs set due_at = now() + interval '2 days' where id in ($1, $2)", [rests, moves])
  await server.owner.query("update jobs set waiting_since = now() - interval '23 hours' where id = $1", [moves])
  const ids = (await admin.ask<JobRow>('GET /clinic/job/stuck?size=100')).result.map(({ jobId }) => jobId)
  expect(ids).toContain(rests)
  expect(ids).not.toContain(moves)
})

const recentOf = async (who: TestClient) =>
  (await who.ask<JobRow>('GET /clinic/job/recent')).result.map(({ jobId }) => jobId)

test('a person’s last jobs are listed latest first, only those they may still read, and the look-up is audited', async () => {
  const worked: string[] = []
  for (let turn = 0; turn < 7; turn += 1) {
    const id = await aJob(server, clinic, { authorId: author.user.id, holderId: typist.user.id })
    await server.owner.query(
      "update jobs set holder_id = null, status = 'READY', level = 'LEVEL_1', transcriber_id = $2 where id = $1",
      [id, typist.user.id],
    )
    await server.owner.query("update job_stints set ended_at = now(), action = 'Completed' where job_id = $1", [id])
    worked.unshift(id)
  }
  const held = await aJob(server, clinic, { authorId: author.user.id, holderId: typist.user.id })
  expect(await recentOf(typist)).toEqual(worked.slice(0, 5))
  expect(await recentOf(author)).toEqual([])
  // The user works on the first job again, so it moves to the top of the list.
  await server.owner.query(
    "insert into job_stints (clinic_id, job_id, user_id, stage, started_at, ended_at, action) values ($1, $2, $3, 'TRANSCRIPTION', now(), now(), 'Completed')",
    [clinic.clinicId, worked[6], typist.user.id],
  )
  expect(await recentOf(typist)).toEqual([worked[6], ...worked.slice(0, 4)])
  await server.owner.query('update jobs set is_enabled = false where id = $1', [worked[0]])
  expect(await recentOf(typist)).not.toContain(worked[0])
  expect(await recentOf(typist)).not.toContain(held)
  const { rowCount } = await server.owner.query(
    "select from audit_events where event = 'recent-jobs.viewed' and session_id = $1",
    [typist.user.sessionId],
  )
  expect(rowCount).toBeGreaterThan(0)
})
