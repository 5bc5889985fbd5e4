import { auditCalls } from '@dictara/contract/audit'
import { identityCalls } from '@dictara/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aJob, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { callAnonymously, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let clinicAdmin: TestClient
beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
}, 120_000)
afterAll(() => server.close())

interface SignIn {
  id: string
  fullName: string
  userType: string
  loginTime: string
  logoutTime: string | 0
  loggingStatus: string
}
const list = async (body: object, who = clinicAdmin) =>
  (await who.ask<SignIn>('POST /clinic/audit/login-data', body)).result
const byName = (searchValue: string, more: object = {}) => list({ searchKey: 'userName', searchValue, ...more })

/** Adds sign-ins of a person, one per second, each an hour long. @returns their ids, oldest first */
async function signIns(userId: string, count: number, from = '2026-02-01'): Promise<string[]> {
  const { rows } = await server.owner.query<{ id: string }>(
    `insert into sessions (id, clinic_id, user_id, cookie_hash, created_at, last_activity_at, ended_at, ip)
     select uuidv7(), $1, $2, '\\x00', at, at, at + interval '1 hour', '10.0.0.7' from generate_series(1, $3) n,
       lateral (select $4::timestamptz + n * interval '1 second') m (at) returning id`,
    [clinic.clinicId, userId, count, from],
  )
  return rows.map(({ id }) => id)
}

test('sign-ins are listed with the documented request body and the fields of the drawer [AUD-32, AUD-27]', async () => {
  await signedIn(server, clinic.clinicId, {
    userType: 'doctor',
    facilityIds: [clinic.facilityId],
    firstName: 'Dana',
    lastName: 'Okafor',
  })
  const answer = await clinicAdmin.ask<SignIn>('POST /clinic/audit/login-data', {
    page: 0,
    searchKey: 'userName',
    searchValue: 'okafor',
    size: 10,
    sortKey: ['loginTime'],
    sortOrder: ['DESCEND'],
    userTypeFilter: ['doctor'],
    facilityIds: [clinic.facilityId],
    loginTime: '2020-01-01',
    logoutTime: null,
  })
  expect(answer).toMatchObject({ status: 200, size: 1 })
  expect(answer.result[0]).toMatchObject({
    fullName: 'Dana Okafor',
    profilePic: null,
    email: expect.stringContaining('@'),
    loginTime: expect.stringMatching(/^\d{4}-/),
    logoutTime: 0,
    loggedUserIp: '127.0.0.1',
    loggingStatus: 'SUCCESS',
  })
})

test('a page has 10 sign-ins, newest first, unless another size and order are requested [AUD-45]', async () => {
  const person = await aPerson(server, clinic.clinicId, { lastName: 'Twelve' })
  const oldestFirst = await signIns(person.id, 12)
  const ids = async (more: object) => (await byName('twelve', more)).map(({ id }) => id)
  expect(await ids({})).toEqual(oldestFirst.slice(2).toReversed())
  expect(await ids({ page: 1 })).toEqual(oldestFirst.slice(0, 2).toReversed())
  expect(await ids({ sortOrder: ['ASCEND'], size: 3, page: 3 })).toEqual(oldestFirst.slice(9))
  const { size } = await clinicAdmin.call(auditCalls.listSessions, { query: { searchValue: 'twelve' } })
  expect(size).toBe(12)
})

