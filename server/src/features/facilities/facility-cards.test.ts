import { facilityCalls as calls, type FacilityCard, type FacilityDetails } from '@dictara/contract/facilities'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aJob, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let annex: string
let doctor: TestClient
let admin: TestClient
let clinicAdmin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
  await aFacility(server, clinic.clinicId, { name: 'Closed', isEnabled: false })
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId, annex] })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
})
afterAll(() => server.close())

const cardsOf = async (who: TestClient, id = who.user.id) =>
  (await who.ask<FacilityCard>(`GET /clinic/user/${id}/notification-dashboard`)).result
const namesOf = async (who: TestClient, id?: string) =>
  (await cardsOf(who, id)).map(({ facility }) => facility.facilityName)

test('a dashboard has the person’s enabled facilities, and for a clinicAdmin all of the clinic [DASH-24, DASH-35]', async () => {
  expect(await cardsOf(admin)).toEqual([
    {
      facility: {
        facilityId: clinic.facilityId,
        facilityName: 'Hill Clinic Main',
        facilityExpireDate: null,
        hasExpired: false,
        disabled: false,
      },
      emrHandlingData: { emrVerificationStatus: null, emrVerificationUrl: null },
    },
  ])
  expect(await namesOf(doctor)).toEqual(['Annex', 'Hill Clinic Main'])
  expect(await namesOf(clinicAdmin)).toEqual(['Annex', 'Hill Clinic Main'])
})

test('another person’s facilities can be read by managers only, within their own reach', async () => {
  expect(await namesOf(clinicAdmin, doctor.user.id)).toEqual(['Annex', 'Hill Clinic Main'])
  expect(await namesOf(admin, doctor.user.id)).toEqual(['Hill Clinic Main'])
  const elsewhere = await aPerson(server, clinic.clinicId, { facilityIds: [annex] })
  const other = await aClinic(server, 'Other Clinic')
  const stranger = await aPerson(server, other.clinicId, { facilityIds: [other.facilityId] })
  const status = async (who: TestClient, id: string) =>
    (await who.call(calls.getFacilityCards, { params: { id } })).status
  expect(await status(admin, elsewhere.id)).toBe(404)
  expect(await status(clinicAdmin, stranger.id)).toBe(404)
  expect(await status(doctor, admin.user.id)).toBe(404)
})

test('any person linked to a facility can read its details, with a message [DASH-25, DASH-36]', async () => {
  await server.owner.query("update facilities set organisation_id = 'ORG-7', note_type = 'Progress' where id = $1", [
    clinic.facilityId,
  ])
  const { result, message } = await doctor.ask<FacilityDetails>(`GET /clinic/facility/${clinic.facilityId}`)
  expect(message).toBe('Success')
  expect(result).toEqual([
    {
      facilityId: clinic.facilityId,
      facilityName: 'Hill Clinic Main',
      ehrConfiguration: {
        facilityId: clinic.facilityId,
        organisationId: 'ORG-7',
        noteType: 'Progress',
        transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
        reviewerCount: 2,
      },
    },
  ])
})

test('a person not verified at the EHR gets the address to do so, and a verified person does not (Q038, Q089)', async () => {
  const { id } = doctor.user
  const url = `/dashboard/verify-emr/${clinic.clinicId}/user/${id}?facilityId=${clinic.facilityId}`
  await server.owner.query('update facilities set verification_asked_since = now() where id = $1', [clinic.facilityId])
  const asked = async () =>
    (await cardsOf(doctor)).find(({ facility }) => facility.facilityId === clinic.facilityId)!.emrHandlingData
  expect(await asked()).toEqual({ emrVerificationStatus: 'NOT_VERIFIED', emrVerificationUrl: url })
  for (const [status, where] of [
    ['VERIFIED', null],
    ['EXPIRED', url],
  ] as const) {
    await server.owner.query(
      `insert into emr_verifications (clinic_id, facility_id, user_id, status) values ($1, $2, $3, $4)
        on conflict (clinic_id, user_id, facility_id) do update set status = excluded.status`,
      [clinic.clinicId, clinic.facilityId, id, status],
    )
    expect(await asked()).toEqual({ emrVerificationStatus: status, emrVerificationUrl: where })
  }
  // Each person verifies for themselves, and this admin has not.
  expect((await cardsOf(admin))[0]!.emrHandlingData.emrVerificationStatus).toBe('NOT_VERIFIED')
})

