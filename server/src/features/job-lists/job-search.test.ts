import { jobListCalls } from '@dictara/contract/job-lists'
import { type JobRow, type JobStatus, jobCalls, jobStatuses } from '@dictara/contract/jobs'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aClinic,
  aFacility,
  aJob,
  aPatient,
  signedIn,
  type TestClinic,
  type TestPerson,
} from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { times } from '../../../../tools/src/times.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let typist: TestClient
let clinicAdmin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const facilityIds = [clinic.facilityId]
  doctor = await signedIn(server, clinic.clinicId, { facilityIds, firstName: 'Dana', lastName: 'Okafor' })
  typist = await signedIn(server, clinic.clinicId, { facilityIds, userType: 'transcriptionist' })
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin', userPrivilege: 'NONE' })
})
afterAll(() => server.close())

const ids = (rows: readonly { jobId: string }[]) => rows.map(({ jobId }) => jobId)
/** Calls the literal address, as another client does. */
const search = async (who: TestClient, searchValue: string, more = '') => {
  const answer = await who.ask<JobRow>(`GET /clinic/job/search?searchValue=${encodeURIComponent(searchValue)}${more}`)
  expect(answer.status, answer.message).toBe(200)
  const { sizeIsCapped } = answer as { sizeIsCapped?: boolean }
  return { ids: ids(answer.result), ...answer, sizeIsCapped }
}
const setRecord = (patientId: string, record: string) =>
  server.owner.query('update patients set medical_record_number = $2 where id = $1', [patientId, record])
async function aPatientCalled(firstName: string, lastName: string, record: string) {
  const id = await aPatient(server, clinic.clinicId, clinic.facilityId, { firstName, lastName })
  await setRecord(id, record)
  return id
}
const numberOf = async (jobId: string) =>
  (await server.owner.query('select number from jobs where id = $1', [jobId])).rows[0]!.number as number

