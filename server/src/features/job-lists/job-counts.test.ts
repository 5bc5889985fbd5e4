import { jobListCalls, searchTotalCap } from '@dictara/contract/job-lists'
import type { JobStatus } from '@dictara/contract/jobs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, aJob, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let other: TestClinic
let annex: string
let admin: TestClient
let authors: TestClient[]

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  other = await aClinic(server, 'Other Clinic')
  annex = await aFacility(server, clinic.clinicId)
  const facilityIds = [clinic.facilityId, annex]
  admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  authors = [
    await signedIn(server, clinic.clinicId, { facilityIds, lastName: 'Quill' }),
    await signedIn(server, clinic.clinicId, { facilityIds }),
  ]
})
afterAll(() => server.close())

/** The stored counts and the counts computed from the jobs. The two lists should be equal. */
const keptAndTrue = async () => {
  const columns = 'clinic_id, author_id, facility_id, tab, status, returned_, level_, approver'
  const kept = await server.owner.query(
    `select clinic_id, author_id, facility_id, tab, status, returned as returned_, level as level_, first_approver_id as approver, sum(jobs)::int as jobs
     from job_counts group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(jobs) <> 0 order by ${columns}`,
  )
  const counted = await server.owner.query(
    `select clinic_id, author_id, facility_id, tab, status, returned and status = 'IN_PROGRESS' as returned_,
       case when status in ('READY', 'IN_REVIEW') then level end as level_,
       case when status = 'READY' then first_approver_id end as approver, count(*)::int as jobs
     from jobs where tab <> 'NONE' group by 1, 2, 3, 4, 5, 6, 7, 8 order by ${columns}`,
  )
  return [kept.rows, counted.rows]
}

const step = fc.record({
  kind: fc.constantFrom('add', 'move', 'delete', 'rollback', 'fold'),
  job: fc.nat(40),
  author: fc.nat(1),
  atAnnex: fc.boolean(),
  status: fc.constantFrom<JobStatus>('RECEIVED', 'IN_PROGRESS', 'READY', 'IN_REVIEW', 'COMPLETED', 'STRUCK_OUT'),
  level: fc.constantFrom('LEVEL_1', 'LEVEL_2', null),
  flag: fc.boolean(),
})

test('the stored job counts equal the exact ones after any simultaneous changes [JOBS-17, JOBS-61]', async () => {
  const ids: string[] = []
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { maxLength: 8 }), { maxLength: 6 }), async (rounds) => {
      for (const round of rounds)
        await Promise.all(
          round.map(async ({ kind, job, author, atAnnex, status, level, flag }) => {
            const authorId = authors[author]!.user.id
            if (kind === 'add' || ids.length === 0) {
              const facilityId = atAnnex ? annex : clinic.facilityId
              ids.push(await aJob(server, clinic, { authorId, facilityId, status, level }))
              return
            }
            const id = ids[job % ids.length]
            if (kind === 'delete') await server.owner.query('delete from jobs where id = $1', [id])
            else if (kind === 'fold')
              await server.owner.query('select fold_job_counts($1, $2)', [clinic.clinicId, authorId])
            else
              await server.owner.query(
                `begin; update jobs set status = '${status}', level = ${level ? `'${level}'` : 'null'}, returned = ${flag},
                   is_enabled = ${!flag || status !== 'READY'}, first_approver_id = ${flag ? `'${authorId}'` : 'null'} where id = '${id}';
                 ${kind === 'rollback' ? 'rollback' : 'commit'}`,
              )
          }),
        )
      const [kept, exact] = await keptAndTrue()
      expect(kept).toEqual(exact)
    }),
    { numRuns: 25 },
  )
})

test('after a hundred changes and a fold there is one count row per kind of job', async () => {
  const jobId = await aJob(server, clinic, { authorId: authors[0]!.user.id })
  for (let turn = 0; turn < 100; turn += 1)
    await server.owner.query('update jobs set status = $2 where id = $1', [jobId, turn % 2 ? 'READY' : 'IN_REVIEW'])
  await server.owner.query('select fold_job_counts($1, $2)', [clinic.clinicId, authors[0]!.user.id])
  const { rows } = await server.owner.query(
    `select count(*)::int as rows, count(distinct (facility_id, status, returned, level, first_approver_id))::int as kinds
     from job_counts where clinic_id = $1 and author_id = $2`,
    [clinic.clinicId, authors[0]!.user.id],
  )
  expect(rows[0].rows).toBe(rows[0].kinds)
})

