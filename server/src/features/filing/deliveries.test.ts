import { filingCalls } from '@dictara/contract/filing'
import { jobCalls } from '@dictara/contract/jobs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { times } from '../../../../tools/src/times.ts'
import { aClinic, aFacility, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { fakeEhr } from './fake-ehr.fixtures.ts'
import { approve, aReviewedJob } from './filing.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let author: TestClient
const ehr = fakeEhr()
let movedMs = 0
const pass = (seconds: number) => {
  movedMs += seconds * 1000
}

beforeAll(async () => {
  server = await startTestServer({
    ehrs: { fake: ehr.kind },
    clock: { now: () => new Date(Date.now() + movedMs) },
    settings: { DICTARA_EHR_AWAY_HOURS: '2' },
  })
}, 120_000)
beforeEach(async () => {
  ehr.answers('take')
  ehr.arrived.length = 0
  ehr.tries.length = 0
  ehr.written.length = 0
  clinic = await aClinic(server)
  await server.owner.query("update facilities set ehr_type = 'fake' where clinic_id = $1", [clinic.clinicId])
  author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
})
afterAll(() => server.close())

let runs = 0
const task = () => server.app.tasks.find(({ name }) => name === 'deliver-notes')!
/** Runs the delivery task of a facility once, as the queue does; @returns the error it failed with, if any */
const deliver = (facilityId = clinic.facilityId, id = `run ${(runs += 1)}`) =>
  task()
    .run(
      { clinicId: clinic.clinicId, facilityId },
      { signal: new AbortController().signal, id, attempt: 1, isLastAttempt: false },
    )
    .catch((error: unknown) => error)

async function approved(count: number, place: TestClinic = clinic): Promise<string[]> {
  const jobIds: string[] = []
  for (let each = 0; each < count; each += 1) {
    const jobId = await aReviewedJob(server, place, author.user.id, 'Stable.')
    await approve(server, place, jobId)
    jobIds.push(jobId)
  }
  return jobIds
}

/** This number of further patients at the facility. */
const patients = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => ({
      ...clinic,
      patientId: await aPatient(server, clinic.clinicId, clinic.facilityId),
    })),
  )

const jobs = async (status: string) =>
  (
    await server.owner.query('select id from jobs where clinic_id = $1 and status = $2 order by number', [
      clinic.clinicId,
      status,
    ])
  ).rows.map(({ id }) => id as string)
const notifiedUsers = async (target: string) =>
  (
    await server.owner.query('select user_id from notifications where clinic_id = $1 and target = $2', [
      clinic.clinicId,
      target,
    ])
  ).rows.map(({ user_id: userId }) => userId as string)
const destination = async () =>
  (await server.owner.query('select * from ehr_destinations where facility_id = $1', [clinic.facilityId])).rows[0]
/** Runs the task every five minutes of test time, for this many seconds. */
async function deliverFor(seconds: number) {
  const end = movedMs + seconds * 1000
  while (movedMs < end) {
    await deliver()
    pass(300)
  }
}

test('a destination unreachable for an hour loses and duplicates no note, keeps each patient’s order, and delays no other [Q192]', async () => {
  const annex = { ...clinic, facilityId: await aFacility(server, clinic.clinicId) }
  await server.owner.query("update facilities set ehr_type = 'fake' where id = $1", [annex.facilityId])
  ehr.answers(({ facilityId }) => (facilityId === annex.facilityId ? 'take' : 'take-silently'))
  const places = [clinic, ...(await patients(4))]
  const ofPatients: string[][] = places.map(() => [])
  const most = times(60, 2_000)
  for (let each = 0; each < most; each += 1)
    ofPatients[each % places.length]!.push(...(await approved(1, places[each % places.length])))
  const firsts = ofPatients.map(([first]) => first!)
  await deliver()
  const [elsewhere] = await approved(1, annex)
  await deliver(annex.facilityId)
  expect(ehr.arrived, 'the first may be there, although it did not answer').toEqual([firsts[0], elsewhere])
  ehr.answers(({ facilityId, jobId }) =>
    facilityId === annex.facilityId || jobId !== firsts[3] ? 'silent' : 'take-silently',
  )
  await deliverFor(3_600)
  expect(await jobs('COMPLETED')).toEqual([elsewhere])
  expect(await jobs('INCOMPLETE')).toEqual([])
  const asked = new Set(ehr.tries.map(({ jobId }) => jobId))
  expect(asked, 'nobody overtakes the first note of a patient').toEqual(new Set([...firsts, elsewhere]))
  expect(ehr.tries.length, 'it is not asked all the time').toBeLessThan(20)

  ehr.answers('take')
  ofPatients[0]!.push(...(await approved(1)))
  // A long run ends to let other tasks run, and a later run delivers the rest.
  while ((await jobs('WRITING')).length > 0) expect(await deliver()).toBeUndefined()
  expect(ehr.arrived.toSorted()).toEqual([...ofPatients.flat(), elsewhere].toSorted())
  for (const jobIds of ofPatients) expect(ehr.arrived.filter((jobId) => jobIds.includes(jobId))).toEqual(jobIds)
  expect(await jobs('INCOMPLETE')).toEqual([])
}, 600_000)

