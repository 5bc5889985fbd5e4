import { jobCalls as calls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { notificationCalls } from '@dictara/contract/notifications'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aClinic,
  aJob,
  aNote,
  aPatient,
  signedIn,
  type TestClinic,
  type TestJob,
} from '../../testing/clinic.fixtures.ts'
import { editFirstSection as edit } from '../../testing/edit-note.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let poolDoctor: TestClient
let typist: TestClient
let secondTypist: TestClient
let reviewer: TestClient
let secondReviewer: TestClient
let admin: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, here)
  poolDoctor = await signedIn(server, clinic.clinicId, { ...here, userPrivilege: 'NONE' })
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  secondTypist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer', firstName: 'Rita' })
  secondReviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' })
  admin = await signedIn(server, clinic.clinicId, { ...here, userType: 'clinicAdmin' })
  await server.owner.query(
    `update users set reviewer_flow = 'LEVEL_2', any_reviewer_level_1 = true, any_reviewer_level_2 = true where id = $1`,
    [doctor.user.id],
  )
  await server.owner.query("update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true where id = $1", [
    poolDoctor.user.id,
  ])
})
afterAll(() => server.close())

async function job(facts: Partial<TestJob> = {}): Promise<string> {
  const jobId = await aJob(server, clinic, { authorId: doctor.user.id, workType: 'Progress Note', ...facts })
  await aNote(server, clinic, jobId, [['HISTORY', 'As converted.']])
  return jobId
}
const own = () => job({ holderId: doctor.user.id })
const params = (id: string) => ({ params: { id } })
const complete = (jobId: string, who = doctor, body: object | null = null) =>
  who.call(calls.completeOwn, { query: { jobId }, body })
const start = (id: string, who = reviewer) => who.call(calls.startReview, params(id))
const approve = (id: string, who = reviewer) => who.call(calls.approve, { ...params(id), body: null })
const jobNow = async (id: string) => (await admin.call(calls.getJob, params(id))).result[0]!
const text = async (jobId: string) =>
  (await admin.call(noteCalls.getSections, params(jobId))).result[0]!.sections[0]!.content[0]!.value
const notificationsOf = async (who: TestClient, jobId: string) =>
  (await who.call(notificationCalls.listNotifications, { params: { id: who.user.id }, query: { size: 100 } })).result
    .filter(({ targetId }) => targetId === jobId)
    .map(({ target }) => target)
const eightTimes = <T>(run: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, run))
const winners = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200).length

describe('the workflow of a dictation', () => {
  test('passes through two levels of review to the EHR [JOBS-01]', async () => {
    const id = await own()
    expect((await complete(id)).result[0]).toMatchObject({ status: 'READY', level: 'LEVEL_1', heldBy: null })
    expect((await start(id)).result[0]).toMatchObject({
      status: 'IN_REVIEW',
      reviewerInProgress: { fullName: 'Rita Doe' },
      editable: true,
    })
    expect((await approve(id)).result[0]).toMatchObject({ status: 'READY', level: 'LEVEL_2' })
    expect(await start(id)).toMatchObject({ status: 422, code: 'same-approver' })
    await start(id, secondReviewer)
    expect((await approve(id, secondReviewer)).result[0]).toMatchObject({ status: 'WRITING', heldBy: null })
  })

  test('that goes to the pool passes from the transcriptionist to one level of review [JOBS-54]', async () => {
    const id = await job({ authorId: poolDoctor.user.id, status: 'AVAILABLE' })
    const taken = await typist.call(calls.startTranscription, params(id))
    expect(taken.result[0]).toMatchObject({ status: 'IN_PROGRESS', heldBy: { id: typist.user.id } })
    const done = await typist.call(calls.completeTranscription, { ...params(id), body: null })
    expect(done.result[0]).toMatchObject({ status: 'READY', level: 'LEVEL_1', transcriberId: typist.user.id })
    expect(await notificationsOf(reviewer, id)).toEqual(['NEW_JOB_AVAILABLE'])
    expect(await notificationsOf(poolDoctor, id)).toEqual(['TRANSCRIPTIONIST_COMPLETED'])
    await start(id)
    expect((await approve(id)).result[0]).toMatchObject({ status: 'WRITING' })
  })

  test('lets a transcriptionist edit, and reviewers approve, reject or release at both levels [JOBS-02]', async () => {
    const pooled = await job({ authorId: poolDoctor.user.id, status: 'AVAILABLE' })
    await typist.call(calls.startTranscription, params(pooled))
    expect((await edit(typist, pooled, 'As the typist heard it.')).status).toBe(200)
    await typist.call(calls.completeTranscription, { ...params(pooled), body: null })
    expect(await text(pooled)).toBe('As the typist heard it.')
    for (const level of ['LEVEL_1', 'LEVEL_2'] as const) {
      const inReview = () => job({ status: 'IN_REVIEW', level, holderId: reviewer.user.id })
      expect((await approve(await inReview())).status).toBe(200)
      const released = await reviewer.call(calls.releaseReview, params(await inReview()))
      expect(released.result[0]).toMatchObject({ status: 'READY', level })
      const id = await inReview()
      await reviewer.call(calls.rejectReview, { ...params(id), body: { comment: 'Which side?' } })
      expect(await jobNow(id)).toMatchObject({ status: 'IN_PROGRESS', returned: true })
    }
  })

  test('without review sends the job to the EHR immediately', async () => {
    const alone = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    const id = await job({ authorId: alone.user.id, holderId: alone.user.id })
    expect((await complete(id, alone)).result[0]).toMatchObject({ status: 'WRITING' })
  })
})