test('a total with filters is the sum of its parts, for the list and for the tab [JOBS-40, JOBS-52]', async () => {
  const total = async (query: object) => (await admin.call(jobListCalls.listMyJobs, { query })).size
  const [counts] = (await admin.call(jobListCalls.countMyJobs)).result
  for (const [status, count] of [
    ['INPROGRESS', counts!.inProgressJobs],
    ['INREVIEW', counts!.inReviewJobs],
    ['COMPLETE', counts!.completedJobs],
  ] as const) {
    expect(await total({ status })).toBe(count)
    const parts = await Promise.all([annex, clinic.facilityId].map((id) => total({ status, facilityIds: [id] })))
    expect(parts.reduce((sum, part) => sum! + part!, 0)).toBe(count)
  }
})

test('a search finds renamed patients and authors by their new names [JOBS-37]', async () => {
  const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId, { lastName: 'Hartnell' })
  const jobId = await aJob(server, clinic, { authorId: authors[0]!.user.id, patientId, status: 'INCOMPLETE' })
  const search = async (searchValue: string) =>
    (await admin.call(jobListCalls.listMyJobs, { query: { status: 'INCOMPLETE', searchValue } })).result.map(
      (row) => row.jobId,
    )
  expect(await search('artnel')).toEqual([jobId])
  await server.owner.query("update patients set last_name = 'Troughton' where id = $1", [patientId])
  await server.owner.query("update users set last_name = 'Feather' where id = $1", [authors[0]!.user.id])
  expect(await search('hartnell')).toEqual([])
  expect(await search('trought FEATHER')).toEqual([jobId])
  // One or two letters match only the start of a word.
  expect(await search('tr fe')).toEqual([jobId])
  expect(await search('ro')).toEqual([])
})

test('a search with many matches is paged in the order of the list and says that there are more [JOBS-37, JOBS-66]', async () => {
  const author = await signedIn(server, other.clinicId, { facilityIds: [other.facilityId], lastName: 'Marple' })
  await server.owner.query(
    `insert into jobs (clinic_id, id, number, dictation_id, author_id, patient_id, facility_id, status, submitted_at, last_updated_at)
     select $1, md5('many ' || n)::uuid, 500000 + n, md5('dictation ' || n)::uuid, $2, $3, $4, case n % 1000 when 0 then 'INCOMPLETE' else 'COMPLETED' end,
       timestamptz '2026-01-01Z' + n * interval '1 minute', now() from generate_series(1, ${searchTotalCap + 500}) n`,
    [other.clinicId, author.user.id, other.patientId, other.facilityId],
  )
  // The database does this by itself after so many inserts. Until then each search scans all entries not yet in the
  // index.
  await server.owner.query('vacuum (analyze) jobs')
  const search = (query: object) => author.call(jobListCalls.listMyJobs, { query: { searchValue: 'marple', ...query } })
  const first = await search({ status: 'COMPLETE', page: 1 })
  expect(first).toMatchObject({ status: 200 })
  expect(first.result.map(({ jobNumber }) => jobNumber)).toEqual(
    Array.from({ length: 10 }, (_, index) => String(500_000 + searchTotalCap + 490 - index)),
  )
  expect(first.sizeIsCapped).toBe(true)
  expect(first.size).toBeGreaterThan(20)
  const few = await search({ status: 'INCOMPLETE' })
  expect(few.result).toHaveLength(3)
  expect(few).toMatchObject({ size: 3 })
  expect(few.sizeIsCapped).toBeUndefined()
  expect(
    (await admin.call(jobListCalls.listMyJobs, { query: { status: 'COMPLETE', searchValue: 'marple' } })).size,
  ).toBe(0)
})