test('failed and active sign-ins both have the logout time 0, and differ in their status [Q146]', async () => {
  const { email } = await signedIn(server, clinic.clinicId, { lastName: 'Forgetful' }).then(({ user }) => user)
  await callAnonymously(server.url, identityCalls.login, { body: { email, password: 'not this one' } })
  const left = await signedIn(server, clinic.clinicId, { lastName: 'Forgetful' })
  await left.call(identityCalls.logout)
  const attempts = (await byName('forgetful')).map(({ loggingStatus, logoutTime }) => [loggingStatus, logoutTime])
  expect(attempts).toEqual([
    ['SUCCESS', expect.stringMatching(/^\d{4}-/)],
    ['FAILED', 0],
    ['SUCCESS', 0],
  ])
  const byStatus = async (searchValue: string) =>
    (await list({ searchKey: 'status', searchValue, size: 100 }))
      .filter(({ fullName }) => fullName.endsWith('Forgetful'))
      .map(({ loggingStatus, logoutTime }) => [loggingStatus, logoutTime === 0 ? 'open' : 'over'])
  expect(await byStatus('FAILED')).toEqual([['FAILED', 'open']])
  expect(await byStatus('active')).toEqual([['SUCCESS', 'open']])
  expect(await byStatus('Ended')).toEqual([['SUCCESS', 'over']])
  expect(await byStatus('SUCCESS')).toHaveLength(2)
  expect(await byStatus('nonsense')).toEqual([])
})

test('a session that expired unused is shown as ended at its expiry', async () => {
  const { user } = await signedIn(server, clinic.clinicId, { lastName: 'Away' })
  await server.owner.query(
    "update sessions set created_at = '2026-03-01T08:00Z', last_activity_at = '2026-03-01T09:00Z' where user_id = $1",
    [user.id],
  )
  const [away] = await byName('away')
  expect(away!.logoutTime).toMatch(/^2026-03-01T09:\d\d/)
})

test('sign-ins can be filtered by facility and by kind of person, where admins include clinicAdmins [AUD-03]', async () => {
  const annex = await aFacility(server, clinic.clinicId)
  const people = ['admin', 'clinicAdmin', 'reviewer', 'transcriptionist', 'doctor'] as const
  for (const userType of people)
    await signedIn(server, clinic.clinicId, { userType, facilityIds: [annex], firstName: 'Sorted' })
  const types = async (userTypeFilter: string[], more: object = {}) =>
    (await byName('sorted', { userTypeFilter, ...more })).map(({ userType }) => userType).toSorted()
  expect(await types(['admin'])).toEqual(['admin', 'clinicAdmin'])
  expect(await types(['REVIEWER', 'doctor'])).toEqual(['doctor', 'reviewer'])
  expect(await types([], { facilityIds: [annex] })).toHaveLength(5)
  expect(await types([], { facilityIds: [clinic.facilityId] })).toEqual([])
})

test('an admin sees only the sign-ins of people of linked facilities, and another clinic’s facilities do not exist [Q144]', async () => {
  const annex = await aFacility(server, clinic.clinicId)
  const other = await aClinic(server, 'Other Clinic')
  const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [annex], lastName: 'Warden' })
  await signedIn(server, clinic.clinicId, { facilityIds: [annex], lastName: 'Nearby' })
  await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], lastName: 'Elsewhere' })
  await signedIn(server, other.clinicId, { lastName: 'Foreign' })
  expect((await list({ size: 100 }, admin)).map(({ fullName }) => fullName)).toEqual(['Pat Nearby', 'Pat Warden'])
  expect((await list({ size: 100 })).map(({ fullName }) => fullName)).not.toContain('Pat Foreign')
  for (const [who, facilityId] of [
    [admin, clinic.facilityId],
    [clinicAdmin, other.facilityId],
  ] as const)
    expect((await who.ask('POST /clinic/audit/login-data', { facilityIds: [facilityId] })).status).toBe(404)
})

