import { facilityCalls } from '@dictara/contract/facilities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aJob, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import type { TestServer } from '../../testing/test-server.ts'
import { anAuditedClinic, type AuditedClinic } from './audit.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let annexId: string
let clinicAdmin: TestClient
let admin: TestClient
let doctor: TestClient
let colleague: TestClient
let biller: TestClient
let foreigner: TestClient
let strangeId: string
let jobs: AuditedClinic['jobs']
beforeAll(async () => {
  const made = await anAuditedClinic()
  ;({ server, clinic, annexId, clinicAdmin, admin, doctor, colleague, biller, foreigner, strangeId, jobs } = made)
}, 120_000)
afterAll(() => server.close())

interface Listed {
  jobId: string
  jobNumber: string
  status: string
}
const nameOf = (id: string) => Object.keys(jobs).find((name) => jobs[name] === id)
const listed = async (who: TestClient, body: object = {}) =>
  (await who.ask<Listed>('POST /clinic/audit/jobs', body)).result.map(({ jobId }) => nameOf(jobId))
const byStatus = (searchValue: string) => ({ searchKey: 'status', searchValue })
const numberOf = async (name: string) =>
  String((await server.owner.query('select number from jobs where id = $1', [jobs[name]])).rows[0].number)

test('completed, billed and struck-out jobs are listed with the documented request body, newest first [AUD-33, AUD-24, AUD-20]', async () => {
  const answer = await clinicAdmin.ask<Listed>('POST /clinic/audit/jobs', {
    page: 0,
    searchKey: 'jobName',
    searchValue: '',
    size: 10,
    sortKey: ['submissionTime'],
    sortOrder: ['DESCEND'],
    userTypeFilter: [],
    facilityIds: [],
    submitTimeFrom: '2026-11-01',
    submitTimeTo: '2026-11-30',
  })
  expect(answer).toMatchObject({ status: 200, size: 5 })
  expect(answer.result.map(({ jobId, status }) => [nameOf(jobId), status])).toEqual([
    ['of a colleague', 'Completed'],
    ['at the annex', 'Completed'],
    ['struck', 'StruckOut'],
    ['billed', 'Billed'],
    ['completed', 'Completed'],
  ])
  expect(answer.result[2]).toEqual({
    jobId: jobs['struck'],
    jobNumber: expect.stringMatching(/^\d{6}$/),
    submissionTime: '2026-11-12T08:00:00.000Z',
    timeZone: expect.any(String),
    audioLength: 61,
    author: 'Rosa Lind',
    authorId: doctor.user.id,
    patientName: 'Ada Byron',
    facility: { facilityId: clinic.facilityId, facilityName: 'Hill Clinic Main' },
    status: 'StruckOut',
    progressNote: { strikeStatus: 'STRUCK' },
    practitionerNote: null,
  })
  expect(answer.result[4]).toMatchObject({ progressNote: null })
})

test('a doctor’s audit has their own jobs, an admin’s those of linked facilities, and a clinicAdmin’s all', async () => {
  expect(await listed(doctor)).toEqual(['at the annex', 'struck', 'billed', 'completed'])
  expect(await listed(colleague)).toEqual(['of a colleague'])
  expect(await listed(admin)).toEqual(['at the annex'])
  expect(await listed(foreigner)).toEqual([undefined])
})

test('audited jobs can be filtered by facility, days and kind of author, and searched by author, job and status [AUD-06, AUD-07]', async () => {
  expect(await listed(clinicAdmin, { facilityIds: [annexId] })).toEqual(['at the annex'])
  const days = { submitTimeFrom: '2026-11-11', submitTimeTo: '2026-11-12' }
  expect(await listed(clinicAdmin, days)).toEqual(['struck', 'billed'])
  expect(await listed(clinicAdmin, { ...days, sortOrder: ['ASCEND'] })).toEqual(['billed', 'struck'])
  expect(await listed(clinicAdmin, { searchKey: 'userName', searchValue: 'vale om' })).toEqual(['of a colleague'])
  expect(await listed(doctor, { searchKey: 'userName', searchValue: 'vale' })).toEqual([])
  const search = { searchValue: await numberOf('billed') }
  expect(await listed(clinicAdmin, search)).toEqual(['billed'])
  expect(await listed(clinicAdmin, { ...search, userTypeFilter: ['doctor'] })).toEqual(['billed'])
  expect(await listed(clinicAdmin, { ...search, userTypeFilter: ['admin'] })).toEqual([])
  expect(await listed(clinicAdmin, { userTypeFilter: ['admin'] })).toEqual([])
  expect(await listed(doctor, { searchValue: await numberOf('of a colleague') })).toEqual([])
  expect(await listed(clinicAdmin, { searchValue: await numberOf('in progress') })).toEqual([])
  expect(await listed(clinicAdmin, { searchValue: '%' })).toEqual([])
  expect(await listed(clinicAdmin, byStatus('Struck Out'))).toEqual(['struck'])
  expect(await listed(clinicAdmin, byStatus('billed'))).toEqual(['billed'])
  expect(await listed(clinicAdmin, byStatus('InProgress'))).toEqual([])
  expect(await listed(clinicAdmin, { searchKey: 'status', searchValue: '', facilityIds: [annexId] })).toHaveLength(1)
  expect((await admin.ask('POST /clinic/audit/jobs', { facilityIds: [clinic.facilityId] })).status).toBe(404)
  const reversed = { submitTimeFrom: '2026-11-12', submitTimeTo: '2026-11-11' }
  expect(await clinicAdmin.ask('POST /clinic/audit/jobs', reversed)).toMatchObject({
    status: 422,
    message: 'The first day is after the last one.',
  })
})

