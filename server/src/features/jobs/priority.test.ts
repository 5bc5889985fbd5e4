import { dictationCalls } from '@dictara/contract/dictations'
import { jobListCalls } from '@dictara/contract/job-lists'
import { type JobRow, type JobStatus, jobCalls as calls } from '@dictara/contract/jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aJob, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { dictated, type Dictating, hashOf, submitStored } from '../../testing/dictating.ts'
import { wavHead } from '../../testing/sounds.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const minuteMs = 60_000
const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
const sound = Buffer.concat([wavHead(1_600), Buffer.alloc(3_200)])
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let typist: TestClient
let reviewer: TestClient
let colleague: TestClient
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer({ clock })
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { ...here, userPrivilege: 'NONE' })
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist', firstName: 'Tova' })
  reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer', firstName: 'Rene' })
  colleague = await signedIn(server, clinic.clinicId, here)
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'admin' })
  await server.owner.query("update users set reviewer_flow = 'LEVEL_2', any_reviewer_level_1 = true where id = $1", [
    doctor.user.id,
  ])
})
afterAll(() => server.close())

const forJob = (id: string) => ({ params: { id } })
const jobOf = async (who: TestClient, id: string) => (await who.call(calls.getJob, forJob(id))).result[0]!
const rowOf = async (who: TestClient, id: string, status: string): Promise<JobRow | undefined> => {
  const call = who.user.userType === 'reviewer' ? jobListCalls.listJobsToReview : jobListCalls.listMyJobs
  const { result } = await who.call(call, { query: { status, size: 100 } as never })
  return result.find(({ jobId }) => jobId === id)
}
const minutesDue = ({ dueAt, submissionTime }: JobRow) => (Date.parse(dueAt) - Date.parse(submissionTime)) / minuteMs
async function done(answer: Promise<{ status: number; message: string }>) {
  const { status, message } = await answer
  expect(status, message).toBe(200)
}

test('a dictation is ROUTINE and due in a day by default; with the switch it is STAT and due in two hours [Q200]', async () => {
  const at: Dictating = { server, clinic, doctor }
  const routine = await jobOf(doctor, await dictated(at, [sound]))
  expect(routine).toMatchObject({ priority: 'ROUTINE' })
  expect(minutesDue(routine)).toBe(24 * 60)

  const { facilityId, patientId } = clinic
  const body = { dictationId: newId(), facilityId, patientId, mimeType: 'audio/wav', version: 1 }
  await done(doctor.call(dictationCalls.beginDictation, { body }))
  await done(doctor.call(dictationCalls.beginDictation, { body: { ...body, version: 2, priority: 'STAT' } }))
  await doctor.raw(`/api/clinic/dictation/${body.dictationId}/take/0/chunk/0`, {
    method: 'PUT',
    headers: { 'x-chunk-sha256': hashOf(sound), 'content-type': 'application/octet-stream' },
    body: new Uint8Array(sound),
  })
  const { result } = await submitStored({ doctor }, body.dictationId, [sound])
  const stat = await jobOf(doctor, result[0]!.jobId)
  expect(stat).toMatchObject({ priority: 'STAT' })
  expect(minutesDue(stat)).toBe(2 * 60)
})

test('another application can set the priority in its single call [Q200]', async () => {
  const form = new FormData()
  form.set('audio', new Blob([new Uint8Array(sound)], { type: 'audio/wav' }), 'a.wav')
  for (const [name, value] of Object.entries({ ...clinic, clinicId: undefined, priority: 'STAT' }))
    if (value) form.set(name, value)
  const answer = await doctor.raw('/api/clinic/job', { method: 'POST', body: form })
  const { result, message } = (await answer.json()) as { result: { jobId: string }[]; message: string }
  expect(answer.status, message).toBe(200)
  expect(await jobOf(doctor, result[0]!.jobId)).toMatchObject({ priority: 'STAT' })
})