describe('of eight simultaneous requests exactly one wins', () => {
  test('when they start a transcription, and the others see a message [JOBS-54]', async () => {
    const id = await job({ authorId: poolDoctor.user.id, status: 'AVAILABLE' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => (i % 2 ? typist : secondTypist).call(calls.startTranscription, params(id))),
    )
    expect(winners(answers)).toBe(1)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(answer).toMatchObject({ status: 409, message: 'This job has already been taken.' })
  })

  test('when they start a review, complete, or approve [QA-88]', async () => {
    const id = await own()
    const completed = await eightTimes(() => complete(id))
    expect(winners(completed)).toBe(1)
    expect(completed.find(({ status }) => status !== 200)).toMatchObject({ status: 409, code: 'job-already-completed' })
    const started = await Promise.all(Array.from({ length: 8 }, (_, i) => start(id, i % 2 ? reviewer : secondReviewer)))
    expect(winners(started)).toBe(1)
    const holder = (await jobNow(id)).heldBy!.id === reviewer.user.id ? reviewer : secondReviewer
    const approved = await eightTimes(() => approve(id, holder))
    expect(winners(approved)).toBe(1)
    expect(approved.find(({ status }) => status !== 200)).toMatchObject({ status: 409, code: 'job-already-approved' })
    const { rows } = await server.owner.query(
      "select count(*)::int as rows from audit_events where job_id = $1 and event = 'job.approveToNextLevel'",
      [id],
    )
    expect(rows).toEqual([{ rows: 1 }])
  })
})