describe('a search over all states', () => {
  test('finds jobs by number, patient, MRN and author in every state, newest first, without deleted jobs [Q204]', async () => {
    const patientId = await aPatientCalled('Élodie', 'Castillo-Ruiz', 'HS10015')
    const jobs: string[] = []
    for (const [n, status] of jobStatuses.entries()) {
      const submittedAt = `2026-11-20T${String(n + 8).padStart(2, '0')}:00:00Z`
      jobs.unshift(await aJob(server, clinic, { authorId: doctor.user.id, patientId, status, submittedAt }))
    }
    const gone = await aJob(server, clinic, { authorId: doctor.user.id, patientId })
    await server.owner.query('update jobs set is_enabled = false where id = $1', [gone])
    for (const words of [
      'castillo',
      'elodie',
      'stillo-ru',
      'castilloruiz',
      'CASTILLO, élodie',
      'hs10015',
      '10015',
      'okafor casti',
    ])
      expect([words, (await search(doctor, words, '&size=50')).ids]).toEqual([words, jobs])
    const some = await search(clinicAdmin, 'castillo', '&page=1&size=4&state=READY,IN_REVIEW,BILLED,COMPLETED,WRITING')
    expect(some).toMatchObject({ size: 5, success: true })
    expect(some.result.map(({ status }) => status)).toEqual(['READY'])
    const [first] = (await search(doctor, String(await numberOf(jobs[3]!)))).result
    expect(first).toMatchObject({ jobId: jobs[3], medicalRecordNumber: 'HS10015', patientName: 'Élodie Castillo-Ruiz' })
    expect((await search(doctor, 'castillo byron')).size).toBe(0)
    expect((await doctor.raw('/api/clinic/job/search?state=LOST')).status).toBe(400)
  })

  test('can be narrowed to one state and one level of review', async () => {
    const patientId = await aPatientCalled('Nora', 'Narrow', 'NN-1')
    const [one, two] = [
      await aJob(server, clinic, { authorId: doctor.user.id, patientId, status: 'READY', level: 'LEVEL_1' }),
      await aJob(server, clinic, { authorId: doctor.user.id, patientId, status: 'IN_REVIEW', level: 'LEVEL_2' }),
    ]
    const inReview = '&size=50&state=READY,IN_REVIEW'
    for (const [level, ids] of [
      ['LEVEL_1', [one]],
      ['LEVEL_2', [two]],
    ] as const) {
      expect((await search(clinicAdmin, 'narrow', `${inReview}&level=${level}`)).ids).toEqual(ids)
      const shown = await search(clinicAdmin, '', `${inReview}&level=${level}`)
      expect(shown.ids).toEqual(expect.arrayContaining([...ids]))
      expect(new Set(shown.result.map((row) => row.level))).toEqual(new Set([level]))
    }
    for (const status of jobStatuses) {
      const id = await aJob(server, clinic, { authorId: doctor.user.id, patientId, status })
      const shown = await search(clinicAdmin, '', `&size=50&state=${status}`)
      expect(shown.ids).toContain(id)
      expect(new Set(shown.result.map((row) => row.status))).toEqual(new Set([status]))
    }
  })

  test('lists exact matches of the job number or MRN first [Q204]', async () => {
    const [exact, longer] = [
      await aPatientCalled('Ada', 'Kling', 'KL-77'),
      await aPatientCalled('Ada', 'Klang', 'KL-7766'),
    ]
    const jobOf = (patientId: string, submittedAt: string) =>
      aJob(server, clinic, { authorId: doctor.user.id, patientId, submittedAt })
    const old = await jobOf(exact, '2026-11-01T08:00:00Z')
    const newer = await jobOf(longer, '2026-11-19T08:00:00Z')
    const newest = await jobOf(longer, '2026-11-20T08:00:00Z')
    expect((await search(doctor, 'kl-77')).ids).toEqual([old, newest, newer])
    await server.owner.query('update jobs set number = 8123456 where id = $1', [newest])
    await server.owner.query('update jobs set number = 81234 where id = $1', [old])
    await server.owner.query(
      "update job_search s set words = job_words(j.number, 'x', 'y', 'z', 'r') from jobs j where s.job_id = j.id and j.id = any($1)",
      [[newest, old]],
    )
    expect((await search(doctor, '81234')).ids).toEqual([old, newest])
    expect((await search(doctor, '081234')).ids).toEqual([old])
  })

  test('finds a job once when a word matches both its author and patient, and finds changed names [Q204]', async () => {
    const author = await signedIn(server, clinic.clinicId, { firstName: 'Vera', lastName: 'Quillon' })
    const [same, other] = [
      await aPatientCalled('Max', 'Quillonson', 'QU-1'),
      await aPatientCalled('Quillo', 'Ming', 'QU-2'),
    ]
    const jobOf = (authorId: string, patientId: string, day: number) =>
      aJob(server, clinic, { authorId, patientId, submittedAt: `2026-11-1${day}T08:00:00Z` })
    const [both, byAuthor, byPatient] = [
      await jobOf(author.user.id, same, 3),
      await jobOf(author.user.id, clinic.patientId, 2),
      await jobOf(doctor.user.id, other, 1),
    ]
    expect(await search(clinicAdmin, 'quillo')).toMatchObject({ ids: [both, byAuthor, byPatient], size: 3 })
    expect((await search(clinicAdmin, 'quillon')).ids).toEqual([both, byAuthor])
    await server.owner.query("update patients set first_name = 'Ann' where id = $1", [other])
    await server.owner.query("update users set last_name = 'Marsh' where id = $1", [author.user.id])
    expect((await search(clinicAdmin, 'quillo')).ids).toEqual([both])
  })

  test('finds a corrected MRN, and a job that was moved to another patient [Q204, Q185]', async () => {
    const [one, other] = [await aPatientCalled('Uma', 'Ost', 'UO1001'), await aPatientCalled('Ugo', 'West', 'UW1002')]
    const jobId = await aJob(server, clinic, { authorId: doctor.user.id, patientId: one })
    await setRecord(one, 'UO2001')
    expect([(await search(doctor, 'uo1001')).size, (await search(doctor, 'uo2001')).ids]).toEqual([0, [jobId]])
    await doctor.call(jobCalls.changePatient, { params: { id: jobId }, body: { patientId: other } } as never)
    expect([(await search(doctor, 'uo2001')).size, (await search(doctor, 'uw1002')).ids]).toEqual([0, [jobId]])
  })

  test('accepts any input; special characters alone match nothing [Q204, QA-85]', async () => {
    const patientId = await aPatientCalled('Per', 'O’Neil', 'P%_1')
    const jobId = await aJob(server, clinic, { authorId: doctor.user.id, patientId })
    for (const nothing of ['%', '\\', '_', "'", '😀', '--', '%%%%', '\\%', "' or 1=1 --", '"', 'x'.repeat(200), '٪'])
      expect([nothing, (await search(doctor, nothing)).size]).toEqual([nothing, 0])
    for (const words of ['o’neil', "o'neil", 'oneil', 'p%_1', '😀 oneil', '\u202eoneil', ` ${'oneil '.repeat(30)}`])
      expect([words, (await search(doctor, words)).ids]).toEqual([words, [jobId]])
    const { rows } = await server.owner.query('select from jobs where author_id = $1 and is_enabled', [doctor.user.id])
    for (const empty of ['', '   ', ' , ,']) expect((await search(doctor, empty)).size).toBe(rows.length)
    for (const refused of ['x'.repeat(201), 'a\u0000b']) {
      const { status } = await doctor.ask(`GET /clinic/job/search?searchValue=${encodeURIComponent(refused)}`)
      expect(status).toBe(400)
    }
  })

  test('writes an audit event with the page but without the search words [Q204]', async () => {
    await search(doctor, 'secretname', '&page=3')
    const { rows } = await server.owner.query<{ text: string }>(
      "select to_jsonb(e)::text as text from audit_events e where event = 'jobs.searched' and user_id = $1 and detail @> $2",
      [doctor.user.id, { page: 3 }],
    )
    expect(rows).toHaveLength(1)
    expect(rows[0]!.text).not.toContain('secretname')
  })
})