test('a date range includes its whole days, even over twenty years, and a reversed one gets a readable message', async () => {
  const person = await aPerson(server, clinic.clinicId, { lastName: 'Ranger' })
  await signIns(person.id, 1, '2026-02-03T00:00:00Z')
  await signIns(person.id, 1, '2026-02-03T23:59:58Z')
  await signIns(person.id, 1, '2026-02-04T00:00:00Z')
  const between = async (loginTime: string | null, logoutTime: string | null) =>
    (await byName('ranger', { loginTime, logoutTime })).length
  expect(await between('2026-02-03', '2026-02-03')).toBe(2)
  expect(await between('2026-02-03T12:00:00Z', '2026-02-04T12:00:00+00:00')).toBe(2)
  expect(await between('2010-01-01', '2030-01-01')).toBe(3)
  await server.owner.query("update facilities set time_zone = 'Pacific/Auckland' where id = $1", [clinic.facilityId])
  // There the 4th began at 11:00 of the 3rd by UTC.
  expect(await between('2026-02-03', '2026-02-03')).toBe(1)
  expect(await between('2026-02-04', '2026-02-04')).toBe(2)
  await server.owner.query("update facilities set time_zone = 'UTC' where id = $1", [clinic.facilityId])
  expect(await between(null, '2026-02-03')).toBe(2)
  const range = { loginTime: '2026-02-04', logoutTime: '2026-02-03' }
  expect(await clinicAdmin.ask('POST /clinic/audit/login-data', range)).toMatchObject({
    status: 422,
    message: 'The first day is after the last one.',
  })
  expect((await clinicAdmin.ask('POST /clinic/audit/login-data', { loginTime: 'yesterday' })).status).toBe(400)
  for (const loginTime of ['0000-01-01', '2026-02-31', '9999-12-31'])
    expect((await clinicAdmin.ask('POST /clinic/audit/login-data', { loginTime })).status).toBe(200)
})

/** Adds one stint per job, all by one person in one session. */
async function stints(jobIds: readonly string[], userId: string, sessionId: string) {
  await server.owner.query(
    `insert into job_stints (clinic_id, job_id, user_id, session_id, stage, started_at)
     select $1, unnest($2::uuid[]), $3, $4, 'TRANSCRIPTION', now()`,
    [clinic.clinicId, jobIds, userId, sessionId],
  )
}

test('a session lists the jobs worked on in it and in its child sessions, 13 per page [AUD-29, AUD-44, Q141]', async () => {
  const doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], lastName: 'Busy' })
  const jobs = await Promise.all(
    Array.from({ length: 14 }, () => aJob(server, clinic, { authorId: doctor.user.id, status: 'COMPLETED' })),
  )
  const child = newId()
  await server.owner.query(
    `insert into sessions (id, clinic_id, user_id, parent_id, cookie_hash, created_at, last_activity_at)
     values ($1, $2, $3, $4, '\\x00', now(), now())`,
    [child, clinic.clinicId, doctor.user.id, doctor.user.sessionId],
  )
  await stints(jobs.slice(0, 13), doctor.user.id, doctor.user.sessionId)
  await stints(jobs.slice(13), doctor.user.id, child)
  const address = `GET /clinic/audit/job-auditing-data/${doctor.user.sessionId}`
  const first = await clinicAdmin.ask<{ jobId: string; jobNumber: string }>(`${address}?page=0&searchValue=&size=13`)
  expect(first).toMatchObject({ status: 200, size: 14 })
  expect(first.result).toHaveLength(13)
  expect(first.result[0]).toMatchObject({ userName: 'Pat Busy', userType: 'doctor', endTime: null })
  const second = await clinicAdmin.ask<{ jobId: string }>(`${address}?page=1`)
  expect([...first.result, ...second.result].map(({ jobId }) => jobId).toSorted()).toEqual(jobs.toSorted())
  const { jobNumber } = first.result[0]!
  expect((await clinicAdmin.ask(`${address}?searchValue=${jobNumber}`)).size).toBe(1)
  // A search by job number finds the session, also for jobs done in its child session. The child is not listed.
  for (const jobId of [jobs[0], jobs[13]]) {
    const { rows } = await server.owner.query('select number from jobs where id = $1', [jobId])
    const found = await list({ searchKey: 'jobName', searchValue: String(rows[0].number) })
    expect(found.map(({ id }) => id)).toEqual([doctor.user.sessionId])
  }
  expect((await byName('busy')).map(({ id }) => id)).toEqual([doctor.user.sessionId])
  const other = await aClinic(server, 'Curious Clinic')
  const foreigner = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
  expect((await foreigner.ask(address)).status).toBe(404)
  const elsewhere = await aFacility(server, clinic.clinicId)
  const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [elsewhere] })
  expect((await admin.ask(address)).status).toBe(404)
})