test('the audit of a job shows who worked on it, from when to when, and how it ended [AUD-25, AUD-30]', async () => {
  await server.owner.query(
    `insert into job_stints (clinic_id, job_id, user_id, stage, level, started_at, ended_at, action, comment) values
     ($1, $2, $3, 'TRANSCRIPTION', null, '2026-11-10T08:00Z', '2026-11-10T09:00Z', 'Completed', null),
     ($1, $2, $4, 'REVIEW', 'LEVEL_1', '2026-11-10T10:00Z', null, null, 'One name was misheard.')`,
    [clinic.clinicId, jobs['completed'], doctor.user.id, clinicAdmin.user.id],
  )
  const { status, result, size } = await clinicAdmin.ask(`GET /clinic/audit/jobs/${jobs['completed']}`)
  expect([status, size]).toEqual([200, 2])
  expect(result).toMatchObject([
    {
      jobId: jobs['completed'],
      userName: 'Rosa Lind',
      userType: 'doctor',
      stage: 'TRANSCRIPTION',
      startTime: '2026-11-10T08:00:00.000Z',
      endTime: '2026-11-10T09:00:00.000Z',
      status: 'Completed',
      comment: null,
    },
    { userType: 'clinicAdmin', level: 'LEVEL_1', endTime: null, status: null, comment: 'One name was misheard.' },
  ])
})

/** The status codes of the three audit calls for a job. */
async function statusesOf(who: TestClient, id: string): Promise<number[]> {
  const asked = [`GET /clinic/audit/jobs/${id}`, `GET /clinic/audit/jobs/${id}/timeline`]
  const reads = await Promise.all(asked.map((what) => who.ask(what)))
  const printed = await who.ask(`POST /clinic/audit/jobs/${id}/printed`)
  return [...reads, printed].map(({ status }) => status)
}

test('a job outside a person’s audit, or of another clinic, is answered as not found', async () => {
  const all = [200, 200, 200]
  const none = [404, 404, 404]
  expect(await statusesOf(clinicAdmin, jobs['in progress']!)).toEqual(all)
  expect(await statusesOf(doctor, jobs['completed']!)).toEqual(all)
  expect(await statusesOf(doctor, jobs['deleted']!)).toEqual(all)
  expect(await statusesOf(doctor, jobs['of a colleague']!)).toEqual(none)
  expect(await statusesOf(admin, jobs['at the annex']!)).toEqual(all)
  expect(await statusesOf(admin, jobs['completed']!)).toEqual(none)
  for (const who of [clinicAdmin, doctor, admin]) expect(await statusesOf(who, strangeId)).toEqual(none)
  expect(await statusesOf(foreigner, jobs['completed']!)).toEqual(none)
  const strange = (await foreigner.ask('GET /clinic/audit/list-audit-facilty')).result as { facilityId: string }[]
  for (const facilityId of [strange[0]!.facilityId, clinic.clinicId])
    expect((await clinicAdmin.ask(`GET /clinic/audit/facility-audit?facility-id=${facilityId}`)).status).toBe(404)
  for (const userType of ['transcriptionist', 'reviewer'] as const) {
    const who = await signedIn(server, clinic.clinicId, { userType, facilityIds: [clinic.facilityId, annexId] })
    expect(await statusesOf(who, jobs['completed']!)).toEqual([403, 403, 403])
    for (const path of ['audit/jobs', 'audit/jobs/csv', 'biller/jobs/audit', 'biller/jobs/audit/csv'])
      expect((await who.ask(`POST /clinic/${path}`, {})).status).toBe(403)
  }
})

