import { jobCalls } from '@dictara/contract/jobs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aClinic, aFacility, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { aDemoClinic, approve, aReviewedJob, demoEhrOf, jobOnceIn } from './filing.fixtures.ts'

let server: TestServer
let clinic: TestClinic
let author: TestClient
let ehr: ReturnType<typeof demoEhrOf>

beforeAll(async () => {
  server = await startTestServer({ tasks: true, settings: { DICTARA_EHR_SECONDS: '1' } })
  clinic = await aClinic(server)
  const people = await aDemoClinic(server, clinic)
  author = people.author
  ehr = demoEhrOf(people.admin, clinic)
}, 120_000)
afterAll(() => server.close())

const aJobToApprove = (text = 'Stable & well.') => aReviewedJob(server, clinic, author.user.id, text)
const staysHere = async (id: string) => (await author.call(jobCalls.getJob, { params: { id } })).result[0]!.staysHere
const resubmit = (jobId: string) => author.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })

test('an approved note arrives in the EHR and completes the job [Q091, Q192]', async () => {
  await ehr.behave('accept')
  const jobId = await aJobToApprove('Stable &amp; well.')
  expect(await staysHere(jobId)).toBe(false)
  await approve(server, clinic, jobId)
  const job = await jobOnceIn(server, jobId, 'COMPLETED', 'INCOMPLETE')
  expect(job).toMatchObject({ status: 'COMPLETED', fail_stage: null })
  expect(job.completed_at).not.toBeNull()
  expect(await staysHere(jobId)).toBe(false)
  expect(await ehr.received(jobId)).toMatchObject([
    {
      jobNumber: String(job.number).padStart(6, '0'),
      patientName: 'Ada Byron',
      author: 'Rosa Lind',
      text: 'ASSESSMENT\nStable & well.',
      deliveries: 1,
      struckOut: false,
    },
  ])
  const { rows } = await server.owner.query('select last_job_completed_at from users where id = $1', [author.user.id])
  expect(rows[0].last_job_completed_at).not.toBeNull()
})

test('a refused note makes the job incomplete with a reason, and Resubmit files it once [Q091, Q192]', async () => {
  await ehr.behave('refuse')
  const jobId = await aJobToApprove()
  await approve(server, clinic, jobId)
  expect(await jobOnceIn(server, jobId, 'COMPLETED', 'INCOMPLETE')).toMatchObject({
    status: 'INCOMPLETE',
    fail_stage: 'EHR_WRITE',
    reason_for_failing: 'The note couldn’t be written to the EHR. The demo EHR is set to refuse.',
  })
  expect(await ehr.received(jobId)).toEqual([])
  await ehr.behave('accept')
  expect((await resubmit(jobId)).result).toMatchObject([{ jobId, resubmitted: true }])
  expect(await jobOnceIn(server, jobId, 'COMPLETED', 'INCOMPLETE')).toMatchObject({
    status: 'COMPLETED',
    fail_stage: null,
    reason_for_failing: null,
  })
  expect(await ehr.received(jobId)).toHaveLength(1)
  expect((await resubmit(jobId)).status).toBe(422)
})

test('an EHR that does not answer is tried again, then the job becomes incomplete with that reason [Q192]', async () => {
  await ehr.behave('hang')
  const jobId = await aJobToApprove()
  await approve(server, clinic, jobId)
  expect(await jobOnceIn(server, jobId, 'COMPLETED', 'INCOMPLETE')).toMatchObject({
    status: 'INCOMPLETE',
    fail_stage: 'EHR_WRITE',
    reason_for_failing: 'The note couldn’t be written to the EHR. The EHR didn’t respond in time.',
  })
  expect(await ehr.received(jobId)).toEqual([])
}, 90_000)

test('a note that arrived without an answer is never filed twice [Q192]', async () => {
  await ehr.behave('accept-then-time-out')
  const jobId = await aJobToApprove()
  await approve(server, clinic, jobId)
  expect(await jobOnceIn(server, jobId, 'COMPLETED', 'INCOMPLETE')).toMatchObject({ status: 'INCOMPLETE' })
  const [arrived, ...more] = await ehr.received(jobId)
  expect(more).toEqual([])
  await ehr.behave('accept')
  await resubmit(jobId)
  expect(await jobOnceIn(server, jobId, 'COMPLETED', 'INCOMPLETE')).toMatchObject({ status: 'COMPLETED' })
  const received = await ehr.received(jobId)
  expect(received).toHaveLength(1)
  expect(received[0]!.id).toBe(arrived!.id)
  expect(received[0]!.deliveries).toBeGreaterThan(1)
}, 90_000)

