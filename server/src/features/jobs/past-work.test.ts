import { listeningCalls } from '@dictara/contract/listening'
import { jobListCalls } from '@dictara/contract/job-lists'
import { jobCalls as calls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../../platform/clock.ts'
import { aClinic, aJob, aNote, aPerson, type TestClinic, testPassword } from '../../testing/clinic.fixtures.ts'
import { signInAs, type TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const dayMs = 24 * 60 * 60_000
const clock = movableClock(new Date('2026-11-20T08:00:00Z'))
let server: TestServer
let clinic: TestClinic
const emails = {} as Record<'author' | 'typist' | 'reviewer' | 'colleague', string>
/** Signs in again each time, because sessions expire as the days pass. */
const signInAgain = (who: keyof typeof emails) => signInAs(server.url, emails[who], testPassword)

beforeAll(async () => {
  server = await startTestServer({ clock })
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  const { clinicId } = clinic
  emails.author = (await aPerson(server, clinicId, { ...here, userPrivilege: 'NONE' })).email
  emails.typist = (await aPerson(server, clinicId, { ...here, userType: 'transcriptionist' })).email
  emails.reviewer = (await aPerson(server, clinicId, { ...here, userType: 'reviewer' })).email
  emails.colleague = (await aPerson(server, clinicId, { ...here, userType: 'reviewer' })).email
  await server.owner.query("update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true where email = $1", [
    emails.author,
  ])
})
afterAll(() => server.close())

const forJob = (id: string) => ({ params: { id } })
async function poolJob() {
  const { user } = await signInAgain('author')
  const id = await aJob(server, clinic, { authorId: user.id, status: 'AVAILABLE', workType: 'Progress Note' })
  await aNote(server, clinic, id, [['HISTORY', 'As converted.']])
  return id
}
async function done(answer: Promise<{ status: number; message: string }>) {
  const { status, message } = await answer
  expect(status, message).toBe(200)
}
/** Whether the person can read the job. Job, patient, text and sound must be all readable or all hidden. */
async function reads(who: TestClient, id: string): Promise<boolean> {
  const answers = await Promise.all([
    who.call(calls.getJob, forJob(id)),
    who.call(noteCalls.getSections, forJob(id)),
    who.call(noteCalls.getConvertedSections, forJob(id)),
    who.call(noteCalls.listWords, forJob(id)),
    who.call(noteCalls.getDemographics, forJob(id)),
    who.call(listeningCalls.getAudioUrl, forJob(id)),
  ])
  const open = answers.filter(({ status }) => status !== 404).length
  expect([0, answers.length]).toContain(open)
  return open > 0
}
const history = async (who: TestClient) => {
  const call = who.user.userType === 'reviewer' ? jobListCalls.listJobsToReview : jobListCalls.listMyJobs
  return (await who.call(call, { query: { status: 'COMPLETE', size: 100 } })).result.map(({ jobId }) => jobId)
}

/** Takes a job through typing and review to COMPLETED. */
async function workedOn(): Promise<string> {
  const id = await poolJob()
  const [typist, reviewer] = [await signInAgain('typist'), await signInAgain('reviewer')]
  await done(typist.call(calls.startTranscription, forJob(id)))
  await done(typist.call(calls.completeTranscription, { ...forJob(id), body: null } as never))
  await done(reviewer.call(calls.startReview, forJob(id)))
  await done(reviewer.call(calls.approve, { ...forJob(id), body: null }))
  await server.owner.query("update jobs set status = 'COMPLETED' where id = $1", [id])
  return id
}

test('a person who completed or approved a job can read and list it for thirty more days [Q199]', async () => {
  const id = await workedOn()
  for (const who of ['typist', 'reviewer'] as const) {
    expect(await reads(await signInAgain(who), id)).toBe(true)
    expect(await history(await signInAgain(who))).toContain(id)
  }
  expect(await reads(await signInAgain('colleague'), id)).toBe(false)
  clock.advance(30 * dayMs - 60_000)
  for (const who of ['typist', 'reviewer'] as const) expect(await reads(await signInAgain(who), id)).toBe(true)
  clock.advance(120_000)
  for (const who of ['typist', 'reviewer'] as const) {
    expect(await reads(await signInAgain(who), id)).toBe(false)
    expect(await history(await signInAgain(who))).not.toContain(id)
  }
  expect(await reads(await signInAgain('author'), id)).toBe(true)
})

test('a person who leaves a facility can no longer read their past work there [Q199]', async () => {
  const id = await workedOn()
  for (const who of ['typist', 'reviewer'] as const) {
    const { user } = await signInAgain(who)
    const link = [clinic.clinicId, clinic.facilityId, user.id]
    await server.owner.query('delete from facility_users where user_id = $1', [user.id])
    expect(await reads(await signInAgain(who), id)).toBe(false)
    expect(await history(await signInAgain(who))).not.toContain(id)
    await server.owner.query('insert into facility_users (clinic_id, facility_id, user_id) values ($1, $2, $3)', link)
    expect(await reads(await signInAgain(who), id)).toBe(true)
  }
})

test('starting and releasing a job, or losing it, gives no later right to read it [Q199]', async () => {
  const id = await poolJob()
  const [typist, colleague] = [await signInAgain('typist'), await signInAgain('colleague')]
  await done(typist.call(calls.startTranscription, forJob(id)))
  await done(typist.call(calls.completeTranscription, { ...forJob(id), body: null } as never))
  await done(colleague.call(calls.startReview, forJob(id)))
  expect(await reads(colleague, id)).toBe(true)
  await done(colleague.call(calls.releaseJob, forJob(id)))
  const reviewer = await signInAgain('reviewer')
  await done(reviewer.call(calls.startReview, forJob(id)))
  await done(reviewer.call(calls.approve, { ...forJob(id), body: null }))
  expect(await reads(colleague, id)).toBe(false)
  expect(await reads(reviewer, id)).toBe(true)
})

test('a person who rejected a job can read it for thirty more days [Q199]', async () => {
  const id = await poolJob()
  const [typist, reviewer] = [await signInAgain('typist'), await signInAgain('reviewer')]
  await done(typist.call(calls.startTranscription, forJob(id)))
  await done(typist.call(calls.completeTranscription, { ...forJob(id), body: null } as never))
  await done(reviewer.call(calls.startReview, forJob(id)))
  await done(reviewer.call(calls.rejectReview, { ...forJob(id), body: { comment: 'The dose is missing.' } as never }))
  expect(await reads(await signInAgain('reviewer'), id)).toBe(true)
  clock.advance(30 * dayMs + 1)
  expect(await reads(await signInAgain('reviewer'), id)).toBe(false)
  expect(await reads(await signInAgain('typist'), id)).toBe(true)
})
