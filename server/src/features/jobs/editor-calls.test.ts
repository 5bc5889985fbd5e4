import type { Job } from '@dictara/contract/jobs'
import type { Section } from '@dictara/contract/notes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aJob, aNote, signedIn, type TestClinic, type TestJob } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

/** Tests the editor’s calls by their literal addresses and fields, without the contract. */
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let reviewer: TestClient
let stranger: TestClient
let jobId: string

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { ...here, firstName: 'Dana', lastName: 'Okafor' })
  reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' })
  stranger = await signedIn(server, clinic.clinicId, { userType: 'reviewer' })
  await server.owner.query("update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true where id = $1", [
    doctor.user.id,
  ])
})
afterAll(() => server.close())
beforeEach(async () => {
  jobId = await aNotedJob({ holderId: doctor.user.id })
})

async function aNotedJob(facts: Partial<TestJob>): Promise<string> {
  const id = await aJob(server, clinic, { authorId: doctor.user.id, workType: 'Progress Note', ...facts })
  await aNote(server, clinic, id, [['HISTORY', 'As converted.']])
  return id
}
const jobNow = async () => (await doctor.ask<Job>(`GET /clinic/job/${jobId}`)).result[0]
const sectionNow = async () =>
  (await doctor.ask<{ sections: Section[] }>(`GET /clinic/job/${jobId}/sections`)).result[0]!.sections[0]!
const audioTime = async () =>
  (await doctor.ask<{ audioTime: number }>(`GET /clinic/job/${jobId}/sections`)).result[0]!.audioTime
const textNow = async () => (await sectionNow()).content[0]!.value

test('the print information of a job gives its author, facility and patient [EDIT-35, EDIT-63]', async () => {
  expect(await doctor.ask(`GET /clinic/job/info-to-print?jobId=${jobId}`)).toMatchObject({
    status: 200,
    success: true,
    result: [
      {
        author: 'Dana Okafor',
        facility: { facilityId: clinic.facilityId, facilityName: 'Hill Clinic Main' },
        patientId: clinic.patientId,
        patientAssignmentData: { patientTermType: expect.any(String) },
      },
    ],
  })
  expect((await doctor.ask('GET /clinic/job/info-to-print')).status).toBe(400)
  expect((await doctor.ask(`GET /clinic/job/info-to-print?jobId=${newId()}`)).status).toBe(404)
  expect((await stranger.ask(`GET /clinic/job/info-to-print?jobId=${jobId}`)).status).toBe(404)
})

