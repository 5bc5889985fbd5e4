import { jobCalls as calls } from '@dictara/contract/jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { newId } from '../../platform/ids.ts'
import { aClinic, aFacility, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const minuteMs = 60_000
/** Ten to midnight in New York, where the facility is, so that midnight comes before any session expires. */
const clock = movableClock(new Date('2026-11-21T04:50:00Z'))
let server: TestServer
let clinic: TestClinic
const people = {} as Record<'doctor' | 'typist' | 'reviewer' | 'second', TestClient>

beforeAll(async () => {
  server = await startTestServer({ clock })
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  people.doctor = await signedIn(server, clinic.clinicId, { ...here, userPrivilege: 'NONE' })
  people.typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist', firstName: 'Tova' })
  people.reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer', firstName: 'Rene' })
  people.second = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer', firstName: 'Sam' })
  await server.owner.query(
    "update users set reviewer_flow = 'LEVEL_2', any_reviewer_level_1 = true, any_reviewer_level_2 = true where id = $1",
    [people.doctor.user.id],
  )
})
afterAll(() => server.close())

const forJob = (id: string) => ({ params: { id } })
const passes = () => {
  clock.advance(minuteMs)
  return clock.now().toISOString()
}
async function done(answer: Promise<{ status: number; message: string }>) {
  const { status, message } = await answer
  expect(status, message).toBe(200)
}
const track = async (who: TestClient, id: string) => (await who.call(calls.getTrack, forJob(id))).result
const today = async (who: TestClient) => (await who.call(calls.getToday)).result[0]!
const pooled = (text: string, more: object = {}) =>
  aJob(server, clinic, {
    authorId: people.doctor.user.id,
    status: 'AVAILABLE',
    workType: 'Progress Note',
    ...more,
  }).then(async (id) => {
    await aNote(server, clinic, id, [['PLAN', text]])
    return id
  })

test('the track of a job shows each step with its person and start time, to readers of the job only [Q176]', async () => {
  const id = await pooled('Rest.')
  const { typist, reviewer, second, doctor } = people
  const submitted = '2026-11-20T08:00:00.000Z'
  const heard = { step: 'HEARD', state: 'done', person: null, since: submitted }
  const toCome = (...steps: string[]) => steps.map((step) => ({ step, state: 'to-come', person: null, since: null }))
  expect(await track(doctor, id)).toEqual([
    heard,
    { step: 'TYPING', state: 'now', person: null, since: submitted },
    ...toCome('REVIEW_1', 'REVIEW_2', 'FILED'),
  ])
  const started = passes()
  await done(typist.call(calls.startTranscription, forJob(id)))
  const typing = { step: 'TYPING', state: 'now', person: typist.user.fullName, since: started }
  expect((await track(doctor, id))[1]).toEqual(typing)
  const typed = passes()
  await done(typist.call(calls.completeTranscription, { ...forJob(id), body: null }))
  await done(reviewer.call(calls.startReview, forJob(id)))
  const approved = passes()
  await done(reviewer.call(calls.approve, { ...forJob(id), body: null }))
  const soFar = [
    heard,
    { ...typing, state: 'done', since: typed },
    { step: 'REVIEW_1', state: 'done', person: reviewer.user.fullName, since: approved },
  ]
  expect(await track(doctor, id)).toEqual([
    ...soFar,
    { step: 'REVIEW_2', state: 'now', person: null, since: approved },
    ...toCome('FILED'),
  ])
  passes()
  await done(second.call(calls.startReview, forJob(id)))
  const filed = passes()
  await done(second.call(calls.approve, { ...forJob(id), body: null }))
  expect((await track(doctor, id)).slice(3)).toEqual([
    { step: 'REVIEW_2', state: 'done', person: second.user.fullName, since: filed },
    { step: 'FILED', state: 'now', person: null, since: filed },
  ])
  const stranger = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
  expect((await stranger.call(calls.getTrack, forJob(id))).status).toBe(404)
})

test('a returned job is back at typing, with its reviews still to come [Q176]', async () => {
  const { typist, reviewer, second } = people
  const id = await pooled('Rest.')
  await done(typist.call(calls.startTranscription, forJob(id)))
  await done(typist.call(calls.completeTranscription, { ...forJob(id), body: null }))
  await done(reviewer.call(calls.startReview, forJob(id)))
  await done(reviewer.call(calls.approve, { ...forJob(id), body: null }))
  await done(second.call(calls.startReview, forJob(id)))
  const returned = passes()
  await done(second.call(calls.rejectReview, { ...forJob(id), body: { comment: 'Which side?' } }))
  const rows = await track(typist, id)
  expect(rows.map(({ step, state }) => `${step} ${state}`)).toEqual([
    'HEARD done',
    'TYPING now',
    'REVIEW_1 to-come',
    'REVIEW_2 to-come',
    'FILED to-come',
  ])
  expect(rows[1]).toMatchObject({ person: typist.user.fullName, since: returned })
  expect((await typist.call(calls.getJob, forJob(id))).result[0]).toMatchObject({ reviewedBy: [] })
})

test('a line is 65 visible characters including spaces, without marks and template headings [Q205]', async () => {
  const { typist, doctor } = people
  const templateId = newId()
  await server.owner.query(
    'insert into section_templates (clinic_id, id, author_id, name, key_name) values ($1, $2, $3, $4, lower($4))',
    [clinic.clinicId, templateId, doctor.user.id, 'Letter'],
  )
  await server.owner.query(
    `insert into template_headings (clinic_id, template_id, id, position, custom_heading, system_heading)
     values ($1, $2, $3, 0, 'Plan', 'NONE')`,
    [clinic.clinicId, templateId, newId()],
  )
  const id = await aJob(server, clinic, { authorId: doctor.user.id, status: 'AVAILABLE', workType: 'Progress Note' })
  // 130 characters, and the five of a heading that is not in the template.
  await aNote(server, clinic, id, [
    ['PLAN', `<b>${'a b &amp; '.repeat(20)}</b>`],
    ['OTHER', 'c'.repeat(10)],
  ])
  await server.owner.query('update jobs set template_id = $2 where id = $1', [id, templateId])
  await done(typist.call(calls.startTranscription, forJob(id)))
  await done(typist.call(calls.completeTranscription, { ...forJob(id), body: null }))
  await done(people.reviewer.call(calls.startReview, forJob(id)))
  await done(people.reviewer.call(calls.approve, { ...forJob(id), body: null }))
  const { rows } = await server.owner.query('select action, lines from job_stints where job_id = $1 order by id', [id])
  expect(rows).toEqual([
    { action: 'Completed', lines: 2.08 },
    { action: 'Approved', lines: 2.08 },
  ])
})

test('today’s work counts the finished jobs of the facility’s day in the clinic’s lines, and the waiting jobs [Q205]', async () => {
  const other = await aClinic(server, 'Valley Clinic')
  clinic = other
  const here = { facilityIds: [other.facilityId] }
  people.doctor = await signedIn(server, other.clinicId, { ...here, userPrivilege: 'NONE' })
  const typist = await signedIn(server, other.clinicId, { ...here, userType: 'transcriptionist' })
  await server.owner.query('update clinics set line_characters = 10 where clinic_id = $1', [other.clinicId])
  expect(await today(typist)).toEqual({ jobs: 0, lines: 0, waiting: 0, longestWaitSeconds: null })
  const closed = await aFacility(server, other.clinicId, { isEnabled: false })
  await pooled('Rest.', { facilityId: closed })
  const jobs = [await pooled('a'.repeat(56)), await pooled('b'.repeat(96)), await pooled('c')]
  expect(await today(typist)).toEqual({ jobs: 0, lines: 0, waiting: 3, longestWaitSeconds: null })
  for (const id of jobs.slice(0, 2)) {
    await done(typist.call(calls.startTranscription, forJob(id)))
    await done(typist.call(calls.completeTranscription, { ...forJob(id), body: null }))
  }
  // With their headings, which are not in a template, the notes have 60 and 100 characters.
  expect(await today(typist)).toMatchObject({ jobs: 2, lines: 16, waiting: 1 })
  clock.advance(Math.max(0, Date.parse('2026-11-21T05:00:30Z') - clock.now().getTime()))
  expect(await today(typist)).toEqual({ jobs: 0, lines: 0, waiting: 1, longestWaitSeconds: null })
})

test('today’s work gives the longest wait of a job from its dictation or typing until it was taken [Q201]', async () => {
  clinic = await aClinic(server, 'Lake Clinic')
  const here = { facilityIds: [clinic.facilityId] }
  people.doctor = await signedIn(server, clinic.clinicId, { ...here, userPrivilege: 'NONE' })
  await server.owner.query("update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true where id = $1", [
    people.doctor.user.id,
  ])
  const typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  const reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' })
  const dictatedBefore = (minutes: number) =>
    pooled('Rest.', { submittedAt: new Date(clock.now().getTime() - minutes * minuteMs).toISOString() })
  const type = async (id: string) => {
    await done(typist.call(calls.startTranscription, forJob(id)))
    passes()
    await done(typist.call(calls.completeTranscription, { ...forJob(id), body: null }))
  }
  const [older, younger] = [await dictatedBefore(42), await dictatedBefore(10)]
  await type(younger)
  expect(await today(typist)).toMatchObject({ jobs: 1, longestWaitSeconds: 10 * 60 })
  // After a release the job is still waiting.
  await done(typist.call(calls.startTranscription, forJob(older)))
  await done(typist.call(calls.releaseReview, forJob(older)))
  await type(older)
  expect(await today(typist)).toMatchObject({ jobs: 2, longestWaitSeconds: 43 * 60 })
  passes()
  passes()
  await done(reviewer.call(calls.startReview, forJob(older)))
  await done(reviewer.call(calls.approve, { ...forJob(older), body: null }))
  expect(await today(reviewer)).toMatchObject({ jobs: 1, longestWaitSeconds: 2 * 60 })
})
