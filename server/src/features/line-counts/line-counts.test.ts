import { lineCountCalls as calls, lineGroups, type LineGroup } from '@dictara/contract/line-counts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClinic, aFacility, aJob, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let annex: string
const people = {} as Record<'manager' | 'admin' | 'doctor' | 'second' | 'tova' | 'tim', TestClient>

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
  const main = { facilityIds: [clinic.facilityId] }
  const both = { facilityIds: [clinic.facilityId, annex] }
  const sign = (person: object) => signedIn(server, clinic.clinicId, person)
  people.manager = await sign({ userType: 'clinicAdmin' })
  people.admin = await sign({ ...main, userType: 'admin' })
  people.doctor = await sign({ ...both, firstName: 'Ada' })
  people.second = await sign({ ...both, firstName: 'Ben' })
  people.tova = await sign({ ...both, userType: 'transcriptionist', firstName: 'Tova' })
  people.tim = await sign({ ...both, userType: 'transcriptionist', firstName: 'Tim' })
})
afterAll(() => server.close())

interface Typed {
  by?: TestClient
  author?: TestClient
  facilityId?: string
  lines?: number
  seconds?: number
  at?: string
  action?: string
  stage?: string
  jobId?: string
}
/** A dictation that somebody has typed, by default at noon in New York on 15 October. */
async function typed({ by = people.tova, author = people.doctor, at = '2026-10-15T16:00:00Z', ...of }: Typed = {}) {
  const job = { authorId: author.user.id, ...(of.facilityId && { facilityId: of.facilityId }) }
  const id = of.jobId ?? (await aJob(server, clinic, { ...job, status: 'COMPLETED' }))
  await server.owner.query('update jobs set audio_ms = $2 where id = $1', [id, Math.round((of.seconds ?? 60) * 1000)])
  await server.owner.query(
    `insert into job_stints (clinic_id, job_id, user_id, stage, started_at, ended_at, action, lines)
     values ($1, $2, $3, $4, $5, $5, $6, $7)`,
    [clinic.clinicId, id, by.user.id, of.stage ?? 'TRANSCRIPTION', at, of.action ?? 'Completed', of.lines ?? 10],
  )
  return id
}
const october = { from: '2026-10-01', to: '2026-10-31', facilityIds: [] as string[] }
const count = async (by: LineGroup = 'typist', more: object = {}, who = people.manager) => {
  const { status, message, result } = await who.call(calls.countLines, { query: { ...october, by, ...more } })
  expect(status, message).toBe(200)
  return result[0]!
}
const setOwnRate = (who: TestClient, rate: number | null, seen: number | null = null, as = people.manager) =>
  as.call(calls.setOwnRate, { params: { userId: who.user.id }, body: { rate, seen } })
const setGeneralRate = (rate: number | null, seen: number | null = null, as = people.manager) =>
  as.call(calls.setUsualRate, { body: { rate, seen } })

test('lines, minutes and dictations add up to the same totals however they are grouped', async () => {
  const [{ tova, tim, doctor, second }] = [people]
  const all: [number, number][] = []
  for (const [n, by] of [tova, tim, tova, doctor, tim, tova].entries()) {
    const [lines, seconds] = [3.33 * (n + 1), 61.001 * (n + 1)]
    all.push([Math.round(lines * 100), Math.round(seconds * 1000)])
    await typed({ by, author: n % 2 ? doctor : second, ...(n % 3 && { facilityId: annex }), lines, seconds })
  }
  const [lines, ms] = [0, 1].map((of) => all.reduce((sum, one) => sum + one[of]!, 0)) as [number, number]
  const totals = { jobs: 6, lines: lines / 100, seconds: ms / 1000 }
  for (const by of lineGroups) {
    const counted = await count(by)
    expect(counted.totals).toMatchObject(totals)
    const sum = (of: 'jobs' | 'lines' | 'seconds') => counted.rows.reduce((total, row) => total + row[of], 0)
    expect({ jobs: sum('jobs'), lines: sum('lines'), seconds: sum('seconds') }, by).toEqual({
      jobs: 6,
      lines: expect.closeTo(totals.lines, 6),
      seconds: expect.closeTo(totals.seconds, 6),
    })
  }
  expect((await count('typist')).rows.map(({ name, userType, jobs }) => [name, userType, jobs])).toEqual([
    ['Ada Doe', 'doctor', 1],
    ['Tim Doe', 'transcriptionist', 2],
    ['Tova Doe', 'transcriptionist', 3],
  ])
  expect((await count('facility', { facilityIds: [annex] })).rows).toMatchObject([{ id: annex, jobs: 4 }])
})

test('a dictation counts once, for the person who first completed its typing, on that day in the facility’s time zone', async () => {
  // Ten minutes before midnight and midnight in New York, at the start and at the end of October.
  await typed({ at: '2026-10-01T03:50:00Z', lines: 1 })
  await typed({ at: '2026-10-01T04:00:00Z', lines: 2 })
  await typed({ at: '2026-11-01T03:50:00Z', lines: 4 })
  await typed({ at: '2026-11-01T04:00:00Z', lines: 8 })
  // A review, a release and a second completion after a return add no lines.
  const jobId = await typed({ lines: 16 })
  await typed({ jobId, lines: 32, stage: 'REVIEW', action: 'Approved' })
  await typed({ jobId, lines: 64, by: people.tim, at: '2026-10-20T16:00:00Z' })
  await typed({ lines: 128, action: 'Released' })
  expect(await count()).toMatchObject({ rows: [{ name: 'Tova Doe', jobs: 3, lines: 22 }], totals: { lines: 22 } })
})