test('a note without an answer fails once the EHR answers for another patient, and a repeat files it once [Q192]', async () => {
  const [other] = await patients(1)
  const bad = await approved(2)
  const [after] = await approved(1)
  const [probe, last] = await approved(2, other)
  ehr.answers(({ jobId }) => (bad.includes(jobId) ? 'take-silently' : jobId === probe ? 'refuse' : 'take'))
  await deliverFor(3_000)
  expect(ehr.arrived).toEqual([...bad, last, after])
  expect((await jobs('INCOMPLETE')).toSorted()).toEqual([...bad, probe].toSorted())
  const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
  const { result } = await admin.call(filingCalls.listDeliveries, {
    query: { states: ['FAILED'], sortOrder: 'ascend' },
  })
  expect(result.map(({ jobId, error }) => [jobId, error?.includes('It answers other notes')])).toEqual([
    [bad[0], true],
    [bad[1], true],
    [probe, false],
  ])

  ehr.answers('take')
  const facility = { params: { facilityId: clinic.facilityId } }
  expect((await admin.call(filingCalls.sendFailedAgain, facility)).result).toEqual([{ sent: 3, left: 0 }])
  await deliver()
  expect(await jobs('INCOMPLETE')).toEqual([])
  expect(ehr.arrived.toSorted()).toEqual([...bad, after, probe, last].toSorted())
})

test('a note that may be in the EHR under a former patient is struck out there and filed for the current one [Q185]', async () => {
  const [other] = await patients(1)
  const numberOf = async (patientId: string) =>
    (await server.owner.query('select medical_record_number as mrn from patients where id = $1', [patientId])).rows[0]
      .mrn
  const [before, now] = [await numberOf(clinic.patientId), await numberOf(other!.patientId)]
  const [arrived, lost] = await approved(2)
  ehr.answers(({ jobId }) => (jobId === arrived ? 'take-silently' : 'silent'))
  await deliverFor(12_000)
  expect(await jobs('INCOMPLETE')).toEqual([arrived, lost])
  const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
  for (const id of [arrived!, lost!]) {
    const body = { patientId: other!.patientId }
    expect((await admin.call(jobCalls.changePatient, { params: { id }, query: {}, body })).status).toBe(200)
  }
  ehr.answers('take')
  ehr.written.length = 0
  await admin.call(filingCalls.sendFailedAgain, { params: { facilityId: clinic.facilityId } })
  await deliver()
  expect(await jobs('COMPLETED')).toEqual([arrived, lost])
  expect(ehr.written).toEqual([`struck 1 of ${before}`, `filed 2 of ${now}`, `filed 2 of ${now}`])
})

test('a refused note becomes incomplete immediately with its reason, and the next one continues [Q192]', async () => {
  const [one, two, three] = await approved(3)
  ehr.answers(({ jobId }) => (jobId === two ? 'refuse' : 'take'))
  await deliver()
  expect(ehr.arrived).toEqual([one, three])
  expect(await jobs('INCOMPLETE')).toEqual([two])
  const { rows } = await server.owner.query('select reason_for_failing as reason from jobs where id = $1', [two])
  expect(rows[0].reason).toBe('The note couldn’t be written to the EHR. The chart is locked.')
})

test('a note waits for an unreachable EHR as long as configured, each note separately', async () => {
  ehr.answers('silent')
  const early = await approved(2)
  await deliverFor(3_600)
  const late = await approved(1)
  await deliverFor(3_900)
  expect(await jobs('INCOMPLETE')).toEqual(early)
  expect(await jobs('WRITING')).toEqual(late)
  await deliverFor(3_900)
  expect(await jobs('INCOMPLETE')).toEqual([...early, ...late])
})

test('pauses between attempts grow from seconds to five minutes', async () => {
  ehr.answers('silent')
  await approved(1)
  const pauses: number[] = []
  for (let each = 0; each < 10; each += 1) {
    await deliver()
    const { next_try_at: next } = await destination()
    pauses.push(Math.round((next.getTime() - Date.now() - movedMs) / 1000))
    await deliver()
    pass(pauses.at(-1)! + 1)
  }
  expect(pauses).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 300, 300])
  expect(ehr.tries, 'a run before its time asks nothing').toHaveLength(10)
})

test('of simultaneous runs for one facility one writes, and the same task continues a run that died', async () => {
  const jobIds = await approved(6)
  await Promise.all([deliver(), deliver(), deliver()])
  expect(ehr.arrived).toEqual(jobIds)
  expect(ehr.tries).toHaveLength(6)
  const [next] = await approved(1)
  ehr.answers('break')
  expect(await deliver(clinic.facilityId, 'dying')).toEqual(new Error('a fault of the adapter'))
  ehr.answers('take')
  await deliver()
  expect(ehr.arrived).not.toContain(next)
  await deliver(clinic.facilityId, 'dying')
  expect(ehr.arrived.at(-1)).toBe(next)
})