test('anyone who may read a job can list its system headings [EDIT-67]', async () => {
  const { rows } = await server.owner.query('select name from system_headings')
  const answer = await doctor.ask<string>(`GET /clinic/job/${jobId}/section-headings`)
  expect(answer).toMatchObject({ status: 200, success: true })
  expect(rows.length).toBeGreaterThan(20)
  expect(answer.result.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
  expect((await stranger.ask(`GET /clinic/job/${jobId}/section-headings`)).status).toBe(404)
})

test('a reset drops the text written since the start; only the holder and admins may reset [EDIT-69]', async () => {
  const write = async () => {
    const section = await sectionNow()
    const content = [{ ...section.content[0], value: 'Written over.' }]
    const body = { sections: [{ ...section, content }] }
    await doctor.ask(`PUT /clinic/job/${jobId}/sections?session-id=${doctor.user.sessionId}`, body)
    expect(await textNow()).toBe('Written over.')
  }
  const reset = (who: TestClient) => who.ask(`POST /clinic/job/resetJob?job-id=${jobId}`)
  const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin', facilityIds: [clinic.facilityId] })
  await write()
  expect((await reset(stranger)).status).toBe(404)
  expect(await textNow()).toBe('Written over.')
  for (const who of [doctor, admin]) {
    expect(await reset(who)).toMatchObject({ status: 200, success: true, result: [{ jobId, status: 'IN_PROGRESS' }] })
    expect(await textNow()).toBe('As converted.')
    await write()
  }
  await doctor.ask(`POST /clinic/doctor/complete-job?jobId=${jobId}`)
  expect(await reset(doctor)).toMatchObject({ status: 409, message: 'This job has already been completed.' })
  expect(await textNow()).toBe('Written over.')
})

test('a job offers the work types of its facility, and one of them can be set [EDIT-72, EDIT-79]', async () => {
  const workTypes = await doctor.ask<Job>(`GET /clinic/job/${jobId}/work-types`)
  expect(workTypes.result).toEqual([{ workTypes: ['Progress Note', 'Consultation'], workType: 'Progress Note' }])
  const set = (workType: string, sessionId = doctor.user.sessionId) =>
    doctor.ask(`PUT /clinic/job/${jobId}/work-types?sessionId=${sessionId}&workType=${workType}&jobId=${jobId}`)
  expect(await set('Consultation')).toMatchObject({ status: 200, message: 'Work type updated' })
  expect((await doctor.ask<Job>(`GET /clinic/job/${jobId}/work-types`)).result[0]!.workType).toBe('Consultation')
  expect(await set('Poetry')).toMatchObject({ status: 422, success: false })
  expect((await set('Progress+Note', reviewer.user.sessionId)).status).toBe(404)
  expect(await jobNow()).toMatchObject({ workType: 'Consultation' })
})

test('the date of encounter is an ISO date that is not in the future, and a message confirms the change [EDIT-58, EDIT-73]', async () => {
  const set = (day: string) => doctor.ask(`PUT /clinic/job/${jobId}/appointment-date?encounterDate=${day}`)
  expect(await set('2026-01-05')).toMatchObject({ status: 200, message: 'Date of encounter updated' })
  expect(await jobNow()).toMatchObject({ dateOfEncounter: '2026-01-05' })
  for (const [day, status] of [
    ['01/06/2026', 400],
    ['2026-02-30', 400],
    ['2999-01-01', 422],
  ] as const)
    expect(await set(day)).toMatchObject({ status, success: false, message: expect.stringMatching(/\w/) })
  expect(await jobNow()).toMatchObject({ dateOfEncounter: '2026-01-05' })
})

test('a doctor completes a job by job id and session id [EDIT-77]', async () => {
  const complete = (session: string) =>
    doctor.ask(`POST /clinic/doctor/complete-job?jobId=${jobId}&sessionId=${session}`)
  expect((await complete(reviewer.user.sessionId)).status).toBe(404)
  expect(await jobNow()).toMatchObject({ status: 'IN_PROGRESS' })
  expect(await complete(doctor.user.sessionId)).toMatchObject({
    status: 200,
    message: 'Job completed',
    result: [{ jobId, status: 'READY', level: 'LEVEL_1' }],
  })
  expect((await complete(doctor.user.sessionId)).status).toBe(409)
})

test('a reviewer approves a job by job id and session id [EDIT-75]', async () => {
  jobId = await aNotedJob({ status: 'IN_REVIEW', level: 'LEVEL_1', holderId: reviewer.user.id })
  const approve = (session: string) => reviewer.ask(`PUT /clinic/reviewer/job/${jobId}/complete?session-id=${session}`)
  expect((await approve(doctor.user.sessionId)).status).toBe(404)
  expect(await jobNow()).toMatchObject({ status: 'IN_REVIEW' })
  expect(await approve(reviewer.user.sessionId)).toMatchObject({
    status: 200,
    message: 'Job approved',
    result: [{ jobId, status: 'WRITING' }],
  })
})

test('a reviewer’s assign, complete and reject calls take job and session ids and answer the new state [EDIT-74, EDIT-76, EDIT-81]', async () => {
  const ready = () => aNotedJob({ status: 'READY', level: 'LEVEL_1' })
  const verb = (name: string, session = reviewer.user.sessionId, body?: object) =>
    reviewer.ask(`PUT /clinic/reviewer/job/${jobId}/${name}?session-id=${session}`, body)
  const comment = { comment: 'Please check the side.' }

  jobId = await ready()
  expect((await verb('assign', doctor.user.sessionId)).status).toBe(404)
  expect((await verb('assign')).result[0]).toMatchObject({ status: 'IN_REVIEW', heldBy: { id: reviewer.user.id } })
  expect((await verb('reject', doctor.user.sessionId, comment)).status).toBe(404)
  expect((await verb('reject', reviewer.user.sessionId, comment)).status).toBe(200)
  const returned = { status: 'IN_PROGRESS', returned: true, heldBy: { id: doctor.user.id }, comments: [comment] }
  expect(await jobNow()).toMatchObject(returned)

  jobId = await ready()
  await verb('assign')
  expect((await verb('complete', doctor.user.sessionId)).status).toBe(404)
  expect((await verb('complete')).result[0]).toMatchObject({ status: 'WRITING' })

  const known = jobId
  jobId = newId()
  for (const name of ['assign', 'complete']) expect((await verb(name)).status).toBe(404)
  expect((await verb('reject', reviewer.user.sessionId, comment)).status).toBe(404)
  jobId = known
})

test('a release takes job and session ids and drops the holder’s edits [EDIT-78, JOBS-56]', async () => {
  jobId = await aNotedJob({ status: 'READY', level: 'LEVEL_1' })
  await reviewer.ask(`PUT /clinic/reviewer/job/${jobId}/start`)
  const written = await sectionNow()
  const sections = [{ ...written, content: [{ ...written.content[0], value: 'Written over.' }] }]
  await reviewer.ask(`PUT /clinic/job/${jobId}/sections`, { sections })
  expect(await textNow()).toBe('Written over.')
  const release = (session: string) => reviewer.ask(`PUT /clinic/reviewer/job/${jobId}/release?session-id=${session}`)
  expect((await release(doctor.user.sessionId)).status).toBe(404)
  expect(await jobNow()).toMatchObject({ status: 'IN_REVIEW' })
  expect(await release(reviewer.user.sessionId)).toMatchObject({
    status: 200,
    message: 'Job released',
    result: [{ jobId, status: 'READY', level: 'LEVEL_1' }],
  })
  expect(await textNow()).toBe('As converted.')
})

test('a save answers the stored sections, the time, and the ids of new sections [EDIT-65, EDIT-66]', async () => {
  const before = Date.now()
  const first = await sectionNow()
  const added = { id: `new-${newId()}`, heading: first.heading, content: first.content }
  const body = { sections: [{ ...first, content: [{ ...first.content[0], value: 'Written.' }] }, added], audioTime: 3 }
  const address = `PUT /clinic/job/${jobId}/sections?session-id=${doctor.user.sessionId}`
  const { status, result } = await doctor.ask<{
    sections: Section[]
    lastUpdatedTime: string
    newSectionsId: { temporaryId: string; id: string }[]
  }>(address, { ...body, sectionIds: [first.id, added.id] })
  expect(status).toBe(200)
  const [{ sections, lastUpdatedTime, newSectionsId }] = result as [(typeof result)[0]]
  expect(newSectionsId).toEqual([{ temporaryId: added.id, id: sections[1]!.id }])
  expect(sections).toMatchObject([
    { id: first.id, version: 2, content: [{ value: 'Written.' }] },
    { id: expect.not.stringMatching(/^new-/), version: 1 },
  ])
  expect(Date.parse(lastUpdatedTime)).toBeGreaterThanOrEqual(before)
  expect(await audioTime()).toBe(3)
})

test('a section is deleted by its id, with a confirmation; the last section cannot be deleted [EDIT-68]', async () => {
  jobId = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id })
  const [history, plan] = await aNote(server, clinic, jobId, [
    ['HISTORY', 'As converted.'],
    ['PLAN', 'Rest.'],
  ])
  const remove = (section: string) => doctor.ask(`DELETE /clinic/job/${jobId}/sections/${section}`)
  expect(await remove(plan!)).toMatchObject({ status: 200, message: 'Section removed!' })
  expect((await remove(history!)).status).toBe(422)
  expect(await sectionNow()).toMatchObject({ id: history })
})

test('the playback position is stored and returned with the note [EDIT-71]', async () => {
  expect(await audioTime()).toBe(0)
  expect((await doctor.ask(`PUT /clinic/job/${jobId}/audio-time?audioTime=12.5`)).status).toBe(200)
  expect(await audioTime()).toBe(12.5)
})
