import { jobCalls, type JobStage } from '@dictara/contract/jobs'
import { noteCalls, type Section } from '@dictara/contract/notes'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aClinic, aFacility, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let author: TestClient
let typist: TestClient
let reviewer: TestClient
beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const join = (person: object) => signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], ...person })
  author = await join({ userPrivilege: 'NONE' })
  typist = await join({ userType: 'transcriptionist' })
  reviewer = await join({ userType: 'reviewer' })
  await server.owner.query("update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true where id = $1", [
    author.user.id,
  ])
})
afterAll(() => server.close())

async function job(facts: object = {}) {
  const id = await aJob(server, clinic, { authorId: author.user.id, workType: 'Progress Note', ...facts })
  await aNote(server, clinic, id, [['HISTORY', 'As converted.']])
  return id
}
const heldJob = () => job({ status: 'IN_PROGRESS', holderId: typist.user.id })

const stateOf = async (id: string) => {
  const { rows } = await server.owner.query('select status, holder_id, patient_id from jobs where id = $1', [id])
  return rows[0] as { status: string; holder_id: string | null; patient_id: string }
}
const sectionsOf = async (who: TestClient, id: string) =>
  (await who.call(noteCalls.getSections, { params: { id } })).result[0]!.sections
const textOf = async (who: TestClient, id: string) => (await sectionsOf(who, id))[0]!.content[0]!.value
const retyped = (section: Section, value: string): Section => ({
  ...section,
  content: [{ value, type: 'Text', newParagraph: false, count: 0 }],
})

/** Finishes a job with this last text. */
async function finish(
  who: TestClient,
  id: string,
  value?: string,
  next: JobStage = 'TRANSCRIPTION',
  more: object = {},
) {
  const [first] = await sectionsOf(who, id)
  const save = value === undefined ? {} : { save: { sections: [{ ...retyped(first!, value), ...more }] } }
  return who.call(noteCalls.finishNote, {
    params: { id },
    body: { patientId: (await stateOf(id)).patient_id, next, ...save },
  })
}
// Hide the jobs of the test before.
beforeEach(() => server.owner.query('update jobs set is_enabled = false where clinic_id = $1', [clinic.clinicId]))

test('one call saves the last changes, completes the job and takes the next one [Q201]', async () => {
  const [id, waiting] = [await heldJob(), await job({ status: 'AVAILABLE' })]
  const answer = await finish(typist, id, 'With the last words.')
  expect(answer).toMatchObject({ status: 200, saved: { sections: [{ version: 2 }] } })
  expect(answer.result[0]).toMatchObject({ jobId: id, status: 'READY', editable: false })
  expect(answer.next).toMatchObject([{ jobId: waiting, why: 'oldest', heldBy: { id: typist.user.id }, editable: true }])
  expect(await textOf(reviewer, id)).toBe('With the last words.')
  const { rows } = await server.owner.query(
    "select event from audit_events where session_id = $1 and (job_id in ($2, $3) or event = 'job.next') order by id",
    [typist.user.sessionId, id, waiting],
  )
  const events = rows.map(({ event }) => event as string)
  expect(events).toEqual(
    expect.arrayContaining(['note.saved', 'job.completeForReview', 'job.next', 'job.startTranscription']),
  )
})

test('the same call lets a reviewer approve and take the next review', async () => {
  const levels = { level: 'LEVEL_1' } as const
  const id = await job({ status: 'IN_REVIEW', holderId: reviewer.user.id, ...levels })
  await server.owner.query('update jobs set review_levels = 1 where id = $1', [id])
  const waiting = await job({ status: 'READY', ...levels })
  const answer = await finish(reviewer, id, 'Reviewed.', 'REVIEW')
  expect(answer.status, answer.message).toBe(200)
  expect(answer.next).toMatchObject([{ jobId: waiting, status: 'IN_REVIEW' }])
  expect((await stateOf(id)).holder_id).toBeNull()
})

