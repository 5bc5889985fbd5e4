import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { aClinic, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let author: TestClient
let typist: TestClient
let reviewer: TestClient
let jobId: string
let sectionId: string
const workType = 'Progress Note'

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  author = await signedIn(server, clinic.clinicId, here)
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist' })
  reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer' })
  await server.owner.query("update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true where id = $1", [
    author.user.id,
  ])
})
afterAll(() => server.close())
beforeEach(async () => {
  jobId = await aJob(server, clinic, { authorId: author.user.id, status: 'READY', level: 'LEVEL_1', workType })
  await server.owner.query('update jobs set transcriber_id = $1, review_levels = 1 where id = $2', [
    typist.user.id,
    jobId,
  ])
  sectionId = (await aNote(server, clinic, jobId, [['PLAN', 'Metoprolol 25 mg.']]))[0]!
  expect((await reviewer.call(jobCalls.startReview, { params: { id: jobId } })).status).toBe(200)
})

const params = () => ({ id: jobId })
const place = (more: object = {}) => ({
  sectionId,
  start: 16,
  quote: '25 mg',
  before: 'PLAN\nMetoprolol ',
  after: '.',
  second: 4.25,
  ...more,
})
const say = (who: TestClient, comment = 'He says 50.', more: { id?: string; place?: object } = {}) =>
  who.call(noteCalls.addNoteComment, {
    params: params(),
    body: { id: more.id ?? newId(), comment, place: place(more.place) },
  })
const read = async (who: TestClient) => (await who.call(noteCalls.listNoteComments, { params: params() })).result
const audited = async (event: string) =>
  (await server.owner.query('select detail from audit_events where job_id = $1 and event = $2', [jobId, event])).rows

test('a comment is attached to its words, for everyone who may read the job, and the text stays unchanged', async () => {
  const before = await reviewer.ask(`GET /clinic/job/${jobId}/sections`)
  const answer = await say(reviewer)
  expect(answer.result).toMatchObject([
    {
      comment: 'He says 50.',
      userId: reviewer.user.id,
      userName: 'Pat Doe',
      userType: 'reviewer',
      level: 'LEVEL_1',
      place: place(),
    },
  ])
  await say(reviewer, 'And the side?', { place: { quote: 'Metoprolol', second: null } })
  for (const who of [reviewer, author])
    expect((await read(who)).map(({ comment }) => comment)).toEqual(['He says 50.', 'And the side?'])
  expect(await reviewer.ask(`GET /clinic/job/${jobId}/sections`)).toEqual(before)
  // Comments in the note are not return reasons, which the job lists show.
  expect((await reviewer.call(jobCalls.getJob, { params: params() })).result[0]!.comments).toEqual([])
  expect(await audited('note.commented')).toHaveLength(2)
  expect(await audited('note.viewed')).not.toEqual([])
})

test('only the holder may comment, and the comments do not exist for people who may not read the job', async () => {
  expect(await say(author)).toMatchObject({ status: 409, code: 'job-not-held' })
  const stranger = await signedIn(server, clinic.clinicId, { userType: 'reviewer' })
  expect((await say(stranger)).status).toBe(404)
  expect((await stranger.call(noteCalls.listNoteComments, { params: params() })).status).toBe(404)
  expect(await read(author)).toEqual([])
})

test('a comment sent twice is stored once, and nobody can overwrite or delete another person’s comment', async () => {
  const id = newId()
  await say(reviewer, 'He says 50.', { id })
  expect((await say(reviewer, 'Something else.', { id })).result).toMatchObject([{ comment: 'He says 50.' }])
  await reviewer.call(jobCalls.rejectReview, { params: params(), body: { comment: 'See the note.' } })
  expect(await say(typist, 'Mine.', { id })).toMatchObject({ status: 403, code: 'others-comment' })
  const takeOut = (who: TestClient, commentId: string) =>
    who.call(noteCalls.deleteNoteComment, { params: { id: jobId, commentId } })
  expect(await takeOut(typist, id)).toMatchObject({ status: 403, code: 'others-comment' })
  expect(await takeOut(reviewer, id)).toMatchObject({ status: 409, code: 'job-already-returned' })
  // The typist to whom the job returned sees the comment, adds an answer and deletes it again.
  const own = (await say(typist, 'I hear 15.')).result[0]!.id
  expect((await read(typist)).map(({ comment }) => comment)).toEqual(['He says 50.', 'I hear 15.'])
  expect((await takeOut(typist, own)).status).toBe(200)
  expect((await takeOut(typist, own)).status).toBe(200)
  expect((await read(typist)).map(({ comment }) => comment)).toEqual(['He says 50.'])
  expect(await audited('note.commentTakenOut')).toEqual([{ detail: { commentId: own } }])
})

test('Release deletes the comments written since Start, and keeps the earlier ones of others [T12]', async () => {
  await say(reviewer, 'Before.')
  await reviewer.call(jobCalls.rejectReview, { params: params(), body: { comment: 'See the note.' } })
  await say(typist, 'Answer.')
  await typist.call(jobCalls.completeTranscription, { params: params(), body: null })
  await reviewer.call(jobCalls.startReview, { params: params() })
  await say(reviewer, 'Again.')
  expect((await reviewer.call(jobCalls.releaseReview, { params: params() })).status).toBe(200)
  expect((await read(author)).map(({ comment }) => comment)).toEqual(['Before.', 'Answer.'])
})

test('an invalid comment or place is refused and not stored', async () => {
  for (const [comment, more] of [
    ['x'.repeat(4001), {}],
    ['', {}],
    [' \u200b ', {}],
    ['Why?', { quote: 'x'.repeat(5000) }],
    ['Why?', { quote: '' }],
    ['Why?', { start: -1 }],
    ['Why?', { start: 1.5 }],
    ['Why?', { before: 'x'.repeat(33) }],
    ['Why?', { sectionId: '../etc' }],
    ['Why?', { second: -4 }],
    ['Why?', { quote: 'half \ud83d' }],
    ['Why?', { html: '<b>' }],
  ] as const)
    expect([400, 422], JSON.stringify([comment, more])).toContain(
      (await say(reviewer, comment, { place: more })).status,
    )
  // An older client sends no place.
  const placeless = await reviewer.ask(`POST /clinic/job/${jobId}/note-comments`, { id: newId(), comment: 'Why?' })
  expect(placeless.status).toBe(400)
  expect(await read(reviewer)).toEqual([])
})

test('a comment that looks like code, or has a place outside the note, is stored as plain text', async () => {
  const script = '<script>alert(1)</script>'
  const far = { quote: script, start: 99_999_999, sectionId: 'new-00000000-0000-7000-8000-000000000000' }
  expect((await say(reviewer, script, { place: far })).status).toBe(200)
  expect(await read(reviewer)).toMatchObject([{ comment: script, place: far }])
})

test('a note accepts 200 comments and no more, even for simultaneous ones', async () => {
  await Promise.all(Array.from({ length: 15 }, (_, at) => say(reviewer, `At once ${at}.`)))
  await server.owner.query(
    `insert into note_comments select clinic_id, job_id, uuidv7(), user_id, user_type, level, 'Again.', section_id, start, quote, before, after, second, created_at
      from note_comments, generate_series(1, 13) where job_id = $1 limit 183`,
    [jobId],
  )
  const last = await Promise.all([1, 2, 3, 4].map(() => say(reviewer, 'One more.')))
  expect(last.map(({ status }) => status).toSorted()).toEqual([200, 200, 422, 422])
  expect(last.find(({ status }) => status === 422)).toMatchObject({ code: 'too-many-comments' })
  expect(await read(reviewer)).toHaveLength(200)
})
