import { dictationCalls } from '@dictara/contract/dictations'
import { inferenceCalls } from '@dictara/contract/inference'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import type { PaymentsMode } from '../../platform/payments-mode.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aJob, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findDictated, settlePlans } from './index.ts'

/** An afternoon in New York, where the facilities are. */
const clock = movableClock(new Date('2026-11-20T20:00:00Z'))
let server: TestServer
let clinic: TestClinic
let doctor: TestClient

beforeAll(async () => {
  server = await startTestServer({ clock })
})
beforeEach(async () => {
  clinic = await aClinic(server)
  doctor = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
})
afterAll(() => server.close())

const settle = (payments: PaymentsMode | undefined, limits = {}) =>
  settlePlans(server.doors, { DICTARA_PAYMENTS: payments, DICTARA_TRIAL_DAYS: 14, DICTARA_PLAN_LIMITS: limits })
const give = (facilityId: string, plan: string, end: string | null, renews = false) =>
  server.owner.query('update facilities set plan = $2, plan_end_date = $3, plan_renews = $4 where id = $1', [
    facilityId,
    plan,
    end,
    renews,
  ])
async function planOf(facilityId: string) {
  const { rows } = await server.owner.query(
    'select plan, plan_end_date::text as ends, plan_renews as renews from facilities where id = $1',
    [facilityId],
  )
  return rows[0]
}
/** A new facility, whose plan comes from the settings. */
async function aNewFacility() {
  const id = newId()
  await server.owner.query(
    "insert into facilities (clinic_id, id, name, time_zone) values ($1, $2, 'New', 'America/New_York')",
    [clinic.clinicId, id],
  )
  return id
}
/** Adds a subscription to a facility. */
async function subscribe(facilityId: string, status: string, startsOn: string, paidThrough: string | null) {
  const id = newId()
  await server.owner.query(
    `insert into subscriptions (clinic_id, id, facility_id, plan, ref_id, customer_profile_id, payment_profile_id, amount_cents,
       months, status, starts_on, paid_through, created_at, created_by)
     values ($1, $2, $3, 'STANDARD', $4, '1', '1', 7500, 1, $5, $6, $7, $8, $2)`,
    [clinic.clinicId, id, facilityId, id.slice(-20), status, startsOn, paidThrough, clock.now()],
  )
}
const begin = (who = doctor) =>
  who.call(dictationCalls.beginDictation, {
    body: { dictationId: newId(), facilityId: clinic.facilityId, patientId: clinic.patientId, mimeType: 'audio/webm' },
  })

test('without payments every facility is unlimited; with payments those that have not paid begin a trial', async () => {
  const [expired, paid, lapsed, cancelled, waiting] = await Promise.all(
    Array.from({ length: 5 }, () => aFacility(server, clinic.clinicId)),
  )
  await give(clinic.facilityId, 'TRIAL', '2026-12-01')
  await give(expired!, 'STANDARD', '2026-01-01')
  for (const [id, status, through] of [
    [paid, 'ACTIVE', '2026-12-09'],
    [lapsed, 'ACTIVE', '2026-11-09'],
    [cancelled, 'CANCELLED', '2026-12-09'],
    [waiting, 'PENDING', null],
  ] as const)
    await subscribe(id!, status, '2026-10-10', through)
  await settle('off')
  const unlimited = { plan: 'UNLIMITED', ends: null, renews: false }
  const all = [clinic.facilityId, expired!, paid!, lapsed!, cancelled!, waiting!]
  expect(await Promise.all(all.map(planOf))).toEqual(all.map(() => unlimited))
  // A new facility gets the same plan, and a second start changes nothing.
  const added = await aNewFacility()
  expect(await planOf(added)).toEqual(unlimited)
  await settle('off')
  expect(await planOf(added)).toEqual(unlimited)
  await settle('authorize-net')
  const trial = { plan: 'TRIAL', ends: '2026-12-04', renews: false }
  expect(await Promise.all(all.map(planOf))).toEqual([
    trial,
    trial,
    { plan: 'STANDARD', ends: '2026-12-09', renews: true },
    { plan: 'STANDARD', ends: '2026-11-20', renews: true },
    { plan: 'STANDARD', ends: '2026-12-09', renews: false },
    trial,
  ])
  await give(expired!, 'STANDARD', '2026-01-01')
  await settle('authorize-net')
  expect(await planOf(expired!)).toEqual({ plan: 'STANDARD', ends: '2026-01-01', renews: false })
})

