import { billerCalls, type Unbilled } from '@dictara/contract/biller-review'
import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { peopleCalls } from '@dictara/contract/people'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Actor } from '../../platform/actor.ts'
import { strikeOut } from '../jobs/index.ts'
import { aClinic, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { aLiveTab } from '../../testing/live-tab.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { inBatches } from '../../testing/in-batches.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let otherDoctor: TestClient
let biller: TestClient
let secondBiller: TestClient
let clinicAdmin: TestClient

const linkTo = (author: TestClient, to: TestClient) =>
  server.owner.query('update users set biller_id = $1 where id = $2', [to.user.id, author.user.id])

/** Changes the biller as the clinic’s administrator does in the doctor’s form. */
const relink = (to: TestClient | null) =>
  clinicAdmin.call(peopleCalls.editDoctor, {
    body: {
      id: doctor.user.id,
      firstName: 'Pat',
      lastName: 'Okafor',
      email: doctor.user.email,
      npi: '1234567893',
      phoneNumber: { countryCode: '+1', number: '5550100' },
      facilityIds: [clinic.facilityId],
      biller: to?.user.id ?? null,
    } as never,
  })

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { ...here, lastName: 'Okafor' })
  otherDoctor = await signedIn(server, clinic.clinicId, here)
  biller = await signedIn(server, clinic.clinicId, { ...here, userType: 'biller' })
  secondBiller = await signedIn(server, clinic.clinicId, { ...here, userType: 'biller' })
  clinicAdmin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  await linkTo(doctor, biller)
})
afterAll(() => server.close())

const completed = (more: object = {}) =>
  aJob(server, clinic, { authorId: doctor.user.id, status: 'COMPLETED', ...more })
const list = async (query: object = {}, who = biller) => (await who.call(billerCalls.listBillerJobs, { query })).result
const open = (jobId: string, who = biller) => who.ask(`POST /clinic/biller/job/assign?jobId=${jobId}`)
const bill = (id: string, who = biller) => who.ask(`PUT /clinic/job/${id}/bill?sessionId=${who.user.sessionId}`)

test('a biller sees the completed jobs of linked doctors, and can sort and search them [BILR-07, BILR-08]', async () => {
  const late = await completed({ submittedAt: '2026-11-20T12:00:00Z' })
  const early = await completed({ submittedAt: '2026-11-20T11:00:00Z' })
  await completed({ status: 'BILLED' })
  await completed({ status: 'IN_PROGRESS' })
  await completed({ authorId: otherDoctor.user.id })
  expect((await list()).map(({ jobId }) => jobId)).toEqual([late, early])
  expect((await list({ sortOrder: 'ascend' })).map(({ jobId }) => jobId)).toEqual([early, late])
  expect(await list({ sortKey: 'effectiveDate' })).toHaveLength(2)
  await server.owner.query("update jobs set date_of_encounter = '2026-11-19' where id = $1", [late])
  const address = 'GET /clinic/biller/jobs/list?name=okafor+ada&page=0&size=1&sortOrder=descend&sortKey=submissionTime'
  const answer = await biller.ask(address)
  expect(answer).toMatchObject({ status: 200, success: true, size: 2 })
  expect(answer.result).toHaveLength(1)
  expect(answer.result[0]).toMatchObject({
    jobId: late,
    jobNumber: expect.stringMatching(/^\d{6}$/),
    author: 'Pat Okafor',
    facility: { facilityName: 'Hill Clinic Main' },
    patientName: 'Ada Byron',
    medicalRecordNumber: expect.stringContaining('MRN'),
    gender: 'Female',
    dob: '1961-02-03',
    submissionTime: '2026-11-20T12:00:00.000Z',
    effectiveDate: '2026-11-19',
  })
  expect(await list({ name: '%' })).toEqual([])
  expect(await list({}, secondBiller)).toEqual([])
})