describe('Complete', () => {
  test('requires a work type and a date that is not in the future [EDIT-53, EDIT-55]', async () => {
    const id = await job({ holderId: doctor.user.id, workType: null })
    expect(await complete(id)).toMatchObject({ status: 422, message: 'Please select a work type before continuing' })
    const set = await doctor.call(calls.setWorkType, { ...params(id), query: { workType: 'Consultation' } })
    expect(set.result[0]).toMatchObject({ workType: 'Consultation' })
    expect((await doctor.call(calls.setWorkType, { ...params(id), query: { workType: 'Poetry' } })).status).toBe(422)
    const late = await doctor.call(calls.setEncounterDate, { ...params(id), query: { encounterDate: '2999-01-01' } })
    expect(late).toMatchObject({ status: 422, code: 'encounter-date-in-future' })
    const today = await doctor.call(calls.setEncounterDate, { ...params(id), query: { encounterDate: '2026-01-05' } })
    expect(today).toMatchObject({ message: 'Date of encounter updated', result: [{ dateOfEncounter: '2026-01-05' }] })
    expect((await complete(id)).status).toBe(200)
  })

  test('is refused when the text differs from the one that the person saw', async () => {
    const id = await own()
    const [section] = (await doctor.call(noteCalls.getSections, params(id))).result[0]!.sections
    await edit(doctor, id, 'Changed in another tab.')
    expect(await complete(id, doctor, { versions: { [section!.id]: 1 } })).toMatchObject({
      status: 409,
      code: 'note-changed',
    })
    expect((await complete(id, doctor, { versions: { [section!.id]: 2 } })).status).toBe(200)
  })

  test('passes unanswered blanks to review, and the filed note has only confirmed ones [Q202]', async () => {
    const [one, other] = ['3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e11', '3f0c9c52-6d0e-4f0a-9b57-0d2f5a1c9e12']
    const blanks = `Aspirin <blank id="${one}" second="4.2" question="Dose?"/> mg, <blank id="${other}" second="9"/>.`
    const unanswered = {
      status: 422,
      code: 'blanks-unanswered',
      result: [
        { id: one, second: 4.2, question: 'Dose?', heading: 'HISTORY', before: 'Aspirin ' },
        { id: other, second: 9, after: '.' },
      ],
    }
    const id = await own()
    expect((await edit(doctor, id, blanks)).status).toBe(200)
    expect(await complete(id)).toMatchObject({ status: 200, result: [{ status: 'READY' }] })
    await start(id)
    expect((await approve(id)).status).toBe(200)
    await start(id, secondReviewer)
    const confirm = (...ids: string[]) => secondReviewer.call(calls.approve, { ...params(id), body: { blanks: ids } })
    expect(await approve(id, secondReviewer)).toMatchObject(unanswered)
    expect(await confirm(one)).toMatchObject(unanswered)
    expect((await jobNow(id)).status).toBe('IN_REVIEW')
    expect((await confirm(one, other)).status).toBe(200)
    expect(await text(id)).toBe(blanks)

    // Without reviewers, the person who completes a job also files it.
    const alone = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    await server.owner.query("update users set reviewer_flow = 'NONE' where id = $1", [alone.user.id])
    const filed = await job({ authorId: alone.user.id, holderId: alone.user.id })
    expect((await edit(alone, filed, blanks)).status).toBe(200)
    expect(await complete(filed, alone)).toMatchObject(unanswered)
    expect((await edit(alone, filed, 'Aspirin 81 mg.')).status).toBe(200)
    expect((await complete(filed, alone)).status).toBe(200)
  })

  test('is refused when the patient has changed since the person saw the job, and so is Approve', async () => {
    const [mine, inReview] = [
      await own(),
      await job({ status: 'IN_REVIEW', level: 'LEVEL_1', holderId: reviewer.user.id }),
    ]
    const failed = await job({ status: 'INCOMPLETE', failStage: 'EHR_WRITE' })
    const seen = { patientId: clinic.patientId }
    const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId)
    for (const id of [mine, inReview, failed])
      expect((await doctor.call(calls.changePatient, { ...params(id), query: {}, body: { patientId } })).status).toBe(
        200,
      )
    const approveSeen = (body: object) => reviewer.call(calls.approve, { ...params(inReview), body })
    for (const answer of [
      await complete(mine, doctor, seen),
      await complete(failed, doctor, seen),
      await approveSeen(seen),
    ])
      expect(answer).toMatchObject({ status: 409, code: 'other-patient' })
    expect((await complete(mine, doctor, { patientId })).status).toBe(200)
    expect((await approveSeen({ patientId })).status).toBe(200)
  })

  test('is refused while the facility is disabled, and so are start and approve (T24)', async () => {
    const [mine, ready] = [await own(), await job({ status: 'READY', level: 'LEVEL_1' })]
    const inReview = await job({ status: 'IN_REVIEW', level: 'LEVEL_1', holderId: reviewer.user.id })
    const approveIt = () => reviewer.call(calls.approve, { ...params(inReview), body: {} })
    await server.owner.query('update facilities set is_enabled = false where id = $1', [clinic.facilityId])
    const answers = [await complete(mine), await start(ready), await approveIt()]
    const actions = (await doctor.call(calls.getJob, params(mine))).result[0]!.allowedActions
    await server.owner.query('update facilities set is_enabled = true where id = $1', [clinic.facilityId])
    for (const answer of answers) expect(answer).toMatchObject({ status: 422, code: 'facility-disabled' })
    expect(actions).not.toContain('complete')
    expect((await complete(mine)).status).toBe(200)
    expect((await approveIt()).status).toBe(200)
  })
})