test('the due time follows the facility’s own target, with the work type’s target first, and changes with the work type [Q200]', async () => {
  const facilityId = await aFacility(server, clinic.clinicId)
  await server.owner.query(
    `insert into turnaround_targets (clinic_id, facility_id, work_type, priority, minutes)
     values ($1, $2, '', 'ROUTINE', 600), ($1, $2, 'Consultation', 'ROUTINE', 90)`,
    [clinic.clinicId, facilityId],
  )
  await server.owner.query('insert into facility_users values ($1, $2, $3)', [
    clinic.clinicId,
    facilityId,
    doctor.user.id,
  ])
  const held = { authorId: doctor.user.id, holderId: doctor.user.id, facilityId }
  const id = await aJob(server, clinic, { ...held, workType: 'Progress Note' })
  expect(minutesDue(await jobOf(doctor, id))).toBe(600)
  const elsewhere = await aJob(server, clinic, { authorId: doctor.user.id, holderId: doctor.user.id })
  expect(minutesDue(await jobOf(doctor, elsewhere))).toBe(24 * 60)
  await done(doctor.call(calls.setWorkType, { ...forJob(id), query: { workType: 'Consultation' } }))
  expect(minutesDue(await jobOf(doctor, id))).toBe(90)
})

test('a row shows the people of its stages and the time since which it waits there [Q200]', async () => {
  const id = await aJob(server, clinic, { authorId: doctor.user.id, status: 'AVAILABLE', workType: 'Progress Note' })
  const submitted = '2026-11-20T08:00:00.000Z'
  expect(await rowOf(doctor, id, 'AVAILABLE')).toMatchObject({
    workType: 'Progress Note',
    waitingSince: submitted,
    levels: null,
    transcribedBy: null,
    reviewedBy: [],
    gender: 'Female',
    dob: '1961-02-03',
    medicalRecordNumber: expect.stringContaining('MRN'),
  })
  const person = ({ user }: TestClient) => ({ id: user.id, fullName: user.fullName })
  const passes = () => {
    clock.advance(2 * minuteMs)
    return clock.now().toISOString()
  }
  const started = passes()
  await done(typist.call(calls.startTranscription, forJob(id)))
  expect(await rowOf(doctor, id, 'INPROGRESS')).toMatchObject({ waitingSince: started })
  const completed = passes()
  await done(typist.call(calls.completeTranscription, { ...forJob(id), body: null }))
  expect(await rowOf(reviewer, id, 'READY')).toMatchObject({
    waitingSince: completed,
    levels: 2,
    transcribedBy: person(typist),
    reviewedBy: [],
    dob: '1961-02-03',
  })
  await done(reviewer.call(calls.startReview, forJob(id)))
  await done(reviewer.call(calls.approve, { ...forJob(id), body: null }))
  expect(await rowOf(doctor, id, 'INREVIEW')).toMatchObject({
    reviewedBy: [{ ...person(reviewer), level: 'LEVEL_1' }],
  })
})

test('a transcriptionist sees a patient’s birth date, sex and MRN only after taking the job [Q200]', async () => {
  const id = await aJob(server, clinic, { authorId: doctor.user.id, status: 'AVAILABLE' })
  const hidden = { medicalRecordNumber: null, gender: null, dob: null }
  expect(await rowOf(typist, id, 'AVAILABLE')).toMatchObject({ patientName: 'Ada Byron', ...hidden })
  await done(typist.call(calls.startTranscription, forJob(id)))
  expect(await rowOf(typist, id, 'INPROGRESS')).toMatchObject({ gender: 'Female', dob: '1961-02-03' })
})

