import { type ClinicAdmin, operatorCalls as calls, type TenantDashboard } from '@dictara/contract/operator'
import { peopleCalls } from '@dictara/contract/people'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import {
  aClinic,
  aFacility,
  aJob,
  aPerson,
  signedIn,
  testPassword,
  type TestClinic,
} from '../../testing/clinic.fixtures.ts'
import { signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let hill: TestClinic
let operator: TestClient
let cora: TestClient
let doctorOfHill: string

beforeAll(async () => {
  server = await startTestServer()
  hill = await aClinic(server)
  const annex = await aFacility(server, hill.clinicId, { name: 'Annex' })
  await aFacility(server, hill.clinicId, { name: 'Closed', isEnabled: false })
  cora = await signedIn(server, hill.clinicId, { userType: 'clinicAdmin', firstName: 'Cora', lastName: 'Ünal' })
  doctorOfHill = (await aPerson(server, hill.clinicId, { facilityIds: [hill.facilityId] })).id
  for (const status of ['AVAILABLE', 'COMPLETED', 'COMPLETED'] as const)
    await aJob(server, hill, {
      authorId: doctorOfHill,
      status,
      facilityId: status === 'AVAILABLE' ? annex : hill.facilityId,
    })
  const lake = await aClinic(server, 'Lake Clinic')
  await aPerson(server, lake.clinicId, { userType: 'clinicAdmin', firstName: 'Abel', lastName: 'Stone' })
  const gone = await aPerson(server, lake.clinicId, { userType: 'clinicAdmin', lastName: 'Gone' })
  await server.owner.query('update users set is_enabled = false where id = $1', [gone.id])
  const own = await aClinic(server, 'Operations')
  const sam = await aPerson(server, own.clinicId, {
    userType: 'admin',
    facilityIds: [own.facilityId],
    lastName: 'Operator',
  })
  await server.owner.query('update users set super_admin = true where id = $1', [sam.id])
  operator = await signInAs(server.url, sam.email, testPassword)
})
afterAll(() => server.close())

const adminsOf = (query = '') => operator.ask<ClinicAdmin>(`GET /clinic/superadmin/clinic-admins${query}`)
const namesOf = async (query?: string) => (await adminsOf(query)).result.map(({ fullName }) => fullName)
const tenantOf = (userId: string, more = '') =>
  operator.ask<TenantDashboard>(`GET /clinic/superadmin/tenant-dashboard?userId=${userId}${more}`)
const looked = async (clinicId: string) =>
  (
    await server.owner.query<{ detail: object }>(
      "select detail from audit_events where event = 'operator.looked' and clinic_id = $1 and user_id = $2 and session_id = $3 order by id",
      [clinicId, operator.user.id, operator.user.sessionId],
    )
  ).rows.map(({ detail }) => detail)

test('clinic admins are listed by id, full name and email, and can be searched by name and email [DASH-12, DASH-37]', async () => {
  expect((await adminsOf()).result).toContainEqual({ id: cora.user.id, fullName: 'Cora Ünal', email: cora.user.email })
  expect(await namesOf()).toEqual(['Abel Stone', 'Cora Ünal'])
  expect(await namesOf('?searchValue=unal')).toEqual(['Cora Ünal'])
  expect(await namesOf(`?searchValue=${cora.user.email}`)).toEqual(['Cora Ünal'])
  expect(await namesOf('?searchValue=100%25')).toEqual([])
})

test('the clinic of a clinic admin is shown as counts and facilities [DASH-38]', async () => {
  const { result } = await tenantOf(cora.user.id)
  expect(result[0]).toMatchObject({
    clinicName: 'Hill Clinic',
    adminCount: 1,
    doctorCount: 1,
    facilityCount: 2,
    openJobsCount: 1,
    openJobCount: 1,
    completedJobsCount: 2,
    lastLogedinAdmin: { name: 'Cora Ünal' },
    timeZone: 'America/New_York',
  })
  expect(result[0]!.details.map(({ facilityName }) => facilityName).toSorted()).toEqual(['Annex', 'Hill Clinic Main'])
  expect(result[0]!.facilities.map(({ facility }) => facility.facilityName)).toEqual(['Annex', 'Hill Clinic Main'])
})

test('each look is audited with person, subject and reason, in the clinic looked at and in the operator’s own', async () => {
  await tenantOf(cora.user.id, '&reason=SUPPORT')
  expect((await looked(hill.clinicId)).at(-1)).toEqual({
    what: 'tenant-dashboard',
    reason: 'SUPPORT',
    clinicId: hill.clinicId,
  })
  await adminsOf('?reason=BILLING')
  expect((await looked(operator.user.clinicId!)).slice(-3)).toEqual([
    { what: 'clinic-admin', reason: 'SUPPORT' },
    { what: 'tenant-dashboard', reason: 'SUPPORT', clinicId: hill.clinicId },
    { what: 'clinic-admins', reason: 'BILLING' },
  ])
  expect((await tenantOf(cora.user.id, '&reason=CURIOSITY')).status).toBe(400)
})

test('the id of a person who is no clinic admin, is disabled or unknown is answered as not found', async () => {
  const { rows } = await server.owner.query<{ id: string }>("select id from users where last_name = 'Gone'")
  for (const id of [doctorOfHill, rows[0]!.id, newId()]) expect((await tenantOf(id)).status).toBe(404)
})

test('the flag adds only these two reads: ordinary calls show no rows of other clinics (Q178)', async () => {
  const people = await operator.call(peopleCalls.listDoctors)
  expect([people.status, people.result]).toEqual([200, []])
  expect((await operator.ask<{ doctorCount: number }>('GET /clinic/admin/dashboard')).result[0]).toMatchObject({
    doctorCount: 0,
    openJobsCount: 0,
  })
  expect((await operator.ask(`GET /clinic/facility/${hill.facilityId}`)).status).toBe(404)
  expect((await operator.ask(`GET /clinic/user/${cora.user.id}/notification-dashboard`)).status).toBe(404)
  expect((await operator.ask('GET /clinic/job/search')).result).toEqual([])
  expect((await cora.call(calls.listClinicAdmins)).status).toBe(403)
  expect((await cora.call(calls.getTenantDashboard, { query: { userId: cora.user.id } })).status).toBe(403)
})

test('the operator’s database role can read no patient or note, and can write only the audit of its looks', async () => {
  const client = new pg.Client({ connectionString: server.urlFor('dictara_operator') })
  await client.connect()
  const outcome = (statement: string) =>
    client.query(statement).then(
      ({ rows }) => rows,
      (error: { code: string }) => error.code,
    )
  try {
    await client.query(`select set_config('dictara.clinic', '${hill.clinicId}', false)`)
    for (const table of ['patients', 'note_sections', 'dictations', 'job_comments', 'sessions', 'audit_events'])
      expect(await outcome(`select * from ${table}`), table).toBe('42501')
    expect(await outcome('select password_hash from users')).toBe('42501')
    expect(await outcome('select patient_id from jobs')).toBe('42501')
    for (const table of ['users', 'facilities', 'jobs', 'job_counts'])
      expect(await outcome(`delete from ${table}`), table).toBe('42501')
    expect(await outcome('select distinct clinic_id from jobs')).toEqual([{ clinic_id: hill.clinicId }])
    await client.query("select set_config('dictara.clinic', '', false)")
    expect(await outcome('select status from jobs')).toEqual([])
    expect(await outcome('select distinct user_type from users')).toEqual([{ user_type: 'clinicAdmin' }])
  } finally {
    await client.end()
  }
})