describe('Reject', () => {
  test('by a reviewer returns the job with a comment, and review restarts at level 1 [EDIT-50, EDIT-54]', async () => {
    const id = await own()
    await complete(id)
    await start(id)
    await edit(reviewer, id, 'Corrected by the reviewer.')
    const reject = (comment: string) => reviewer.call(calls.rejectReview, { ...params(id), body: { comment } })
    for (const nothing of ['   ', '\u200b\u200e', '\u2800'])
      expect(await reject(nothing)).toMatchObject({ status: 422, code: 'comment-missing' })
    expect((await reject(' Check the side. ')).status).toBe(200)
    expect(await jobNow(id)).toMatchObject({
      status: 'IN_PROGRESS',
      returned: true,
      level: null,
      heldBy: { id: doctor.user.id },
      comments: [{ comment: 'Check the side.', level: 'LEVEL_1', userType: 'reviewer' }],
    })
    expect(await text(id)).toBe('Corrected by the reviewer.')
    expect(await notificationsOf(doctor, id)).toEqual(['REVIEWER_REJECTED'])
    expect(await reject('Twice.')).toMatchObject({ status: 409, code: 'job-already-returned' })
    expect((await complete(id)).result[0]).toMatchObject({ returned: false, level: 'LEVEL_1' })
  })

  test('by a transcriptionist gives the job to its author with the edits [EDIT-45]', async () => {
    const id = await job({ authorId: poolDoctor.user.id, status: 'AVAILABLE' })
    await typist.call(calls.startTranscription, params(id))
    await edit(typist, id, 'As far as I understood.')
    const body = { comment: 'The dose cannot be heard.' }
    await typist.call(calls.rejectTranscription, { ...params(id), body })
    expect(await jobNow(id)).toMatchObject({
      status: 'IN_PROGRESS',
      returned: true,
      heldBy: { id: poolDoctor.user.id },
    })
    expect(await text(id)).toBe('As far as I understood.')
    expect(await notificationsOf(poolDoctor, id)).toEqual(['TRANSCRIPTIONIST_REJECTED'])
    expect((await complete(id, poolDoctor)).status).toBe(200)
  })
})

describe('Release', () => {
  test('returns a job to its pool and drops the edits', async () => {
    const id = await own()
    await complete(id)
    await start(id)
    await edit(reviewer, id, 'Dropped again.')
    const released = await reviewer.call(calls.releaseJob, params(id))
    expect(released).toMatchObject({ message: 'Job released', result: [{ status: 'READY', level: 'LEVEL_1' }] })
    expect(await text(id)).toBe('As converted.')
    expect(await notificationsOf(secondReviewer, id)).toContain('NEW_JOB_AVAILABLE')
    expect(await reviewer.call(calls.releaseJob, params(id))).toMatchObject({ code: 'job-already-released' })
    expect(await reviewer.call(noteCalls.getSections, params(id))).toMatchObject({ status: 200 })
  })

  test('is open to admins, but not for an author’s own work', async () => {
    const id = await own()
    expect((await admin.call(calls.releaseJob, params(id))).status).toBe(403)
    const pooled = await job({ authorId: poolDoctor.user.id, status: 'AVAILABLE' })
    await typist.call(calls.startTranscription, params(pooled))
    expect((await admin.call(calls.releaseJob, params(pooled))).result[0]).toMatchObject({ status: 'AVAILABLE' })
    expect(await edit(typist, pooled, 'Too late.')).toMatchObject({ status: 409 })
  })
})

describe('Assign', () => {
  test('moves a job to another holder at the same stage and keeps the text', async () => {
    const id = await own()
    await complete(id)
    await start(id)
    await edit(reviewer, id, 'Half done.')
    const assign = (userId: string) => admin.call(calls.assignJob, { ...params(id), body: { userId } })
    expect(await assign(typist.user.id)).toMatchObject({ status: 422, code: 'not-assignable' })
    expect((await assign(secondReviewer.user.id)).result[0]).toMatchObject({
      status: 'IN_REVIEW',
      heldBy: { id: secondReviewer.user.id },
    })
    expect(await text(id)).toBe('Half done.')
    expect(await edit(reviewer, id, 'Not any more.')).toMatchObject({ status: 409, code: 'job-not-held' })
    const people = (await admin.call(calls.listAssignees, params(id))).result.map((one) => one.id)
    expect(people).toEqual(expect.arrayContaining([reviewer.user.id, secondReviewer.user.id]))
    expect(people).not.toContain(typist.user.id)
  })

  test('by the reviewer who already holds the job succeeds again without effect', async () => {
    const id = await own()
    await complete(id)
    for (let i = 0; i < 2; i += 1) expect((await reviewer.call(calls.takeReview, params(id))).status).toBe(200)
    expect((await secondReviewer.call(calls.takeReview, params(id))).status).toBe(409)
    const { rows } = await server.owner.query(
      "select count(*)::int as rows from audit_events where job_id = $1 and event = 'job.startReview'",
      [id],
    )
    expect(rows).toEqual([{ rows: 1 }])
  })
})