test('facilities are listed with the time they were last disabled or enabled, and each has a log [AUD-28, AUD-34, AUD-35]', async () => {
  for (const isDisabled of [true, false, true])
    await clinicAdmin.call(facilityCalls.setFacilityDisabled, {
      params: { facilityId: annexId },
      query: { isDisabled },
    })
  const list = await clinicAdmin.ask('GET /clinic/audit/list-audit-facilty?page=0&size=10')
  expect(list).toMatchObject({ status: 200, size: 2 })
  expect(list.result).toMatchObject([
    { facilityName: 'Annex', disabled: true, facilityDisableStatusLastUpdated: expect.stringMatching(/^\d{4}-/) },
    { facilityName: 'Hill Clinic Main', disabled: false, facilityDisableStatusLastUpdated: null },
  ])
  expect((await admin.ask('GET /clinic/audit/list-audit-facilty?page=0&size=10')).size).toBe(1)
  const log = await admin.ask(`GET /clinic/audit/facility-audit?facility-id=${annexId}`)
  expect(log).toMatchObject({ status: 200, size: 3 })
  expect(log.result).toMatchObject(
    ['DISABLE', 'ENABLE', 'DISABLE'].map((status) => ({
      status,
      updateDate: expect.stringMatching(/^\d{4}-/),
      userName: clinicAdmin.user.fullName,
    })),
  )
  await clinicAdmin.call(facilityCalls.setFacilityDisabled, {
    params: { facilityId: annexId },
    query: { isDisabled: false },
  })
  expect((await admin.ask(`GET /clinic/audit/facility-audit?facility-id=${clinic.facilityId}`)).status).toBe(404)
})

test('the log of a facility shows who added it, changed it and tested its EHR', async () => {
  const ehrConfiguration = { ehrType: 'demo', transcriptionFlow: 'TRANSCRIPTION_ONLY', allPatientsRequired: true }
  const fields = { asksVerification: 'No' }
  const input = (more: object) => ({
    facilityName: 'Logged',
    timeZone: 'UTC',
    ehrConfiguration: { ...ehrConfiguration, fields, ...more },
  })
  const added = await clinicAdmin.ask<{ id: string }>('POST /clinic/facility/ehr', input({}))
  const { id } = added.result[0]!
  await clinicAdmin.ask('POST /clinic/facility/ehr/test', { id, ehrType: 'demo', fields })
  await server.owner.query(
    "insert into demo_ehr_settings (clinic_id, facility_id, behaviour) values ($1, $2, 'refuse')",
    [clinic.clinicId, id],
  )
  await clinicAdmin.ask('POST /clinic/facility/ehr/test', { id, ehrType: 'demo', fields })
  for (const more of [{ hl7Integration: true }, { fields: { asksVerification: 'Yes' } }, { ehrType: null }])
    expect((await clinicAdmin.ask('PUT /clinic/facility/ehr', { id, ...input(more) })).status).toBe(200)
  const log = await clinicAdmin.ask<{ status: string; updateDate: string; changed: string[] }>(
    `GET /clinic/audit/facility-audit?facility-id=${id}`,
  )
  expect(log.result.map(({ status }) => status).toReversed()).toEqual([
    'ADDED',
    'EHR_TEST_PASSED',
    'EHR_TEST_FAILED',
    'CHANGED',
    'EHR_CONFIGURED',
    'EHR_REMOVED',
  ])
  expect(log.result.slice(0, 3).map(({ changed }) => changed)).toEqual([
    ['EHR Type'],
    ['HL7 Integration', 'Verify Each Person'],
    ['HL7 Integration'],
  ])
  const listed = await clinicAdmin.ask<{ facilityName: string; lastUpdated: string }>(
    'GET /clinic/audit/list-audit-facilty?page=0&size=10',
  )
  expect(listed.result.find(({ facilityName }) => facilityName === 'Logged')?.lastUpdated).toBe(
    log.result[0]!.updateDate,
  )
})