test('beside the demo only the demo and facilities with a chosen plan have to pay, not another clinic', async () => {
  const [chosen, expired] = await Promise.all(Array.from({ length: 2 }, () => aFacility(server, clinic.clinicId)))
  await subscribe(chosen!, 'CANCELLED', '2026-09-10', '2026-10-09')
  await give(chosen!, 'STANDARD', '2026-10-09')
  await give(expired!, 'TRIAL', '2026-10-09')
  const unlimited = { plan: 'UNLIMITED', ends: null, renews: false }
  await settle(undefined)
  expect(await Promise.all([clinic.facilityId, expired!, chosen!].map(planOf))).toEqual([
    unlimited,
    unlimited,
    { plan: 'STANDARD', ends: '2026-10-09', renews: false },
  ])
  expect(await planOf(await aNewFacility())).toEqual(unlimited)
  await server.owner.query('update clinics set demo = true where clinic_id = $1', [clinic.clinicId])
  expect(await planOf(await aNewFacility())).toMatchObject({ plan: 'TRIAL' })
  await settle(undefined)
  expect(await planOf(expired!)).toEqual({ plan: 'TRIAL', ends: '2026-12-04', renews: false })
  await settle('authorize-net')
})

test('with the sandbox requested by the operator every clinic can try payments', async () => {
  await settle('off')
  await settle('sandbox')
  expect(await planOf(clinic.facilityId)).toMatchObject({ plan: 'TRIAL' })
  await settle('authorize-net')
})

test('two copies of the server that start at the same time agree', async () => {
  await Promise.all([settle('off'), settle('off')])
  await Promise.all([settle('authorize-net'), settle('authorize-net')])
  expect(await planOf(clinic.facilityId)).toEqual({ plan: 'TRIAL', ends: '2026-12-04', renews: false })
})

test('dictation beyond the seconds of a period can neither begin nor be submitted until the next period [Q154]', async () => {
  await settle('authorize-net', { STANDARD: { seconds: 600 }, ESSENTIALS: { seconds: 60 } })
  await give(clinic.facilityId, 'STANDARD', null)
  await subscribe(clinic.facilityId, 'ACTIVE', '2026-10-15', '2026-12-14')
  const dictate = async (submittedAt: string, audioMs: number) => {
    const id = await aJob(server, clinic, { authorId: doctor.user.id, submittedAt })
    await server.owner.query('update jobs set audio_ms = $2 where id = $1', [id, audioMs])
  }
  // A minute before midnight in New York, on the last day of the previous period.
  await dictate('2026-11-15T04:59:00Z', 6_000_000)
  await dictate('2026-11-15T05:00:00Z', 599_000)
  const open = await begin()
  expect(open.status, open.message).toBe(200)
  await dictate('2026-11-20T19:00:00Z', 1_000)
  expect(await begin()).toMatchObject({ status: 422, code: 'plan-used-up' })
  const dictated = await server.doors.asSystem('test', (work) => findDictated(work, clinic.facilityId), clinic.clinicId)
  expect(dictated).toEqual({ seconds: 600, limits: { STANDARD: { seconds: 600 }, ESSENTIALS: { seconds: 60 } } })
  const submit = () =>
    doctor.call(dictationCalls.submitDictation, {
      params: { dictationId: open.result[0]!.dictationId },
      body: { takes: [{ take: 0, chunks: 1 }] },
    })
  expect(await submit()).toMatchObject({ status: 422, code: 'plan-used-up' })
  clock.advance(25 * 86_400_000)
  const later = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  expect((await begin(later)).status).toBe(200)
  clock.advance(-25 * 86_400_000)
  await give(clinic.facilityId, 'ESSENTIALS', null)
  expect((await submit()).code).toBe('plan-used-up')
  await give(clinic.facilityId, 'STANDARD', null)
  // For a plan without a subscription the period is the calendar month.
  await server.owner.query('delete from subscriptions where facility_id = $1', [clinic.facilityId])
  expect((await begin()).code).toBe('plan-used-up')
  await give(clinic.facilityId, 'STANDARD_ANNUAL', null)
  expect((await begin()).status).toBe(200)
  // The plan no longer refuses the submit, but no chunk has arrived.
  expect((await submit()).code).toBe('missing-chunk')
  await settle('authorize-net')
})

test('nothing can be dictated with an expired plan, and what was begun is kept [Q153]', async () => {
  await give(clinic.facilityId, 'STANDARD', '2026-11-19')
  expect(await begin()).toMatchObject({ status: 422, code: 'plan-expired' })
  await give(clinic.facilityId, 'STANDARD', '2026-11-20')
  expect((await begin()).status).toBe(200)
})

test('without payments a doctor can dictate and read inference long after a trial would have ended', async () => {
  await settle('off')
  clock.advance(400 * 86_400_000)
  const later = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  expect((await begin(later)).status).toBe(200)
  const id = await aJob(server, clinic, { authorId: later.user.id })
  expect((await later.call(inferenceCalls.getNoteInference, { params: { id } })).status).toBe(200)
  clock.advance(-400 * 86_400_000)
  await settle('authorize-net')
})