test('a clinicAdmin can review a job for which no other reviewer is eligible', async () => {
  const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  await server.owner.query("update users set reviewer_flow = 'LEVEL_1' where id = $1", [author.user.id])
  const id = await job({ authorId: author.user.id, holderId: author.user.id })
  await complete(id, author)
  expect((await start(id)).status).toBe(404)
  expect((await start(id, admin)).status).toBe(200)
  expect((await approve(id, admin)).result[0]).toMatchObject({ status: 'WRITING' })
})

test('an author can correct the patient of a job before completing it', async () => {
  const id = await own()
  const { rows } = await server.owner.query(
    `insert into patients (clinic_id, id, facility_id, medical_record_number, first_name, last_name, birth_date, gender)
     values ($1, uuidv7(), $2, 'RIGHT', 'Right', 'Person', '1970-01-01', 'Male') returning id`,
    [clinic.clinicId, clinic.facilityId],
  )
  const change = (body: object | null) =>
    doctor.call(calls.changePatient, { ...params(id), query: {}, body: body as never })
  expect((await change(null)).status).toBe(422)
  expect((await change({ patientId: clinic.facilityId })).status).toBe(422)
  expect((await change({ patientId: rows[0].id })).result[0]).toMatchObject({ patientName: 'Right Person' })
})

test('the stages of a note show what a reviewer changed', async () => {
  const id = await own()
  await complete(id)
  await start(id)
  await edit(reviewer, id, 'Made clearer.')
  await approve(id)
  const stages = (await doctor.call(noteCalls.listNoteStages, params(id))).result
  expect(stages.map(({ stage, sections }) => [stage, sections[0]!.content[0]!.value])).toEqual([
    ['CONVERTED', 'As converted.'],
    ['TRANSCRIBED', 'As converted.'],
    ['REVIEWED_LEVEL_1', 'Made clearer.'],
    ['CURRENT', 'Made clearer.'],
  ])
})

test('a job tells each person which actions they may take now [EDIT-52]', async () => {
  const id = await own()
  const allowedActionsOf = async (who: TestClient) =>
    (await who.call(calls.getJob, params(id))).result[0]!.allowedActions
  expect(await allowedActionsOf(doctor)).toEqual([
    'resume',
    'view',
    'save',
    'complete',
    'reconvert',
    'delete',
    'change-patient',
    'set-priority',
  ])
  await complete(id)
  expect(await allowedActionsOf(doctor)).toEqual(['view', 'delete', 'change-patient', 'set-priority'])
  expect(await allowedActionsOf(reviewer)).toEqual(['start', 'view'])
  await start(id)
  expect(await allowedActionsOf(reviewer)).toEqual(['resume', 'view', 'save', 'reject', 'approve', 'release'])
  expect(await allowedActionsOf(admin)).toEqual(['view', 'release', 'assign', 'change-patient', 'set-priority'])
  expect((await typist.call(calls.getJob, params(id))).status).toBe(404)
})

test('a call without a body, or with a wrong type in it, gets a readable message', async () => {
  const id = await own()
  await complete(id)
  await start(id)
  const send = async (body?: string) => {
    const answer = await reviewer.raw(`/api/clinic/reviewer/job/${id}/reject`, {
      method: 'PUT',
      ...(body ? { body, headers: { 'content-type': 'application/json' } } : {}),
    })
    return { status: answer.status, message: ((await answer.json()) as { message: string }).message }
  }
  for (const body of [undefined, '{"comment": 7}'])
    expect(await send(body)).toEqual({
      status: 400,
      message: 'Check what you entered: the request is empty or in the wrong format.',
    })
})
