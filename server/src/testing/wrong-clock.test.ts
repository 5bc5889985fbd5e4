import { dictationCalls as intake } from '@dictara/contract/dictations'
import { jobListCalls } from '@dictara/contract/job-lists'
import { noteCalls } from '@dictara/contract/notes'
import { identityCalls } from '@dictara/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { movableClock } from '../platform/clock.ts'
import { aClinic, aJob, aNote, aPerson, testPassword, type TestClinic } from './clinic.fixtures.ts'
import { hashOf, storedDictation } from './dictating.ts'
import { recordedTone } from './sounds.ts'
import { callAnonymously, signInAs, type TestClient } from './test-client.ts'
import { startTestServer, type TestServer } from './test-server.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const clock = movableClock(new Date())
let server: TestServer
let clinic: TestClinic
let email: string
let doctor: TestClient
let noteId: string
let signIns = 0

async function signIn() {
  signIns += 1
  doctor = await signInAs(server.url, email, testPassword)
}
beforeAll(async () => {
  server = await startTestServer({ clock })
  clinic = await aClinic(server)
  const person = await aPerson(server, clinic.clinicId, { facilityIds: [clinic.facilityId], userPrivilege: 'NONE' })
  const { id } = person
  email = person.email
  noteId = await aJob(server, clinic, { authorId: id, holderId: id, workType: 'Consultation' })
  await aNote(server, clinic, noteId, [['PLAN', 'Rest.']])
  await signIn()
}, 120_000)
afterAll(() => server.close())

const list = () => doctor.call(jobListCalls.listMyJobs, { query: { status: 'INPROGRESS', size: 50 } })

test('a clock that goes wrong and is corrected requires at most a new sign-in, and loses nothing sent [QA-79]', async () => {
  const jobIds: string[] = []
  const bytes = await recordedTone(1)
  for (const byMs of [-2 * hour, 2 * hour, 10 * minute, -10 * minute, hour, -hour, 40 * day, -40 * day]) {
    clock.advance(byMs)
    const signInsBefore = signIns
    const first = await list()
    if (first.status !== 200) {
      expect([byMs, first.status]).toEqual([byMs, 401])
      await signIn()
    }
    expect((await list()).status).toBe(200)
    const [section] = (await doctor.call(noteCalls.getSections, { params: { id: noteId } })).result[0]!.sections
    const value = `Typed after ${byMs / minute} minutes.`
    const content = [{ value, type: 'Text' as const, newParagraph: false, count: 0 }]
    const body = { sections: [{ ...section!, content }] }
    expect((await doctor.call(noteCalls.saveSections, { params: { id: noteId }, body })).status).toBe(200)
    const after = await doctor.call(noteCalls.getSections, { params: { id: noteId } })
    expect(after.result[0]!.sections[0]!.content).toMatchObject([{ value }])

    const dictationId = await storedDictation({ server, clinic, doctor }, [bytes])
    const takes = [{ take: 0, chunks: 1, sha256: hashOf(hashOf(bytes)) }]
    const made = await doctor.call(intake.submitDictation, { params: { dictationId }, body: { takes } })
    expect(made).toMatchObject({ status: 200 })
    jobIds.push(made.result[0]!.jobId)
    expect((await list()).result.map(({ jobId }) => jobId).toSorted()).toEqual([noteId, ...jobIds].toSorted())
    expect(signIns - signInsBefore).toBeLessThanOrEqual(1)
  }
}, 120_000)

test('after the clock is set back, a caller over the limit can call again a minute later, as usual [QA-79]', async () => {
  const ask = async () =>
    (await callAnonymously(server.url, identityCalls.findInvitation, { query: { token: 'unknown' } })).status
  clock.advance(-2 * hour)
  let status = 0
  for (let each = 0; each < 200 && status !== 429; each += 1) status = await ask()
  expect(status).toBe(429)
  clock.advance(minute + 1)
  expect(await ask()).toBe(410)
}, 60_000)