describe('the search of a tab', () => {
  test('finds MRNs too [Q204, JOBS-37]', async () => {
    const patientId = await aPatientCalled('Noa', 'Tab', 'TAB-4711')
    const jobId = await aJob(server, clinic, { authorId: doctor.user.id, patientId })
    for (const words of ['tab-4711', 'TAB4711', '4711', 'noa 4711']) {
      const { result, size } = await doctor.call(jobListCalls.listMyJobs, { query: { searchValue: words } })
      expect([words, ids(result), size]).toEqual([words, [jobId], 1])
    }
  })
})

test('a transcriptionist can search by MRN in jobs they have or had, and by name in the pool [Q204]', async () => {
  const patientId = await aPatientCalled('Ines', 'Pooler', 'PLX9901')
  const authorId = doctor.user.id
  const waiting = await aJob(server, clinic, { authorId, patientId, status: 'AVAILABLE' })
  const held = await aJob(server, clinic, { authorId, patientId, holderId: typist.user.id })
  const inTab = async (words: string) =>
    ids((await typist.call(jobListCalls.listMyJobs, { query: { status: 'AVAILABLE', searchValue: words } })).result)
  expect((await search(typist, 'plx9901')).ids).toEqual([held])
  expect((await search(typist, 'pooler plx9901')).ids).toEqual([held])
  expect((await search(typist, 'plx')).ids).toEqual([held])
  expect((await search(typist, 'pooler')).ids.toSorted()).toEqual([waiting, held].toSorted())
  expect([await inTab('plx9901'), await inTab('plx'), await inTab('pooler')]).toEqual([[], [], [waiting]])
})