test('a refused completion saves no text and takes no job [Q180]', async () => {
  const [id, waiting] = [await heldJob(), await job({ status: 'AVAILABLE' })]
  await server.owner.query('update jobs set work_type = null where id = $1', [id])
  expect(await finish(typist, id, 'Not to be stored.')).toMatchObject({ status: 422, code: 'work-type-missing' })
  expect(await textOf(typist, id)).toBe('As converted.')
  expect([(await stateOf(id)).status, (await stateOf(waiting)).status]).toEqual(['IN_PROGRESS', 'AVAILABLE'])
})

test('a text that was changed elsewhere makes the finish fail as a conflict [Q118]', async () => {
  const [id, waiting] = [await heldJob(), await job({ status: 'AVAILABLE' })]
  const answer = await finish(typist, id, 'From an older text.', 'TRANSCRIPTION', { version: 7 })
  expect(answer).toMatchObject({ status: 409, code: 'note-changed' })
  expect(await textOf(typist, id)).toBe('As converted.')
  expect([(await stateOf(id)).status, (await stateOf(waiting)).status]).toEqual(['IN_PROGRESS', 'AVAILABLE'])
})

test('a finished job stays finished when no next job can be taken [Q201]', async () => {
  const [first, second] = [await heldJob(), await heldJob()]
  // A transcriptionist can’t continue with a review.
  expect(await finish(typist, first, 'Done.', 'REVIEW')).toMatchObject({ status: 200, next: null })
  expect((await stateOf(first)).status).toBe('READY')
  expect(await finish(typist, second)).toMatchObject({ status: 200, saved: null, next: [] })
  expect((await stateOf(second)).status).toBe('READY')
})

test('of two simultaneous finishes of the same job one succeeds; the other is refused and takes no job', async () => {
  const id = await heldJob()
  const pool = [await job({ status: 'AVAILABLE' }), await job({ status: 'AVAILABLE' })]
  const answers = await Promise.all([finish(typist, id, 'Once.'), finish(typist, id, 'Once.')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const taken = (await Promise.all(pool.map(stateOf))).filter(({ status }) => status === 'IN_PROGRESS')
  expect(taken).toHaveLength(1)
})

/** Waits until this many statements wait for locks. */
const untilHeldUp = (statements: number) =>
  vi.waitFor(async () => {
    const { rows } = await server.owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    expect(rows).toHaveLength(statements)
  }, 10_000)

// This once failed with "deadlock detected": the finish had locked its job and waited for the person’s turn, while Next
// had the turn and waited for that job.
test('a finish and the same person’s simultaneous Next in another tab take the same job [Q201]', async () => {
  const [id, waiting] = [await heldJob(), await job({ status: 'AVAILABLE' })]
  const holder = await server.owner.connect()
  await holder.query('begin')
  await holder.query('select from notes where job_id = $1 for update', [id])
  const finished = finish(typist, id, 'The last words.')
  await untilHeldUp(1)
  const next = typist.call(jobCalls.nextJob, { body: { stage: 'TRANSCRIPTION' } })
  await untilHeldUp(2)
  await holder.query('commit')
  holder.release()
  expect(await finished).toMatchObject({ status: 200, next: [{ jobId: waiting, why: 'oldest' }] })
  expect((await next).result).toMatchObject([{ jobId: waiting, why: 'held' }])
})

test('a person who does not hold the job cannot finish it', async () => {
  const other = await signedIn(server, clinic.clinicId, {
    userType: 'transcriptionist',
    facilityIds: [await aFacility(server, clinic.clinicId)],
  })
  const id = await heldJob()
  const body = { patientId: (await stateOf(id)).patient_id, next: 'TRANSCRIPTION' as const }
  expect((await other.call(noteCalls.finishNote, { params: { id }, body })).status).toBe(404)
  expect((await author.call(noteCalls.finishNote, { params: { id }, body })).status).toBe(409)
  expect((await stateOf(id)).status).toBe('IN_PROGRESS')
})