test('a CSV file of jobs contains no formulas, and shows statuses by their displayed names', async () => {
  const names = { firstName: '=HYPERLINK("http://x","y")', lastName: '+1 "quoted", @b' }
  const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId, names)
  const author = await signedIn(server, clinic.clinicId, { firstName: '-2', lastName: 'Author' })
  await server.owner.query('update users set biller_id = $1 where id = $2', [biller.user.id, author.user.id])
  await aJob(server, clinic, { authorId: author.user.id, patientId, status: 'COMPLETED' })
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ searchKey: 'userName', searchValue: '-2' }),
  }
  const csv = async (who: TestClient, path: string) => {
    const [head, row, ...more] = (await (await who.raw(`/api/clinic/${path}`, init)).text()).trim().split('\r\n')
    expect(head).toBe(
      '\ufeffJob Number,Submitted Time,Length (seconds),Author,Patient Name,Facility Name,Status'.replace(
        /^\ufeff/,
        '',
      ),
    )
    expect(more).toEqual([])
    return row!.split(',').slice(3)
  }
  const patient = ['"\'=HYPERLINK(""http://x""', '""y"") +1 ""quoted""', ' @b"']
  expect(await csv(clinicAdmin, 'audit/jobs/csv')).toEqual(["'-2 Author", ...patient, 'Hill Clinic Main', 'Completed'])
  expect((await csv(biller, 'biller/jobs/audit/csv')).at(-1)).toBe('Ready to Bill')
  const { rows } = await server.owner.query(
    "select event, count(*)::int as times from audit_events where event in ('audit.jobs-exported', 'audit.billed-jobs-exported') group by 1 order by 1",
  )
  expect(rows).toEqual([
    { event: 'audit.billed-jobs-exported', times: 1 },
    { event: 'audit.jobs-exported', times: 1 },
  ])
})

test('a search with too many matches to sort still lists them in order, each person’s own only', async () => {
  const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId, {
    firstName: 'Plenty',
    lastName: 'Twice',
  })
  const first = await aJob(server, clinic, { authorId: colleague.user.id, patientId, status: 'COMPLETED' })
  await server.owner.query(
    `insert into jobs (clinic_id, id, number, dictation_id, author_id, patient_id, facility_id, status, submitted_at, last_updated_at)
     select clinic_id, uuidv7(), 700000 + n, uuidv7(), case when n % 500 = 0 then $2 else author_id end, patient_id, facility_id,
       case when n % 2 = 0 then 'BILLED' else 'COMPLETED' end, submitted_at + n % 700 * interval '1 second', now()
     from jobs, generate_series(1, 2100) n where id = $1`,
    [first, doctor.user.id],
  )
  const ids = async (where: string, values: unknown[] = []) => {
    const { rows } = await server.owner.query<{ id: string }>(
      `select id from jobs where patient_id = $1 and ${where} order by submitted_at desc, id desc`,
      [patientId, ...values],
    )
    return rows.map(({ id }) => id)
  }
  const found = async (who: TestClient, path: string, body: object = {}) => {
    const { result, size } = await who.ask<Listed>(`POST ${path}`, {
      searchKey: 'jobName',
      searchValue: 'plenty',
      ...body,
    })
    return { ids: result.map(({ jobId }) => jobId), size }
  }
  const all = await ids('true')
  const theirs = await ids('author_id = $2', [doctor.user.id])
  expect(theirs).toHaveLength(4)
  // The search for only two letters starts with the newest jobs.
  for (const searchValue of ['plenty', 'pl']) {
    for (const page of [0, 50])
      expect(await found(clinicAdmin, '/clinic/audit/jobs', { page, size: 20, searchValue })).toEqual({
        ids: all.slice(page * 20, page * 20 + 20),
        size: page * 20 + 21,
      })
    expect(await found(doctor, '/clinic/audit/jobs', { searchValue })).toEqual({ ids: theirs, size: 4 })
    expect(await found(biller, '/clinic/biller/jobs/audit', { searchValue })).toEqual({ ids: theirs, size: 4 })
  }
  // With one or two doctors the query reads the jobs of each doctor; with ten it reads all jobs of the clinic.
  await server.owner.query(
    `insert into users (clinic_id, id, email, first_name, last_name, user_type, user_privilege, biller_id)
     select $1, uuidv7(), 'idle' || n || '@example.org', 'Idle', 'Doctor', 'doctor', 'NONE', $2 from generate_series(1, 9) n`,
    [clinic.clinicId, biller.user.id],
  )
  expect(await found(biller, '/clinic/biller/jobs/audit')).toEqual({ ids: theirs, size: 4 })
  // The jobs in progress are older than this doctor’s completed jobs, so a page has to merge both lists.
  for (const [status, days] of [
    ['COMPLETED', 1],
    ['IN_PROGRESS', 2],
  ])
    await server.owner.query(
      `insert into jobs (clinic_id, id, number, dictation_id, author_id, patient_id, facility_id, status, submitted_at, last_updated_at)
       select clinic_id, uuidv7(), 710000 + 100 * $4 + n, uuidv7(), $2, patient_id, facility_id, $3, submitted_at - $4 * interval '1 day', now()
       from jobs, generate_series(1, 30) n where id = $1`,
      [first, doctor.user.id, status, days],
    )
  const mine = await ids('author_id = $2', [doctor.user.id])
  for (const searchValue of ['plenty', 'pl'])
    expect((await found(biller, '/clinic/biller/jobs/audit', { searchValue, size: 20 })).ids).toEqual(mine.slice(0, 20))
})