test('the general rate is for transcriptionists, a personal rate comes first, and the pay column adds up', async () => {
  const { tova, tim, doctor } = people
  await typed({ by: tova, lines: 100.33 })
  await typed({ by: tim, lines: 50.55, facilityId: annex })
  await typed({ by: doctor, lines: 1000 })
  const pay = async (by: LineGroup = 'typist') => {
    const { rows, totals } = await count(by)
    return [...rows.map(({ payCents }) => payCents), totals.payCents]
  }
  expect(await pay()).toEqual([null, null, null, null])
  expect((await setGeneralRate(955)).status).toBe(200)
  // 50.55 lines at 9.55 cents are 482.75 cents, and 100.33 lines are 958.15 cents.
  expect(await pay()).toEqual([null, 483, 958, 1441])
  expect((await setOwnRate(tim, 10_000)).status).toBe(200)
  expect((await setOwnRate(doctor, 1)).status).toBe(200)
  expect(await pay()).toEqual([10, 5055, 958, 6023])
  expect((await count()).rows).toMatchObject([
    { rate: 1, hasOwnRate: true },
    { rate: 10_000, hasOwnRate: true },
    { rate: 955, hasOwnRate: false },
  ])
  expect((await pay('facility')).at(-1)).toBe(6023)
  expect((await setOwnRate(tim, null, 10_000)).status).toBe(200)
  expect((await count()).rows[1]).toMatchObject({ rate: 955, hasOwnRate: false })
})

test('of two people who change a rate at the same time one is refused, and nothing entered is overwritten', async () => {
  const both = await Promise.all([setGeneralRate(900), setGeneralRate(950)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { usualRate } = await count()
  const again = await Promise.all([setGeneralRate(1000, usualRate), setGeneralRate(null, usualRate)])
  expect(again.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await setOwnRate(people.tim, 5, 7)).toMatchObject({ status: 409, code: 'changed-meanwhile' })
  for (const rate of [-1, 100_001, 9.5])
    expect(await setGeneralRate(rate)).toMatchObject({
      status: 400,
      message: 'Enter a rate from $0 to $10 a line, in steps of $0.0001.',
    })
  const { rows } = await server.owner.query(
    "select detail from audit_events where clinic_id = $1 and event = 'pay-rate.set' order by at",
    [clinic.clinicId],
  )
  expect(rows[0].detail).toEqual({ from: null, to: usualRate })
})

test('an admin counts linked facilities only and sets no rate; other people cannot count, or reach another clinic', async () => {
  await typed({ lines: 1 })
  await typed({ lines: 2, facilityId: annex })
  const { admin, tova } = people
  expect((await count('facility', {}, admin)).rows).toMatchObject([{ id: clinic.facilityId, lines: 1 }])
  const query = { ...october, facilityIds: [annex] }
  expect((await admin.call(calls.countLines, { query })).status).toBe(404)
  expect((await setGeneralRate(1, null, admin)).status).toBe(403)
  expect((await setOwnRate(tova, 1, null, admin)).status).toBe(403)
  for (const userType of ['doctor', 'transcriptionist', 'reviewer', 'biller'] as const) {
    const who = await signedIn(server, clinic.clinicId, { userType, facilityIds: [clinic.facilityId] })
    expect((await who.call(calls.countLines, { query: october })).status).toBe(403)
    expect((await who.call(calls.exportLines, { query: october })).status).toBe(403)
    expect((await setOwnRate(tova, 1, null, who)).status).toBe(403)
  }
  const other = await aClinic(server, 'Other Clinic')
  const stranger = await signedIn(server, other.clinicId, { userType: 'clinicAdmin' })
  expect((await count('typist', {}, stranger)).rows).toEqual([])
  expect((await stranger.call(calls.countLines, { query })).status).toBe(404)
  expect((await setOwnRate(tova, 2, 1, stranger)).status).toBe(404)
})

test('days in the wrong order, or over more than a year, are refused with a readable message', async () => {
  const ask = (from: string, to: string) => people.manager.call(calls.countLines, { query: { ...october, from, to } })
  expect(await ask('2026-10-02', '2026-10-01')).toMatchObject({ status: 422, code: 'line-days-reversed' })
  expect(await ask('2025-10-01', '2026-10-02')).toMatchObject({ status: 422, message: 'Choose at most a year.' })
  expect((await ask('2028-01-01', '2028-12-31')).status).toBe(200)
})

test('the CSV file has the rows of the page, and no cell that a spreadsheet would calculate', async () => {
  await server.owner.query("update users set first_name = '=1+1', last_name = 'Doe' where id = $1", [
    people.tim.user.id,
  ])
  await setGeneralRate(955)
  await typed({ by: people.tim, lines: 1234.5, seconds: 90 })
  await typed({ by: people.doctor, lines: 2, seconds: 30 })
  const file = async (by: LineGroup) => {
    const answer = await people.manager.raw(`/api/clinic/line-counts/csv?from=2026-10-01&to=2026-10-31&by=${by}`, {
      method: 'POST',
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    return (await answer.text()).split('\r\n')
  }
  expect(await file('typist')).toEqual([
    'Transcriptionist,User Type,Dictations,Lines,Minutes,Rate per line (USD),Pay (USD)',
    "'=1+1 Doe,Transcriptionist,1,1234.50,1.50,0.0955,117.89",
    'Ada Doe,Doctor,1,2.00,0.50,,',
    '',
  ])
  expect((await file('facility'))[0]).toBe('Facility,Dictations,Lines,Minutes,Pay (USD)')
})