test('a note that always breaks the run becomes incomplete in the end, and delays no other', async () => {
  const [bad, good] = await approved(2)
  ehr.answers(({ jobId }) => (jobId === bad ? 'break' : 'take'))
  await deliver()
  await task().whenDead!(
    { clinicId: clinic.clinicId, facilityId: clinic.facilityId },
    'It failed several times because of a server error.',
    false,
  )
  await deliver()
  expect(await jobs('INCOMPLETE')).toEqual([bad])
  expect(ehr.arrived).toEqual([good])
})

test('people are notified once when an EHR starts to fail and once when it recovers, however many notes wait', async () => {
  const { facilityId } = clinic
  const clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [facilityId] })
  await signedIn(server, clinic.clinicId, { userType: 'admin' })
  const keepers = [clinicAdmin.user.id, admin.user.id].toSorted()
  ehr.answers('silent')
  await approved(5)
  await deliver()
  pass(10)
  await deliver()
  expect(await notifiedUsers('DELIVERY_FAILING'), 'two tries may be chance').toEqual([])
  await deliverFor(3_000)
  expect((await notifiedUsers('DELIVERY_FAILING')).toSorted()).toEqual(keepers)
  expect(await notifiedUsers('DELIVERY_WORKS_AGAIN')).toEqual([])
  ehr.answers('take')
  await deliver()
  await approved(1)
  await deliver()
  expect((await notifiedUsers('DELIVERY_WORKS_AGAIN')).toSorted()).toEqual(keepers)
  expect(await notifiedUsers('DELIVERY_FAILING')).toHaveLength(2)
})

test('an EHR that refuses note after note is also reported once', async () => {
  await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  ehr.answers('refuse')
  await approved(5)
  await deliver()
  expect(await notifiedUsers('DELIVERY_FAILING')).toHaveLength(1)
})

test('Delivery shows where each note went and what waits or failed, and resends failed notes in order', async () => {
  const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [clinic.facilityId] })
  const list = (query = {}) => admin.call(filingCalls.listDeliveries, { query })
  const places = async () => (await admin.call(filingCalls.listDestinations, {})).result
  expect(await places()).toMatchObject([{ ehrName: 'Fake EHR', state: 'WORKING', waiting: 0, failed: 0 }])
  const [filed, ...failed] = await approved(4)
  ehr.answers(({ jobId }) => (jobId === filed ? 'take' : 'refuse'))
  await deliver()
  const waiting = await approved(1)
  ehr.answers('silent')
  await deliver()

  const { result, size } = await list({ sortOrder: 'asc' })
  expect(size).toBe(5)
  expect(result.map(({ jobId }) => jobId)).toEqual([filed, ...failed, ...waiting])
  expect(result[0]).toMatchObject({
    state: 'FILED',
    ehrName: 'Fake EHR',
    patientName: 'Ada Byron',
    reference: `doc-${result[0]!.jobNumber}`,
    acknowledgedAt: expect.any(String),
    error: null,
  })
  expect(result[1]).toMatchObject({ state: 'FAILED', error: 'The chart is locked.', acknowledgedAt: null, attempts: 1 })
  expect((await list({ states: ['WAITING'] })).result.map(({ jobId }) => jobId)).toEqual(waiting)
  expect((await list({ searchValue: result[2]!.jobNumber })).result.map(({ jobId }) => jobId)).toEqual([failed[1]])
  expect((await list({ searchValue: 'byron' })).size).toBe(5)
  expect(await places()).toMatchObject([
    { state: 'AWAY', waiting: 1, failed: 3, error: 'The EHR didn’t respond in time.', nextTryAt: expect.any(String) },
  ])

  ehr.answers('take')
  const facility = { params: { facilityId: clinic.facilityId } }
  expect((await admin.call(filingCalls.sendFailedAgain, facility)).result).toEqual([{ sent: 3, left: 0 }])
  await deliver()
  expect(ehr.arrived, 'its next time has not come').toEqual([filed])
  expect((await admin.call(filingCalls.tryDestination, facility)).status).toBe(200)
  await deliver()
  expect(ehr.arrived).toEqual([filed, ...waiting, ...failed])
  expect((await admin.call(filingCalls.sendFailedAgain, facility)).message).toBe('Nothing has failed here.')
  const stranger = await signedIn(server, clinic.clinicId, { userType: 'admin' })
  expect((await stranger.call(filingCalls.listDeliveries, {})).size).toBe(0)
  expect((await stranger.call(filingCalls.tryDestination, facility)).status).toBe(404)
})

test('a delivery that lost its task gets a new one', async () => {
  const [jobId] = await approved(1)
  await server.owner.query('delete from pgboss.job; delete from filings')
  await server.owner.query("update jobs set last_updated_at = last_updated_at - interval '2 minutes'")
  await server.app.features.find(({ name }) => name === 'filing')!.takeUp!()
  const { rows } = await server.owner.query("select singleton_key as key from pgboss.job where name = 'deliver-notes'")
  expect(rows).toContainEqual({ key: clinic.facilityId })
  await deliver()
  expect(ehr.arrived).toEqual([jobId])
})
