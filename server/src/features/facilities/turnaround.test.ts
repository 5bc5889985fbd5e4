import { jobCalls } from '@dictara/contract/jobs'
import { turnaroundCalls as calls, usualMinutes } from '@dictara/contract/turnaround'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let annex: string
let clinicAdmin: TestClient
let admin: TestClient
let doctor: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  annex = await aFacility(server, clinic.clinicId)
  const here = { facilityIds: [clinic.facilityId] }
  clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  doctor = await signedIn(server, clinic.clinicId, here)
})
afterAll(() => server.close())

const none = { routineMinutes: null, statMinutes: null }
const targetsOf = async (who: TestClient, facilityId = clinic.facilityId) =>
  (await who.call(calls.listTargets, {})).result.find((one) => one.facilityId === facilityId)!
const set = (who: TestClient, body: object, facilityId = clinic.facilityId) =>
  who.ask<Awaited<ReturnType<typeof targetsOf>>>(`PUT /clinic/facility/${facilityId}/turnaround`, body)
const jobDue = async (more: { workType?: string; priority?: string } = {}) => {
  const id = await aJob(server, clinic, {
    authorId: doctor.user.id,
    holderId: doctor.user.id,
    workType: more.workType ?? null,
  })
  if (more.priority) await server.owner.query('update jobs set priority = $2 where id = $1', [id, more.priority])
  return { id, minutes: await minutesDue(id) }
}
async function minutesDue(id: string) {
  const { dueAt, submissionTime } = (await doctor.call(jobCalls.getJob, { params: { id } })).result[0]!
  return (Date.parse(dueAt) - Date.parse(submissionTime)) / 60_000
}
const eventsOf = async (event: string) =>
  (
    await server.owner.query<{ user_id: string; facility_id: string | null; detail: unknown }>(
      'select user_id, facility_id, detail from audit_events where event = $1 and clinic_id = $2 order by id',
      [event, clinic.clinicId],
    )
  ).rows

test('without own settings the usual targets apply, and each work type of the facility can be set [Q200]', async () => {
  expect(await targetsOf(admin)).toEqual({
    facilityId: clinic.facilityId,
    facilityName: 'Hill Clinic Main',
    ...none,
    workTypes: ['Progress Note', 'Consultation'].map((workType) => ({ workType, ...none })),
    version: 0,
  })
  expect((await jobDue()).minutes).toBe(usualMinutes.ROUTINE)
  expect((await jobDue({ priority: 'STAT' })).minutes).toBe(usualMinutes.STAT)
})

test('a new target applies to jobs submitted from then on, and to earlier jobs when their work type changes [Q200]', async () => {
  const { version } = await targetsOf(admin)
  const there = await jobDue()
  const workTypes = [{ workType: 'Consultation', routineMinutes: 90, statMinutes: null }]
  const answer = await set(admin, { routineMinutes: 600, statMinutes: 30, workTypes, version })
  expect(answer).toMatchObject({
    status: 200,
    result: [{ routineMinutes: 600, statMinutes: 30, version: version + 1 }],
  })
  expect(await targetsOf(clinicAdmin)).toEqual(answer.result[0])
  expect(answer.result[0]!.workTypes).toEqual([{ workType: 'Progress Note', ...none }, workTypes[0]])
  expect(await minutesDue(there.id)).toBe(usualMinutes.ROUTINE)
  expect((await jobDue()).minutes).toBe(600)
  expect((await jobDue({ workType: 'Consultation' })).minutes).toBe(90)
  expect((await jobDue({ workType: 'Consultation', priority: 'STAT' })).minutes).toBe(30)
  await doctor.call(jobCalls.setWorkType, { params: { id: there.id }, query: { workType: 'Consultation' } })
  expect(await minutesDue(there.id)).toBe(90)
  // After the targets are removed, the defaults apply again.
  await set(clinicAdmin, { ...none, workTypes: [], version: version + 1 })
  expect((await jobDue({ workType: 'Consultation' })).minutes).toBe(usualMinutes.ROUTINE)
  expect(await eventsOf('facility.turnaround-set')).toEqual([
    {
      user_id: admin.user.id,
      facility_id: clinic.facilityId,
      detail: { routineMinutes: 600, statMinutes: 30, workTypes: 1 },
    },
    { user_id: clinicAdmin.user.id, facility_id: clinic.facilityId, detail: { ...none, workTypes: 0 } },
  ])
})