test('the author and admins can change the priority until the job is completed, and the audit shows it [Q200]', async () => {
  const id = await aJob(server, clinic, { authorId: doctor.user.id, status: 'READY', level: 'LEVEL_1' })
  const set = (who: TestClient, priority: 'ROUTINE' | 'STAT') =>
    who.call(calls.setPriority, { ...forJob(id), body: { priority } })
  const answer = await set(doctor, 'STAT')
  expect(answer).toMatchObject({ status: 200, result: [{ priority: 'STAT' }] })
  expect(minutesDue(answer.result[0]!)).toBe(2 * 60)
  await done(set(admin, 'ROUTINE'))
  // Setting the same priority again changes nothing and is not audited.
  await done(set(admin, 'ROUTINE'))
  expect((await set(reviewer, 'STAT')).status).toBe(403)
  expect((await set(colleague, 'STAT')).status).toBe(404)
  const { rows } = await server.owner.query(
    "select user_id, detail from audit_events where job_id = $1 and event = 'job.prioritySet' order by id",
    [id],
  )
  expect(rows).toEqual([
    { user_id: doctor.user.id, detail: { priority: 'STAT' } },
    { user_id: admin.user.id, detail: { priority: 'ROUTINE' } },
  ])
  for (const status of ['COMPLETED', 'BILLED', 'STRUCK_OUT'] as const) {
    await server.owner.query('update jobs set status = $2 where id = $1', [id, status])
    expect((await set(admin, 'STAT')).status).toBe(422)
  }
})

test('pools are sorted by STAT, due time and age, unless the person chooses a sort [Q200, Q186]', async () => {
  const at = await aClinic(server, 'Valley Clinic')
  const here = { facilityIds: [at.facilityId] }
  const author = await signedIn(server, at.clinicId, { ...here, userPrivilege: 'NONE' })
  const [ofPool, boss] = [
    await signedIn(server, at.clinicId, { ...here, userType: 'transcriptionist' }),
    await signedIn(server, at.clinicId, { userType: 'clinicAdmin' }),
  ]
  const job = (
    priority: string,
    submittedAt: string,
    workType: string | null = null,
    status: JobStatus = 'AVAILABLE',
  ) =>
    aJob(server, at, { authorId: author.user.id, status, submittedAt, workType }).then(async (id) => {
      await server.owner.query('update jobs set priority = $2 where id = $1', [id, priority])
      return id
    })
  await server.owner.query("insert into turnaround_targets values ($1, $2, 'Consultation', 'ROUTINE', 30)", [
    at.clinicId,
    at.facilityId,
  ])
  // Due in the same minute as `old`, but dictated a day later.
  const younger = await job('ROUTINE', '2026-11-19T07:30:00Z', 'Consultation')
  const old = await job('ROUTINE', '2026-11-18T08:00:00Z')
  const lateStat = await job('STAT', '2026-11-20T07:00:00Z')
  const quick = await job('ROUTINE', '2026-11-19T07:00:00Z', 'Consultation')
  const firstStat = await job('STAT', '2026-11-20T06:00:00Z')
  const ready = await job('ROUTINE', '2026-11-17T06:00:00Z', null, 'READY')
  const readyStat = await job('STAT', '2026-11-16T06:00:00Z', null, 'READY')
  const pool = async (who: TestClient, query: object = {}) =>
    (await who.call(jobListCalls.listMyJobs, { query: { status: 'AVAILABLE', ...query } as never })).result.map(
      ({ jobId }) => jobId,
    )
  const inOrder = [firstStat, lateStat, quick, old, younger]
  expect(await pool(ofPool)).toEqual(inOrder)
  expect(await pool(ofPool, { searchValue: 'Doe' })).toEqual(inOrder)
  expect(await pool(ofPool, { sortOrder: 'ascend' })).toEqual([old, quick, younger, firstStat, lateStat])
  expect(await pool(boss)).toEqual([readyStat, firstStat, lateStat, ready, quick, old, younger])
  const toReview = await boss.call(jobListCalls.listJobsToReview, { query: { status: 'READY' } })
  expect(toReview.result.map(({ jobId }) => jobId)).toEqual([readyStat, ready])
})