test('a job handed to its author outside any session is listed in the session in which they complete it [Q141]', async () => {
  const doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const job = await aJob(server, clinic, {
    authorId: doctor.user.id,
    holderId: doctor.user.id,
    workType: 'Consultation',
  })
  const jobsOfSession = async () =>
    (await clinicAdmin.ask<{ status: string }>(`GET /clinic/audit/job-auditing-data/${doctor.user.sessionId}`)).result
  expect(await jobsOfSession()).toEqual([])
  const completed = await doctor.ask(`POST /clinic/doctor/complete-job?jobId=${job}`)
  expect(completed.status, completed.message).toBe(200)
  expect((await jobsOfSession()).map(({ status }) => status)).toEqual(['Completed'])
})

test('work begun in one session and ended in another is listed in both, unless another person ended it [Q141]', async () => {
  const doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], lastName: 'Returning' })
  const [own, deleted] = [
    await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id, workType: 'Consultation' }),
    await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id, workType: 'Consultation' }),
  ]
  const [earlier] = await signIns(doctor.user.id, 1)
  await server.owner.query('update job_stints set session_id = $2 where job_id = any($1)', [[own, deleted], earlier])
  expect((await doctor.ask(`POST /clinic/doctor/complete-job?jobId=${own}`)).status).toBe(200)
  expect((await clinicAdmin.ask(`PUT /clinic/job/delete?jobId=${deleted}`)).status).toBe(200)
  const jobsOfSession = async (sessionId: string) =>
    (await clinicAdmin.ask<{ jobId: string }>(`GET /clinic/audit/job-auditing-data/${sessionId}`)).result
  expect((await jobsOfSession(earlier!)).map(({ jobId }) => jobId).toSorted()).toEqual([own, deleted].toSorted())
  expect((await jobsOfSession(doctor.user.sessionId)).map(({ jobId }) => jobId)).toEqual([own])
  expect(await jobsOfSession(clinicAdmin.user.sessionId)).toEqual([])
  const { rows } = await server.owner.query('select number from jobs where id = $1', [own])
  const found = await list({ searchKey: 'jobName', searchValue: String(rows[0].number) })
  expect(found.map(({ id }) => id).toSorted()).toEqual([earlier, doctor.user.sessionId].toSorted())
})

test('only managers can list sign-ins and facilities, and only a clinicAdmin can list who looked at a patient', async () => {
  const ofManagers = [
    'POST /clinic/audit/login-data',
    `GET /clinic/audit/job-auditing-data/${clinicAdmin.user.sessionId}`,
    'GET /clinic/audit/list-audit-facilty',
    `GET /clinic/audit/facility-audit?facility-id=${clinic.facilityId}`,
    'POST /clinic/audit/login-data/csv',
  ]
  const ofClinicAdmin = ['GET', 'POST'].map(
    (method) => `${method} /clinic/audit/patient/${clinic.patientId}/looks${method === 'POST' ? '/csv' : ''}`,
  )
  const here = { facilityIds: [clinic.facilityId] }
  for (const userType of ['doctor', 'transcriptionist', 'reviewer', 'biller'] as const) {
    const who = await signedIn(server, clinic.clinicId, { ...here, userType })
    for (const what of [...ofManagers, ...ofClinicAdmin])
      expect((await who.ask(what, what.startsWith('POST') ? {} : undefined)).status, `${what} by ${userType}`).toBe(403)
  }
  const admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  expect((await admin.ask(ofClinicAdmin[0]!)).status).toBe(403)
})

test('a list of very many people is the same as the sorted table', async () => {
  // These people have more sign-ins than a list counts. Page 40 tests a page far down the list.
  const people = await Promise.all(
    Array.from({ length: 60 }, () => aPerson(server, clinic.clinicId, { userType: 'reviewer', lastName: 'Manifold' })),
  )
  for (const [n, { id }] of people.entries())
    await signIns(id, 20, `2026-04-01T00:00:00.${String(n).padStart(3, '0')}Z`)
  const { rows } = await server.owner.query<{ id: string }>(
    `select s.id from sessions s join users u on u.id = s.user_id where u.last_name = 'Manifold'
     order by s.created_at desc, s.id desc`,
  )
  for (const page of [0, 3, 40, 79]) {
    const found = await byName('manifold', { page })
    expect(found.map(({ id }) => id)).toEqual(rows.slice(page * 10, page * 10 + 10).map(({ id }) => id))
  }
})