test('of simultaneous changes of targets one succeeds, and the others are refused [Q200]', async () => {
  const { version } = await targetsOf(admin, clinic.facilityId)
  const answers = await Promise.all(
    [60, 70, 80, 90].map((routineMinutes) =>
      set(routineMinutes > 70 ? admin : clinicAdmin, { ...none, routineMinutes, workTypes: [], version }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
  const taken = answers.find(({ status }) => status === 200)!.result[0]!
  expect(await targetsOf(admin)).toEqual(taken)
  expect(answers.find(({ status }) => status === 409)!.message).toContain('Someone else has changed this')
})

test('an admin reads and sets the targets of linked facilities and a clinicAdmin of all; other people have no access [Q200]', async () => {
  const names = async (who: TestClient) =>
    (await who.call(calls.listTargets, {})).result.map(({ facilityName }) => facilityName)
  expect(await names(admin)).toEqual(['Hill Clinic Main'])
  expect(await names(clinicAdmin)).toEqual(['Annex', 'Hill Clinic Main'])
  expect((await set(admin, { ...none, workTypes: [], version: 0 }, annex)).status).toBe(404)
  expect((await set(clinicAdmin, { ...none, statMinutes: 45, workTypes: [], version: 0 }, annex)).status).toBe(200)
  expect(await targetsOf(clinicAdmin, annex)).toMatchObject({ statMinutes: 45, routineMinutes: null })
  expect((await set(doctor, { ...none, workTypes: [], version: 0 })).status).toBe(403)
  const elsewhere = await aClinic(server, 'Valley Clinic')
  expect((await set(clinicAdmin, { ...none, workTypes: [], version: 0 }, elsewhere.facilityId)).status).toBe(404)
})

const aWorkType = { workType: 'Consultation', ...none }
test.each([
  ['a target of zero minutes', { routineMinutes: 0 }, 'Set a target between 1 minute and 30 days.'],
  ['a target with half a minute', { statMinutes: 1.5 }, 'Set a target between 1 minute and 30 days.'],
  ['a target over 30 days', { routineMinutes: 43_201 }, 'Set a target between 1 minute and 30 days.'],
  ['a target that is not a number', { routineMinutes: 'soon' }, 'Set a target between 1 minute and 30 days.'],
  ['a duplicate work type', { workTypes: [aWorkType, aWorkType] }, 'A work type is listed twice.'],
  ['a work type without a name', { workTypes: [{ ...aWorkType, workType: '' }] }, 'This can’t be empty.'],
])('%s is refused with a readable message, and nothing is stored [Q200]', async (_what, wrong, message) => {
  const before = await targetsOf(admin)
  const answer = await set(admin, { ...none, workTypes: [], version: before.version, ...wrong })
  expect(answer.status).toBe(400)
  expect(JSON.stringify(answer)).toContain(message)
  expect(await targetsOf(admin)).toEqual(before)
})

test('a work type unknown to the facility is refused, and a former one remains visible and can be removed [Q200]', async () => {
  const { version } = await targetsOf(admin)
  const row = { workType: 'Letter', routineMinutes: 60, statMinutes: null }
  const refused = await set(admin, { ...none, workTypes: [row], version })
  expect(refused).toMatchObject({ status: 422, code: 'work-type-unknown' })
  await server.owner.query("insert into turnaround_targets values ($1, $2, 'Letter', 'ROUTINE', 60)", [
    clinic.clinicId,
    clinic.facilityId,
  ])
  const after = await targetsOf(admin)
  // The refused change did not increase the version.
  expect(after.version).toBe(version)
  expect(after.workTypes.at(-1)).toEqual(row)
  await set(admin, { ...none, workTypes: [row], version })
  await set(admin, { ...none, workTypes: [], version: version + 1 })
  expect((await targetsOf(admin)).workTypes.map(({ workType }) => workType)).toEqual(['Progress Note', 'Consultation'])
})

test('only a clinicAdmin can set the length of a line, which applies to jobs completed from then on [Q205]', async () => {
  const path = '/clinic/line-length'
  const line = (await clinicAdmin.ask(`GET ${path}`)).result[0]
  expect(line).toEqual({ lineCharacters: 65, version: 0 })
  const completed = async () => {
    const id = await aJob(server, clinic, {
      authorId: doctor.user.id,
      holderId: doctor.user.id,
      workType: 'Consultation',
    })
    await aNote(server, clinic, id, [['PLAN', 'a'.repeat(126)]])
    const answer = await doctor.call(jobCalls.completeOwn, { query: { jobId: id }, body: null })
    expect(answer.status, answer.message).toBe(200)
    return id
  }
  const linesOf = async (id: string) =>
    (await server.owner.query('select lines from job_stints where job_id = $1 and lines is not null', [id])).rows
  const before = await completed()
  expect(await linesOf(before)).toEqual([{ lines: 2 }])
  const answers = await Promise.all(
    [130, 131].map((lineCharacters) => clinicAdmin.ask(`PUT ${path}`, { lineCharacters, version: 0 })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await clinicAdmin.ask(`PUT ${path}`, { lineCharacters: 40, version: 1 })
  expect(await linesOf(await completed())).toEqual([{ lines: 3.25 }])
  expect(await linesOf(before)).toEqual([{ lines: 2 }])
  for (const lineCharacters of [39, 133, 65.5, null]) {
    const refused = await clinicAdmin.ask(`PUT ${path}`, { lineCharacters, version: 2 })
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused)).toContain('Set a line length between 40 and 132 characters.')
  }
  expect((await admin.ask(`PUT ${path}`, { lineCharacters: 70, version: 2 })).status).toBe(403)
  expect((await clinicAdmin.ask(`GET ${path}`)).result[0]).toEqual({ lineCharacters: 40, version: 2 })
  expect((await eventsOf('clinic.line-length-set')).at(-1)).toMatchObject({
    user_id: clinicAdmin.user.id,
    detail: { to: 40 },
  })
})
