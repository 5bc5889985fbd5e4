import { billerCalls, type Unbilled, type UnbilledAge, unbilledAges } from '@dictara/contract/biller-review'
import { searchTotalCap } from '@dictara/contract/job-lists'
import type { JobStatus } from '@dictara/contract/jobs'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aJob, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { times } from '../../../../tools/src/times.ts'

let server: TestServer
let clinic: TestClinic
let patients: string[]
let authors: TestClient[]
let biller: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  patients = [clinic.patientId, await aPatient(server, clinic.clinicId, clinic.facilityId, { lastName: 'Quist' })]
  const facilityIds = [clinic.facilityId]
  biller = await signedIn(server, clinic.clinicId, { facilityIds, userType: 'biller' })
  authors = []
  for (const lastName of ['Okafor', 'King', 'Moss'])
    authors.push(await signedIn(server, clinic.clinicId, { facilityIds, lastName }))
  await link(0, 1)
})
afterAll(() => server.close())

/** Makes the biller responsible for exactly these authors. */
const link = (...whose: number[]) =>
  server.owner.query('update users set biller_id = case when id = any($2) then $3::uuid end where id = any($1)', [
    authors.map(({ user }) => user.id),
    whose.map((one) => authors[one]!.user.id),
    biller.user.id,
  ])

interface Known {
  id: string
  author: number
  patient: number
  status: JobStatus
  isEnabled: boolean
  /** Days since the job was completed. */
  days: number | null
  encounter: string | null
  submittedAt: string
}

const ageOf = ({ days }: Known): UnbilledAge =>
  days === null || days > 8 ? 'OLDER' : days < 3 ? 'TO_2_DAYS' : 'TO_7_DAYS'
const facts = fc.record({
  author: fc.nat(2),
  patient: fc.nat(1),
  status: fc.constantFrom<JobStatus>('COMPLETED', 'COMPLETED', 'BILLED', 'IN_PROGRESS', 'STRUCK_OUT'),
  isEnabled: fc.constantFrom(true, true, true, false),
  days: fc.constantFrom(null, 0.5, 2.9, 3.5, 7.9, 8.5, 40),
  encounter: fc.constantFrom(null, '2026-11-01', '2026-11-02', '2026-11-03'),
  submittedAt: fc.constantFrom('2026-11-19T08:00:00.000Z', '2026-11-20T08:00:00.000Z', '2026-11-21T08:00:00.000Z'),
})
const query = fc.record({
  age: fc.subarray([...unbilledAges]),
  doctorIds: fc.subarray([0, 1, 2]),
  name: fc.constantFrom('', '', '', 'quist', 'king', 'byron king', '%'),
  sortKey: fc.constantFrom('submissionTime' as const, 'effectiveDate' as const),
  sortOrder: fc.constantFrom('ascend' as const, 'descend' as const),
  size: fc.constantFrom(1, 3, 10),
  page: fc.nat(3),
})
type Query = typeof query extends fc.Arbitrary<infer Q> ? Q : never

/** The expected list, computed from a plain array: filtered, sorted with missing dates last, then cut to the page. */
function expected(jobs: readonly Known[], linked: readonly number[], asked: Query): Known[] {
  const names = (job: Known) => [['byron', 'quist'][job.patient]!, ['okafor', 'king', 'moss'][job.author]!]
  const isFound = (job: Known) =>
    asked.name !== '%' && asked.name.split(' ').every((word) => word === '' || names(job).includes(word))
  const sign = asked.sortOrder === 'ascend' ? 1 : -1
  const compare = (one: string, other: string) => (one < other ? -sign : one > other ? sign : 0)
  return jobs
    .filter((job) => job.isEnabled && job.status === 'COMPLETED' && linked.includes(job.author) && isFound(job))
    .filter((job) => asked.age.length === 0 || asked.age.includes(ageOf(job)))
    .filter((job) => asked.doctorIds.length === 0 || asked.doctorIds.includes(job.author))
    .toSorted((one, other) => {
      const [a, b] =
        asked.sortKey === 'submissionTime' ? [one.submittedAt, other.submittedAt] : [one.encounter, other.encounter]
      if (a !== b && (a === null || b === null)) return a === null ? 1 : -1
      return (a !== null && b !== null && compare(a, b)) || compare(one.id, other.id)
    })
}