test('View assigns the job to the biller, and again for the same biller without effect [BILR-06, BILR-09]', async () => {
  const jobId = await completed()
  expect((await open(jobId)).result).toEqual([{ sessionId: biller.user.sessionId }])
  expect((await open(jobId)).status).toBe(200)
  const { rows } = await server.owner.query(
    "select count(*)::int as rows from audit_events where job_id = $1 and event = 'job.assignBiller'",
    [jobId],
  )
  expect(rows).toEqual([{ rows: 1 }])
  expect((await open(jobId, secondBiller)).status).toBe(404)
})

test('a doctor who moves to another biller takes along the jobs that the former one opened but did not bill [Q137]', async () => {
  const [opened, untouched, billed] = [await completed(), await completed(), await completed()]
  await open(opened)
  await open(billed)
  await bill(billed)
  const tabs = [await aLiveTab(server.url, biller), await aLiveTab(server.url, secondBiller)]
  expect((await relink(secondBiller)).status).toBe(200)
  for (const { frames } of tabs) await vi.waitUntil(() => frames.some(({ type }) => type === 'lists'))
  for (const tab of tabs) tab.close()

  expect((await open(opened)).status).toBe(404)
  expect((await bill(opened)).status).toBe(404)
  const found = (await list({}, secondBiller)).map(({ jobId, heldBy }) => ({ jobId, heldBy }))
  expect(found).toEqual(expect.arrayContaining([opened, untouched].map((jobId) => ({ jobId, heldBy: null }))))
  expect((await open(opened, secondBiller)).status).toBe(200)
  expect((await bill(opened, secondBiller)).status).toBe(200)
  const stints = await server.owner.query(
    "select user_id, action from job_stints where job_id = $1 and stage = 'BILLING' order by started_at",
    [opened],
  )
  expect(stints.rows).toEqual([
    { user_id: biller.user.id, action: 'Released' },
    { user_id: secondBiller.user.id, action: 'Billed' },
  ])
  const audited = await server.owner.query(
    "select job_id, user_id from audit_events where event = 'job.releaseBiller' and job_id = any($1)",
    [[opened, untouched, billed]],
  )
  expect(audited.rows).toEqual([{ job_id: opened, user_id: clinicAdmin.user.id }])
  await relink(biller)
})

test('a doctor linked to no biller leaves no job assigned to the former one [Q137]', async () => {
  const jobId = await completed()
  await open(jobId)
  await relink(null)
  const { rows } = await server.owner.query('select biller_id, status from jobs where id = $1', [jobId])
  expect(rows).toEqual([{ biller_id: null, status: 'COMPLETED' }])
  expect((await open(jobId)).status).toBe(404)
  await relink(biller)
})

test('a biller who opens a job while its doctor moves to another biller does not keep it [Q137]', async () => {
  for (let round = 0; round < 5; round += 1) {
    const jobs = [await completed(), await completed(), await completed()]
    await Promise.all([...jobs.map((jobId) => open(jobId)), relink(secondBiller)])
    const { rows } = await server.owner.query('select biller_id from jobs where id = any($1)', [jobs])
    expect(rows.map((job) => job.biller_id)).toEqual([null, null, null])
    await relink(biller)
  }
})

test('a biller gets a live update when a job is struck out, and it leaves their list', async () => {
  const jobId = await completed()
  await open(jobId)
  const tabs = [await aLiveTab(server.url, biller), await aLiveTab(server.url, secondBiller)]
  await server.doors.asSystem(
    'task test',
    (work) => strikeOut({ ...work, actor: { userId: doctor.user.id } as Actor }, jobId),
    clinic.clinicId,
  )
  const hasArrived = tabs.map(
    ({ frames }) =>
      () =>
        frames.some((frame) => frame.type === 'job' && frame.jobId === jobId),
  )
  await vi.waitUntil(hasArrived[0]!)
  expect(hasArrived[1]!()).toBe(false)
  for (const tab of tabs) tab.close()
  expect((await list()).map((job) => job.jobId)).not.toContain(jobId)
  const { rows } = await server.owner.query('select action from job_stints where job_id = $1', [jobId])
  expect(rows).toEqual([{ action: 'Struck Out' }])
})