test('a note accepted just before the server dies is filed once after the restart [Q192]', async () => {
  const other = await startTestServer({ settings: { DICTARA_EHR_SECONDS: '600' } })
  try {
    const place = await aClinic(other)
    const people = await aDemoClinic(other, place)
    const demo = demoEhrOf(people.admin, place)
    const jobId = await aReviewedJob(other, place, people.author.user.id, 'Once only.')
    await approve(other, place, jobId)
    const task = other.app.tasks.find(({ name }) => name === 'deliver-notes')!
    const { clinicId, facilityId } = place
    const run = (signal: AbortSignal, id = 'first') =>
      task.run({ clinicId, facilityId }, { signal, id, attempt: 1, isLastAttempt: false })
    await demo.behave('accept-then-time-out')
    const death = new AbortController()
    const first = run(death.signal).catch((error: unknown) => error)
    await expect.poll(() => demo.received(jobId)).toHaveLength(1)
    death.abort(new Error('killed'))
    expect(await first).toEqual(new Error('killed'))
    await jobOnceIn(other, jobId, 'WRITING')
    await demo.behave('accept')
    const alive = new AbortController().signal
    await Promise.all([run(alive), run(alive)].map((one) => one.catch(() => {})))
    await run(alive)
    await jobOnceIn(other, jobId, 'COMPLETED')
    expect(await demo.received(jobId)).toHaveLength(1)
    const { rows } = await other.owner.query(
      "select from audit_events where job_id = $1 and event = 'job.acceptFiling'",
      [jobId],
    )
    expect(rows).toHaveLength(1)
  } finally {
    await other.close()
  }
})

test('a facility without an EHR completes its jobs directly', async () => {
  const facilityId = await aFacility(server, clinic.clinicId)
  const jobId = await aReviewedJob(server, { ...clinic, facilityId }, author.user.id, 'Kept here.')
  expect(await staysHere(jobId)).toBe(true)
  await approve(server, clinic, jobId)
  expect(await jobOnceIn(server, jobId, 'COMPLETED', 'INCOMPLETE')).toMatchObject({ status: 'COMPLETED' })
  expect(await staysHere(jobId)).toBe(true)
  expect(await ehr.received(jobId)).toEqual([])
  const { rows } = await server.owner.query<{ comment: string }>(
    "select comment from audit_events where job_id = $1 and event = 'job.acceptFiling'",
    [jobId],
  )
  expect(rows).toEqual([{ comment: 'The facility has no EHR: the note stays in Dictara.' }])
})

test('an EHR type unknown to this installation makes the job incomplete immediately', async () => {
  const facilityId = await aFacility(server, clinic.clinicId)
  await server.owner.query("update facilities set ehr_type = 'other' where id = $1", [facilityId])
  const jobId = await aReviewedJob(server, { ...clinic, facilityId }, author.user.id, 'Nowhere to go.')
  await approve(server, clinic, jobId)
  expect((await jobOnceIn(server, jobId, 'COMPLETED', 'INCOMPLETE')).reason_for_failing).toContain('“other”')
})

test('only admins of demo clinics can see and set the demo EHR [Q192]', async () => {
  const realClinic = await aClinic(server, 'Real Clinic')
  await server.owner.query("update facilities set ehr_type = 'demo' where clinic_id = $1", [realClinic.clinicId])
  const stranger = await signedIn(server, realClinic.clinicId, { userType: 'clinicAdmin' })
  expect(await demoEhrOf(stranger, realClinic).behave('refuse')).toBe(403)
  expect(await demoEhrOf(stranger, clinic).behave('refuse')).toBe(404)
  expect(await demoEhrOf(author, clinic).behave('refuse')).toBe(403)
  const withoutEhr = await aFacility(server, clinic.clinicId)
  const clinicAdmin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin' })
  expect(await demoEhrOf(clinicAdmin, { ...clinic, facilityId: withoutEhr }).behave('refuse')).toBe(404)
  expect(await demoEhrOf(clinicAdmin, clinic).behave('accept')).toBe(200)
})