test('a CSV file contains every filtered sign-in exactly once, however many there are', async () => {
  const doctor = await signedIn(server, clinic.clinicId, { firstName: '=cmd', lastName: 'Many' })
  // Some sign-ins are less than a millisecond apart, and some have the same time.
  await server.owner.query(
    `insert into sessions (id, clinic_id, user_id, cookie_hash, created_at, last_activity_at, ended_at, ip)
     select uuidv7(), $1, $2, '\\x00', moment, moment, moment, '10.0.0.' || n % 250
     from generate_series(1, 2500) n, lateral (select timestamptz '2026-01-01' + (n / 2) * interval '100 microseconds') m (moment)`,
    [clinic.clinicId, doctor.user.id],
  )
  const query = {
    searchKey: 'userName',
    searchValue: 'many',
    loginTime: '2026-01-01',
    logoutTime: '2026-01-01',
  } as const
  const { size, sizeIsCapped } = await clinicAdmin.call(auditCalls.listSessions, { query })
  expect([size, sizeIsCapped]).toEqual([1000, true])
  // There is always a next page, however far down the list.
  const far = await clinicAdmin.call(auditCalls.listSessions, { query: { ...query, page: 99 } })
  expect([far.size, far.sizeIsCapped]).toEqual([1001, true])
  for (const sortOrder of ['ascend', 'descend'] as const) {
    const body = JSON.stringify({ ...query, sortOrder })
    const headers = { 'content-type': 'application/json' }
    const answer = await clinicAdmin.raw('/api/clinic/audit/login-data/csv', { method: 'POST', headers, body })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, ...lines] = (await answer.text()).trim().split('\r\n')
    expect(head).toContain('User Name,Email,User Type,Login Time')
    expect(lines.length).toBe(2500)
    expect(lines.every((line) => line.startsWith("'=cmd Many,") && line.includes(',Doctor,'))).toBe(true)
  }
})

test('a refused export is not in the audit', async () => {
  const exported = "select event from audit_events where event like 'audit.%-exported'"
  const { rows: before } = await server.owner.query(exported)
  for (const [path, body, status] of [
    ['/clinic/audit/login-data/csv', { loginTime: '2026-11-21', logoutTime: '2026-11-20' }, 422],
    ['/clinic/audit/login-data/csv', { loginTime: 'yesterday' }, 400],
    ['/clinic/audit/jobs/csv', { submitTimeFrom: '2026-11-21', submitTimeTo: '2026-11-20' }, 422],
  ] as const)
    expect((await clinicAdmin.ask(`POST ${path}`, body)).status).toBe(status)
  expect((await server.owner.query(exported)).rows).toEqual(before)
})

test('an export is audited once, and a client that disconnects during one leaves nothing open', async () => {
  const { rows: before } = await server.owner.query("select from audit_events where event = 'audit.sessions-exported'")
  const aborted = new AbortController()
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: '{}', signal: aborted.signal }
  const answer = await clinicAdmin.raw('/api/clinic/audit/login-data/csv', init)
  const reader = answer.body!.getReader()
  await reader.read()
  aborted.abort()
  await expect(reader.read()).rejects.toThrow('aborted')
  const { rows: after } = await server.owner.query("select from audit_events where event = 'audit.sessions-exported'")
  expect(after.length - before.length).toBe(1)
  const isIdle = async () =>
    (
      await server.owner.query<{ open: number }>(
        "select count(*)::int as open from pg_stat_activity where datname = current_database() and usename = 'dictara_app' and state <> 'idle'",
      )
    ).rows[0]!.open
  await expect.poll(isIdle).toBe(0)
  expect((await clinicAdmin.ask('POST /clinic/audit/login-data', {})).status).toBe(200)
})