test('after any history the list has every unbilled job of the linked doctors, filtered, sorted and counted [BILR-07, BILR-08, Q136]', async () => {
  const jobs: Known[] = []
  const write = async (job: Known) => {
    await server.owner.query(
      `update jobs set status = $2, is_enabled = $3, completed_at = now() - $4::float8 * interval '1 day', date_of_encounter = $5 where id = $1`,
      [job.id, job.status, job.isEnabled, job.days, job.encounter],
    )
  }
  const step = fc.record({ job: fc.nat(60), isNew: fc.boolean(), facts })
  const history = fc.record({
    steps: fc.array(step, { minLength: 1, maxLength: 8 }),
    linked: fc.subarray([0, 1, 2], { minLength: 1 }),
    queries: fc.array(query, { minLength: 6, maxLength: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, linked, queries }) => {
      for (const { job, isNew, facts: jobFacts } of steps) {
        if (isNew || jobs.length === 0) {
          const id = await aJob(server, clinic, {
            authorId: authors[jobFacts.author]!.user.id,
            patientId: patients[jobFacts.patient]!,
            submittedAt: jobFacts.submittedAt,
          })
          jobs.push({ ...jobFacts, id })
        } else {
          const { status, isEnabled, days, encounter } = jobFacts
          Object.assign(jobs[job % jobs.length]!, { status, isEnabled, days, encounter })
        }
        await write(isNew ? jobs.at(-1)! : jobs[job % jobs.length]!)
      }
      await link(...linked)
      for (const asked of queries) {
        const whole = expected(jobs, linked, asked)
        const doctorIds = asked.doctorIds.map((one) => authors[one]!.user.id)
        const answer = await biller.call(billerCalls.listBillerJobs, { query: { ...asked, doctorIds } })
        const from = asked.page * asked.size
        expect([asked, answer.result.map(({ jobId }) => jobId), answer.size, answer.sizeIsCapped]).toEqual([
          asked,
          whole.slice(from, from + asked.size).map(({ id }) => id),
          whole.length,
          undefined,
        ])
      }
      const open = jobs.filter((job) => job.isEnabled && job.status === 'COMPLETED' && linked.includes(job.author))
      const [unbilled] = (await biller.ask<Unbilled>('GET /clinic/biller/jobs/unbilled')).result
      expect(unbilled!.ages).toEqual(
        unbilledAges.map((age) => ({ age, jobs: open.filter((job) => ageOf(job) === age).length })),
      )
      const byAuthor = linked.map((one) => [authors[one]!.user.id, open.filter(({ author }) => author === one).length])
      expect(new Map(unbilled!.authors.map((author) => [author.doctorId, author.jobs]))).toEqual(
        new Map(byAuthor.filter(([, count]) => count !== 0) as [string, number][]),
      )
    }),
    { numRuns: times(10, 60) },
  )
})

test('a search that matches thousands of jobs keeps the order of the list and says that there are more [BILR-07]', async () => {
  const own = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], userType: 'biller' })
  const [many, few] = [
    await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], lastName: 'Marple' }),
    await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], lastName: 'Marples' }),
  ]
  await server.owner.query('update users set biller_id = $1 where id = any($2)', [
    own.user.id,
    [many.user.id, few.user.id],
  ])
  await server.owner.query(
    `insert into jobs (clinic_id, id, number, dictation_id, author_id, patient_id, facility_id, status, submitted_at, last_updated_at, completed_at)
     select $1, uuidv7(), 800000 + n, uuidv7(), case n % 500 when 0 then $3::uuid else $2 end, $4, $5, 'COMPLETED',
       timestamptz '2026-01-01Z' + n * interval '1 minute', now(), now() - (n % 20) * interval '1 day'
     from generate_series(1, ${searchTotalCap + 500}) n`,
    [clinic.clinicId, many.user.id, few.user.id, clinic.patientId, clinic.facilityId],
  )
  // The database does this by itself later. Until then a list takes seconds, and on a busy machine minutes.
  await server.owner.query('analyze jobs')
  const list = (more: object = {}) =>
    own.call(billerCalls.listBillerJobs, { query: { name: 'marple', size: 5, ...more } })
  const numbers = ({ result }: Awaited<ReturnType<typeof list>>) =>
    result.map(({ jobNumber }) => Number(jobNumber) - 800_000)
  const second = await list({ page: 1, sortOrder: 'ascend' })
  expect(numbers(second)).toEqual([6, 7, 8, 9, 10])
  expect(second.sizeIsCapped).toBe(true)
  expect(second.size).toBeGreaterThan(10)
  expect(second.size).toBeLessThan(searchTotalCap + 500)
  const rare = await list({ name: 'marples', sortOrder: 'ascend' })
  expect([numbers(rare), rare.size, rare.sizeIsCapped]).toEqual([[500, 1000, 1500, 2000, 2500], 7, undefined])
  const last = await list({ doctorIds: [few.user.id], page: 1, sortOrder: 'ascend' })
  expect([numbers(last), last.size, last.sizeIsCapped]).toEqual([[3000, 3500], 7, undefined])
  const all = await list({ name: '', page: 400 })
  expect([all.size, all.sizeIsCapped, all.result.length]).toEqual([searchTotalCap + 500, undefined, 5])
})