describe('the result of a search', () => {
  const perPerson = 7
  let world: TestClinic
  let people: TestClient[]
  let jobs: string[]
  let annexId: string

  /** Two facilities, every kind of user, and jobs in every state that these users hold, completed or gave up. */
  beforeAll(async () => {
    world = await aClinic(server, 'World')
    const annex = await aFacility(server, world.clinicId)
    annexId = annex
    const join = (person: TestPerson, facilityIds: string[]) =>
      signedIn(server, world.clinicId, { ...person, facilityIds })
    const both = [world.facilityId, annex]
    const [one, two, selfReviewing] = [
      await join({}, both),
      await join({}, [annex]),
      await join({ selfReviewEnabled: true, userPrivilege: 'TRANSCRIPTION_REVIEWER' }, both),
    ]
    const kinds: [TestPerson, string[]][] = [
      [{ userType: 'reviewer' }, both],
      [{ userType: 'reviewer' }, [annex]],
      [{ userType: 'transcriptionist' }, [world.facilityId]],
      [{ userType: 'transcriptionist' }, []],
      [{ userType: 'admin' }, [annex]],
      [{ userType: 'admin', userPrivilege: 'TRANSCRIPTION_REVIEWER' }, []],
      [{ userType: 'clinicAdmin' }, []],
      [{ userType: 'biller' }, both],
    ]
    const others: TestClient[] = []
    for (const [person, at] of kinds) others.push(await join(person, at))
    const authors = [one, two, selfReviewing, others[5]!]
    people = [one, two, selfReviewing, ...others]
    const idsOf = people.map(({ user }) => user.id)
    await server.owner.query('update users set biller_id = $2 where id = any($1)', [
      [one.user.id, selfReviewing.user.id],
      others.at(-1)!.user.id,
    ])
    await server.owner.query('update users set any_reviewer_level_2 = true where id = $1', [one.user.id])
    await server.owner.query("insert into author_reviewers values ($1, $2, 'LEVEL_1', $3)", [
      world.clinicId,
      two.user.id,
      others[1]!.user.id,
    ])
    jobs = []
    for (let n = 0; n < people.length * perPerson; n += 1) {
      const status = jobStatuses[n % jobStatuses.length] as JobStatus
      const isReview = status === 'READY' || status === 'IN_REVIEW'
      const isHeld = status === 'IN_PROGRESS' || status === 'IN_REVIEW'
      const jobId = await aJob(server, world, {
        authorId: authors[n % 4]!.user.id,
        facilityId: both[(n >> 2) % 2]!,
        status,
        level: isReview ? (n % 3 ? 'LEVEL_1' : 'LEVEL_2') : null,
        holderId: isHeld ? idsOf[(n * 5) % idsOf.length]! : null,
        submittedAt: new Date(Date.UTC(2026, 10, 1, 0, (n * 37) % 1_000)).toISOString(),
      })
      jobs.push(jobId)
      const [action, days] = [['Completed', 'Approved', 'Released'][n % 3], n % 2 ? 3 : 45]
      await server.owner.query(
        `insert into job_stints (clinic_id, job_id, user_id, stage, started_at, ended_at, action)
         values ($1, $2, $3, 'TRANSCRIPTION', now() - make_interval(days => 60), now() - make_interval(days => $4), $5)`,
        [world.clinicId, jobId, idsOf[(n * 7 + 3) % idsOf.length], days, action],
      )
    }
    await server.owner.query('update jobs set is_enabled = false where id = any($1)', [jobs.slice(0, 6)])
  })

  const known = new Map<TestClient, string[]>()
  const readBy = async (who: TestClient) => {
    if (!known.has(who)) {
      const readable: string[] = []
      // One at a time: with a hundred simultaneous calls, some wait too long for a database connection and get 503.
      for (const id of jobs) {
        const { status } = await who.call(jobCalls.getJob, { params: { id } })
        expect([200, 404]).toContain(status)
        if (status === 200) readable.push(id)
      }
      known.set(who, readable.toSorted())
    }
    return known.get(who)!
  }
  const foundBy = async (who: TestClient, words: string) => {
    const [first, second] = [await search(who, words, '&size=50'), await search(who, words, '&size=50&page=1')]
    expect(first.size).toBe(first.ids.length + second.ids.length)
    const times = [...first.result, ...second.result].map(({ submissionTime }) => submissionTime)
    expect(times).toEqual(times.toSorted().toReversed())
    return [...first.ids, ...second.ids].toSorted()
  }

  test('is exactly the jobs that the person may read, with and without words [Q204, Q176]', async () => {
    for (const who of people) {
      const readable = await readBy(who)
      expect([who.user.userType, await foundBy(who, '')]).toEqual([who.user.userType, readable])
      expect([who.user.userType, await foundBy(who, 'byron')]).toEqual([who.user.userType, readable])
    }
    expect((await readBy(people[0]!)).length).toBeGreaterThan(20)
  })

  test('with any filter is exactly the matching jobs that the person may read, with their count [Q204, Q176]', async () => {
    const facilityIds = [world.facilityId, annexId]
    const filter = fc.record({
      who: fc.nat(people.length - 1),
      state: fc.oneof(
        fc.constant<string[]>([]),
        fc.subarray<string>([...jobStatuses], { maxLength: 3 }),
        fc.constant(['READY', 'IN_REVIEW']),
      ),
      level: fc.subarray(['LEVEL_1', 'LEVEL_2']),
      facilityIds: fc.subarray(facilityIds),
      doctorIds: fc.subarray(people.slice(0, 3).map(({ user }) => user.id)),
      only: fc.oneof(fc.constant<string[]>([]), fc.subarray(['LATE', 'MINE'])),
    })
    await fc.assert(
      fc.asyncProperty(filter, async ({ who: nth, ...asked }) => {
        const who = people[nth]!
        const { rows } = await server.owner.query<{ id: string }>(
          `select id from jobs where id = any($1) and (cardinality($2::text[]) = 0 or status = any($2))
             and (cardinality($3::text[]) = 0 or level = any($3)) and (cardinality($4::uuid[]) = 0 or facility_id = any($4))
             and (cardinality($5::uuid[]) = 0 or author_id = any($5))
             and (not $6 or (due_at <= now() and status not in ('COMPLETED', 'BILLED', 'STRUCK_OUT')))
             and (not $7 or (holder_id = $8 and status not in ('COMPLETED', 'BILLED', 'STRUCK_OUT', 'INCOMPLETE')))
           order by submitted_at desc, id desc`,
          [
            await readBy(who),
            asked.state,
            asked.level,
            asked.facilityIds,
            asked.doctorIds,
            asked.only.includes('LATE'),
            asked.only.includes('MINE'),
            who.user.id,
          ],
        )
        const words = Object.entries(asked).map(([name, values]) => `&${name}=${values.join(',')}`)
        const found = await search(who, '', `&size=100${words.join('')}`)
        expect([who.user.userType, asked, found.ids, found.size]).toEqual([
          who.user.userType,
          asked,
          rows.slice(0, 100).map(({ id }) => id),
          rows.length,
        ])
      }),
      { numRuns: times(15, 150) },
    )
  })

  test('without words is counted exactly for clinic admins and billers; for others the count is capped at 1,000 and marked as capped [Q204]', async () => {
    const clinicAdminOf = people.find(({ user }) => user.userType === 'clinicAdmin')!
    const billerOf = people.find(({ user }) => user.userType === 'biller')!
    for (const who of [clinicAdminOf, billerOf]) {
      const before = (await readBy(who)).length
      expect(await search(who, '')).toMatchObject({ size: before })
    }
    await server.owner.query(
      `insert into jobs (clinic_id, id, number, dictation_id, author_id, patient_id, facility_id, status, submitted_at, last_updated_at)
       select $1, uuidv7(), 600000 + n, uuidv7(), $2, $3, $4, 'COMPLETED', timestamptz '2019-01-01Z' + n * interval '1 minute', now()
       from generate_series(1, 1100) n`,
      [world.clinicId, people[0]!.user.id, world.patientId, world.facilityId],
    )
    for (const who of [clinicAdminOf, billerOf]) {
      const answer = await search(who, '', '&page=20')
      expect([answer.ids.length, answer.size, answer.sizeIsCapped]).toEqual([
        10,
        (await readBy(who)).length + 1100,
        undefined,
      ])
    }
    expect(await search(people[0]!, '')).toMatchObject({ size: 1000, sizeIsCapped: true })
    const pastTotal = await search(people[0]!, '', '&page=10&size=100')
    expect(pastTotal.ids).toHaveLength(100)
    expect([pastTotal.size, pastTotal.sizeIsCapped]).toEqual([1101, true])
    const all = await search(people[0]!, '', '&page=11&size=100')
    expect([all.size, all.sizeIsCapped]).toEqual([(await readBy(people[0]!)).length + 1100, undefined])
    await server.owner.query('delete from jobs where number between 600001 and 601100 and clinic_id = $1', [
      world.clinicId,
    ])
  })

  test('is complete even when thousands of other jobs match, with exact numbers first [Q204]', async () => {
    const authorId = people[0]!.user.id
    // All by one author, and older than the jobs of all others.
    await server.owner.query(
      `insert into jobs (clinic_id, id, number, dictation_id, author_id, patient_id, facility_id, status, submitted_at, last_updated_at)
       select $1, uuidv7(), 700000 + n, uuidv7(), $2, $3, $4, 'COMPLETED', timestamptz '2020-01-01Z' + n * interval '1 minute', now()
       from generate_series(1, 3100) n`,
      [world.clinicId, authorId, world.patientId, world.facilityId],
    )
    for (const who of people.slice(1)) {
      const readable = await readBy(who)
      const pages = [await search(who, 'byron', '&size=100'), await search(who, 'byron', '&size=100&page=1')]
      const found = pages.flatMap((page) => page.ids.filter((id) => jobs.includes(id)))
      expect([who.user.userType, found.toSorted()]).toEqual([who.user.userType, readable])
    }
    const exact = await search(people[0]!, '700042 byron')
    expect(exact.result[0]!.jobNumber).toBe('700042')
    const many = await search(people[0]!, '7 byron')
    expect(many).toMatchObject({ sizeIsCapped: true })
    const last = await search(people[0]!, 'byron', '&page=31&size=100')
    expect(last.ids.length).toBeGreaterThan(0)
  })

  test('lists each job once across pages, exact matches first, however old, even among thousands [Q204, Q176]', async () => {
    const [author] = people
    const patientId = await aPatient(server, world.clinicId, world.facilityId, { firstName: 'Ada', lastName: 'Seven' })
    await setRecord(patientId, '7')
    const added: string[] = []
    for (const submittedAt of ['2026-11-29T08:00:00Z', '2020-01-02T08:00:00Z', '2019-01-01T08:00:00Z'])
      added.push(await aJob(server, world, { authorId: author!.user.id, patientId, submittedAt }))
    const every = await server.owner.query<{ id: string; author: string }>(
      `select j.id, j.author_id as author from jobs j join patients p on p.id = j.patient_id join job_search s on s.job_id = j.id
       where j.clinic_id = $1 and j.is_enabled and s.words like '% 7%'
       order by (j.number = 7 or p.medical_record_number = '7') desc, j.submitted_at desc, j.id desc`,
      [world.clinicId],
    )
    const managers = people.filter(({ user }) => user.userType === 'clinicAdmin' || user.userType === 'admin')
    for (const who of [author!, ...managers]) {
      const readable = await readBy(who)
      const mayRead = (row: { id: string; author: string }) =>
        readable.includes(row.id) || who.user.userType === 'clinicAdmin' || row.author === who.user.id
      const all = every.rows.filter(mayRead).map(({ id }) => id)
      // The last page lies beyond the rows that are first read of each list to find how far back the page reaches.
      for (const [size, page] of [
        [5, 0],
        [5, 1],
        [20, 0],
        [20, 1],
        [100, 6],
      ] as const) {
        const found = await search(who, '7', `&size=${size}&page=${page}`)
        expect([who.user.userType, page, found.ids]).toEqual([
          who.user.userType,
          page,
          all.slice(page * size, page * size + size),
        ])
      }
    }
    await server.owner.query('update jobs set is_enabled = false where id = any($1)', [added])
  })

  test('has nothing from another clinic [Q204]', async () => {
    expect((await search(doctor, '700042')).size).toBe(0)
  })
})
