import { auditCalls } from '@dictara/contract/audit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
}, 120_000)
afterAll(() => server.close())

test('sign-ins are asked for by the literal body, newest first, with the fields that the drawer shows [AUD-32] [AUD-27]', async () => {
  const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  await signedIn(server, clinic.clinicId, {
    userType: 'doctor',
    facilityIds: [clinic.facilityId],
    firstName: 'Dana',
    lastName: 'Okafor',
  })
  const answer = await admin.ask<Record<string, unknown>>('POST /clinic/audit/login-data', {
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

test('a CSV file holds every sign-in that the filters leave once, however many there are', async () => {
  const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const doctor = await signedIn(server, clinic.clinicId, { firstName: '=cmd', lastName: 'Many' })
  // Moments closer to each other than a millisecond, and equal ones.
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
  const { size, sizeIsCapped } = await admin.call(auditCalls.listSessions, { query })
  expect([size, sizeIsCapped]).toEqual([1000, true])
  for (const sortOrder of ['ascend', 'descend'] as const) {
    const body = JSON.stringify({ ...query, sortOrder })
    const headers = { 'content-type': 'application/json' }
    const answer = await admin.raw('/api/clinic/audit/login-data/csv', { method: 'POST', headers, body })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    const [head, ...lines] = (await answer.text()).trim().split('\r\n')
    expect(head).toContain('User Name,Email,User Type,Login Time')
    expect(lines.length).toBe(2500)
    expect(lines.every((line) => line.startsWith("'=cmd Many,"))).toBe(true)
  }
})
