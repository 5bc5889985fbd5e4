import type { Facility } from '@dictara/contract/ehr-configuration'
import type { FacilityCard } from '@dictara/contract/facilities'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { aClinic, aPerson, signedIn, type TestClinic, testPassword } from '../../testing/clinic.fixtures.ts'
import { signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { expireVerifications } from '../facilities/index.ts'
import { aFakeEhr, connectedInput } from './ehr-configuration.fixtures.ts'

const fake = aFakeEhr()
const clock = movableClock(new Date())
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let facilityId: string

beforeAll(async () => {
  server = await startTestServer({ ehrs: { fake: fake.kind }, clock })
  clinic = await aClinic(server)
  const clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const { result } = await clinicAdmin.ask<Facility>('POST /clinic/facility/ehr', connectedInput('EHR House'))
  facilityId = result[0]!.id
})
afterAll(() => server.close())
beforeEach(async () => {
  fake.expiresAt = null
  fake.exchanged.length = 0
  fake.forgotten.length = 0
  fake.duringExchange = null
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [facilityId] })
})

const pathOf = (who: TestClient) => `/emr/${clinic.clinicId}/user/${who.user.id}`
/** Starts a verification: the URL at the EHR, and the state that the browser brings back. */
async function begin(who = doctor) {
  const { result } = await who.ask<{ url: string }>(`POST ${pathOf(who)}/start-verification?facilityId=${facilityId}`)
  const url = new URL(result[0]!.url)
  return { url, state: url.searchParams.get('state')! }
}
const verify = (state: string, code = 'good', who = doctor) =>
  who.ask(`POST ${pathOf(who)}/verify-emr?code=${code}&state=${state}`)
const statusOf = async (who = doctor) => {
  const { result } = await who.ask<FacilityCard>(`GET /clinic/user/${who.user.id}/notification-dashboard`)
  return result.find(({ facility }) => facility.facilityId === facilityId)!.emrHandlingData.emrVerificationStatus
}
const over = { status: 422, success: false, code: 'emr-state-unknown' }

test('a person who returns from the EHR with its code is verified, and is not asked again [FAC-55, FAC-59]', async () => {
  expect(await statusOf()).toBe('NOT_VERIFIED')
  const { url, state } = await begin()
  expect(url.origin).toBe('https://ehr.example.org')
  const back = `${server.url}/dashboard/verify-emr/${clinic.clinicId}/user/${doctor.user.id}`
  expect(url.searchParams.get('redirect_uri')).toBe(back)
  expect(await verify(state)).toMatchObject({ status: 200, success: true, message: 'You are verified.' })
  expect(fake.exchanged).toEqual([{ code: 'good', redirectUri: back }])
  expect(await statusOf()).toBe('VERIFIED')
})

test('a state is random and works once, whether or not it succeeds (S46)', async () => {
  const { state } = await begin()
  expect(state.length).toBeGreaterThanOrEqual(43)
  expect((await begin()).state).not.toBe(state)
  expect(await verify(state, 'bad')).toMatchObject({
    status: 422,
    message: 'The EHR didn’t verify you. The code isn’t known.',
  })
  expect(await verify(state)).toMatchObject(over)
  const again = (await begin()).state
  const both = await Promise.all([verify(again), verify(again)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
  expect(fake.exchanged.length).toBe(2)
})

test('a state expires after ten minutes', async () => {
  const { state } = await begin()
  clock.advance(10 * 60_000)
  expect(await verify(state)).toMatchObject(over)
  expect(await statusOf()).toBe('NOT_VERIFIED')
})

test('a state works for one person, in one session, on one host (Q089)', async () => {
  const { state } = await begin()
  const colleague = await signedIn(server, clinic.clinicId, { facilityIds: [facilityId] })
  expect(await verify(state, 'good', colleague)).toMatchObject(over)
  expect((await colleague.ask(`POST ${pathOf(doctor)}/verify-emr?code=good&state=${state}`)).status).toBe(404)
  const again = await signInAs(server.url, doctor.user.email, testPassword)
  expect(await verify(state, 'good', again)).toMatchObject(over)
  const elsewhere = await doctor.raw(`/api${pathOf(doctor)}/verify-emr?code=good&state=${state}`, {
    method: 'POST',
    headers: { origin: 'https://staging.example.org' },
  })
  expect(elsewhere.status).not.toBe(200)
  expect((await verify(state)).status).toBe(200)
})

test('nobody can verify for another clinic, or where no EHR asks for it', async () => {
  const other = await aClinic(server, 'Other Clinic')
  const path = `/emr/${other.clinicId}/user/${doctor.user.id}`
  expect((await doctor.ask(`POST ${path}/verify-emr?code=good&state=x`)).status).toBe(404)
  const { email } = await aPerson(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  const there = await signInAs(server.url, email, testPassword)
  expect(await there.ask(`POST ${pathOf(there)}/start-verification?facilityId=${clinic.facilityId}`)).toMatchObject({
    status: 422,
    code: 'emr-verification-not-asked',
  })
})

test('a verification with an end expires then, and is requested again', async () => {
  fake.expiresAt = new Date(clock.now().getTime() + 60_000)
  expect((await verify((await begin()).state)).status).toBe(200)
  expect(await statusOf()).toBe('VERIFIED')
  clock.advance(60_000)
  expect(await statusOf()).toBe('EXPIRED')
  await server.doors.asSystem('task test', expireVerifications)
  const { rows } = await server.owner.query('select status, updated_at from emr_verifications where user_id = $1', [
    doctor.user.id,
  ])
  expect(rows).toEqual([{ status: 'EXPIRED', updated_at: fake.expiresAt }])
})

const input = connectedInput('EHR House')
/** Changes the EHR configuration of the facility. */
async function configure(ehr: object) {
  const clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const ehrConfiguration = { ...input.ehrConfiguration, ...ehr }
  return clinicAdmin.ask('PUT /clinic/facility/ehr', { ...input, id: facilityId, ehrConfiguration })
}

test('a change to another EHR ends the verifications, and the data from the old EHR is deleted', async () => {
  expect((await verify((await begin()).state)).status).toBe(200)
  expect((await configure({ reviewerCount: 2 })).status).toBe(200)
  expect(await statusOf()).toBe('VERIFIED')
  expect(fake.forgotten).toEqual([])
  const fields = { ...input.ehrConfiguration.fields, ehrBaseUrl: 'https://other.example.org' }
  expect((await configure({ fields })).status).toBe(200)
  expect(await statusOf()).toBe('NOT_VERIFIED')
  expect(fake.forgotten).toEqual([{ facilityId }])
})

test('a verification is void when the EHR changes during the exchange of the code', async () => {
  const fields = { ...input.ehrConfiguration.fields, ehrBaseUrl: 'https://third.example.org' }
  fake.duringExchange = () => configure({ fields })
  expect(await verify((await begin()).state)).toMatchObject(over)
  expect(await statusOf()).toBe('NOT_VERIFIED')
  expect(fake.forgotten).toContainEqual({ facilityId, userId: doctor.user.id })
})

test('a state used while no EHR asks for verification does not work later', async () => {
  const { state } = await begin()
  await configure({ ehrType: null })
  expect(await verify(state)).toMatchObject({ status: 422, code: 'emr-verification-not-asked' })
  await configure({})
  expect(await verify(state)).toMatchObject(over)
})