test('of fifty requests to mark a job as billed, eight at a time, one succeeds, and the job leaves the list [BILR-01, BILR-15, BILR-16]', async () => {
  const jobId = await completed()
  expect(await bill(jobId)).toMatchObject({ status: 409, code: 'job-not-held' })
  await open(jobId)
  const answers = await inBatches(50, () => bill(jobId))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 'job-already-billed')).toHaveLength(49)
  expect((await list()).map((job) => job.jobId)).not.toContain(jobId)
})

test('a biller can read the note of a completed job but cannot change it', async () => {
  const jobId = await completed()
  await aNote(server, clinic, jobId, [['PLAN', 'Rest.']])
  await open(jobId)
  const [note] = (await biller.call(noteCalls.getSections, { params: { id: jobId } })).result
  expect(note!.sections).toHaveLength(1)
  const [job] = (await biller.call(jobCalls.getJob, { params: { id: jobId } })).result
  expect(job!.allowedActions).toEqual(['view', 'bill'])
  const saved = await biller.call(noteCalls.saveSections, { params: { id: jobId }, body: { sections: [] } })
  expect(saved.status).toBe(403)
})

test('a biller sees the waiting jobs by age and author, and can filter the list by both', async () => {
  const own = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], userType: 'biller' })
  const [ada, eve] = [
    await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], firstName: 'Ada', lastName: 'King' }),
    await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], firstName: 'Eve', lastName: 'Moss' }),
  ]
  for (const author of [ada, eve]) await linkTo(author, own)
  const since = async (author: TestClient, days: number | null, status = 'COMPLETED') => {
    const id = await completed({ authorId: author.user.id, status })
    const completedAt = days === null ? null : new Date(Date.now() - days * 86_400_000).toISOString()
    await server.owner.query('update jobs set completed_at = $2 where id = $1', [id, completedAt])
    return id
  }
  const young = await since(ada, 2.5)
  const middle = [await since(ada, 3.5), await since(eve, 7.5)]
  const old = [await since(ada, 8.5), await since(ada, null)]
  await since(ada, 1, 'BILLED')
  const [unbilled] = (await own.ask<Unbilled>('GET /clinic/biller/jobs/unbilled')).result
  expect(unbilled!.ages).toEqual([
    { age: 'TO_2_DAYS', jobs: 1 },
    { age: 'TO_7_DAYS', jobs: 2 },
    { age: 'OLDER', jobs: 2 },
  ])
  expect(unbilled!.authors).toEqual([
    { doctorId: ada.user.id, doctorName: 'Ada King', jobs: 4 },
    { doctorId: eve.user.id, doctorName: 'Eve Moss', jobs: 1 },
  ])
  const ids = async (query: object) => (await list(query, own)).map(({ jobId }) => jobId).toSorted()
  expect(await ids({ age: ['TO_2_DAYS'] })).toEqual([young])
  expect(await ids({ age: ['TO_7_DAYS'] })).toEqual(middle.toSorted())
  expect(await ids({ age: ['TO_2_DAYS', 'OLDER'] })).toEqual([young, ...old].toSorted())
  expect(await ids({ age: ['TO_7_DAYS'], doctorIds: [eve.user.id] })).toEqual([middle[1]])
  expect((await secondBiller.ask<Unbilled>('GET /clinic/biller/jobs/unbilled')).result[0]!.authors).not.toContainEqual(
    expect.objectContaining({ doctorId: ada.user.id }),
  )
  expect(await list({ doctorIds: [ada.user.id] }, secondBiller)).toEqual([])
  expect((await ada.ask('GET /clinic/biller/jobs/unbilled')).status).toBe(403)
})