test('an auto-renewing plan has no end date; a trial, a cancelled and an expired plan have one (Q035)', async () => {
  const endOf = async (plan: string, end: string | null, renews = plan !== 'TRIAL') => {
    await server.owner.query('update facilities set plan = $2, plan_end_date = $3, plan_renews = $4 where id = $1', [
      clinic.facilityId,
      plan,
      end,
      renews,
    ])
    const { facilityExpireDate, hasExpired } = (await cardsOf(admin))[0]!.facility
    return [facilityExpireDate, hasExpired]
  }
  expect(await endOf('STANDARD', '2999-01-31')).toEqual([null, false])
  expect(await endOf('STANDARD', null)).toEqual([null, false])
  expect(await endOf('STANDARD_ANNUAL', '2020-02-29')).toEqual(['2020-02-29', true])
  expect(await endOf('TRIAL', '2999-01-31')).toEqual(['2999-01-31', false])
  expect(await endOf('STANDARD', '2999-01-31', false)).toEqual(['2999-01-31', false])
  await endOf('STANDARD', null)
})

test('a plan expires the day after its last one in the facility’s time zone, and a trial lasts 30 days (Q036, Q152)', async () => {
  const far = await aClinic(server, 'Far Clinic')
  const reader = await signedIn(server, far.clinicId, { userType: 'clinicAdmin' })
  const now = Date.now()
  const hourOf = (zone: string) =>
    Number(new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' }).format(now))
  const { rows: databaseZones } = await server.owner.query<{ name: string; hour: number }>(
    'select name, extract(hour from to_timestamp($1) at time zone name)::int as hour from pg_timezone_names',
    [now / 1000],
  )
  // Soon after a country changes its clock, the time zone tables of Node and PostgreSQL may differ (seen:
  // America/Edmonton).
  const isAgreed = (zone: string) => databaseZones.some(({ name, hour }) => name === zone && hour === hourOf(zone))
  const zones = Intl.supportedValuesOf('timeZone').filter((zone, index) => index % 9 === 0 && isAgreed(zone))
  expect(zones.length).toBeGreaterThan(30)
  const dayOf = (zone: string, days: number) => {
    const here = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(now)
    return new Date(Date.parse(here) + days * 86_400_000).toISOString().slice(0, 10)
  }
  const add = (name: string, zone: string, end: string | null) =>
    server.owner.query(
      "insert into facilities (clinic_id, id, name, time_zone, plan, plan_end_date) values ($1, $2, $3, $4, 'TRIAL', $5)",
      [far.clinicId, newId(), name, zone, end],
    )
  for (const zone of zones) {
    for (const days of [-1, 0, 1]) await add(`${zone} ${days}`, zone, dayOf(zone, days))
    await add(`${zone} new`, zone, null)
  }
  const cards = new Map((await cardsOf(reader)).map(({ facility }) => [facility.facilityName, facility]))
  for (const zone of zones) {
    for (const days of [-1, 0, 1])
      expect(cards.get(`${zone} ${days}`), zone).toMatchObject({
        facilityExpireDate: dayOf(zone, days),
        hasExpired: days < 0,
      })
    expect(cards.get(`${zone} new`), zone).toMatchObject({ facilityExpireDate: dayOf(zone, 30), hasExpired: false })
  }
})

test('the recorder starts with the work type of the person’s last dictation at the facility', async () => {
  const { user } = doctor
  const usual = async (who = doctor, facilityId = clinic.facilityId) =>
    (await who.call(calls.listWorkTypes, { params: { facilityId } })).result[0]!.workType
  expect(await usual()).toBeNull()
  const dictate = (workType: string | null, submittedAt: string) =>
    aJob(server, clinic, { authorId: user.id, workType, submittedAt })
  await dictate('Consultation', '2026-11-20T08:00:00Z')
  await dictate('Progress Note', '2026-11-19T08:00:00Z')
  await dictate(null, '2026-11-21T08:00:00Z')
  await dictate('One that the facility no longer has', '2026-11-22T08:00:00Z')
  expect(await usual()).toBe('Consultation')
  expect([await usual(admin), await usual(doctor, annex)]).toEqual([null, null])
})
