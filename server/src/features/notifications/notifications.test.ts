import { identityCalls } from '@dictara/contract/identity'
import { jobCalls } from '@dictara/contract/jobs'
import { type LiveFrame, liveCloseCodes, notificationCalls as calls } from '@dictara/contract/notifications'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClinic, aJob, aNote, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { aLiveTab } from '../../testing/live-tab.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const photoId = '01900000-0000-7000-8000-000000000001'
let server: TestServer
let clinic: TestClinic
let doctor: TestClient
let typist: TestClient
let reviewer: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  const here = { facilityIds: [clinic.facilityId] }
  doctor = await signedIn(server, clinic.clinicId, { ...here, userPrivilege: 'NONE' })
  typist = await signedIn(server, clinic.clinicId, { ...here, userType: 'transcriptionist', firstName: 'Tess' })
  reviewer = await signedIn(server, clinic.clinicId, { ...here, userType: 'reviewer', firstName: 'Rita' })
  await server.owner.query(`update users set reviewer_flow = 'LEVEL_1', any_reviewer_level_1 = true where id = $1`, [
    doctor.user.id,
  ])
  await server.owner.query('update users set photo_blob_id = $2 where id = $1', [typist.user.id, photoId])
})
afterAll(() => server.close())

async function heldByTypist(): Promise<string> {
  const facts = { authorId: doctor.user.id, workType: 'Progress Note', holderId: typist.user.id }
  const jobId = await aJob(server, clinic, facts)
  await aNote(server, clinic, jobId, [['HISTORY', 'As converted.']])
  return jobId
}
const params = (id: string) => ({ params: { id } })
const comment = { comment: 'The drug is not clear.' }
const complete = (id: string) => typist.call(jobCalls.completeTranscription, { ...params(id), body: null })
const reject = (id: string) => typist.call(jobCalls.rejectTranscription, { ...params(id), body: comment })
const list = (who: TestClient, query = {}) => who.call(calls.listNotifications, { ...params(who.user.id), query })
const mark = (who: TestClient, query: object) => who.call(calls.markNotifications, { ...params(who.user.id), query })
const about = async (who: TestClient, jobId: string) =>
  (await list(who, { size: 100 })).result.filter(({ targetId }) => targetId === jobId)
const messages = (frames: LiveFrame[], jobId: string) =>
  frames.flatMap((frame) => (frame.type === 'message' && frame.notification.targetId === jobId ? [frame] : []))

describe('a notification', () => {
  test('contains what happened to which job, when, where, and by whom with their picture [NOTIF-04]', async () => {
    const jobId = await heldByTypist()
    await reject(jobId)
    expect(await about(doctor, jobId)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        readStatus: false,
        target: 'TRANSCRIPTIONIST_REJECTED',
        type: 'TRANSCRIPTIONIST_REJECTED',
        targetId: jobId,
        mayOpen: true,
        patientName: expect.stringMatching(/^\S+ \S+/),
        comment: comment.comment,
        senderName: 'Tess Doe',
        body: expect.stringMatching(/^The transcriptionist returned job \d{6} with a comment\.$/),
        createdDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        profilePicture: `/api/clinic/user/${typist.user.id}/photo/${photoId}`,
        facilities: { facilityName: 'Hill Clinic Main', timeZone: 'America/New_York', emrVerificationUrl: null },
      },
    ])
  })

  test('REVIEWER_REJECTED tells the transcriptionist and the author that the job was returned [NOTIF-06]', async () => {
    const jobId = await heldByTypist()
    await complete(jobId)
    await reviewer.call(jobCalls.startReview, params(jobId))
    await reviewer.call(jobCalls.rejectReview, { ...params(jobId), body: comment })
    const { rows } = await server.owner.query('select returned, holder_id from jobs where id = $1', [jobId])
    expect(rows).toEqual([{ returned: true, holder_id: typist.user.id }])
    const targets = async (who: TestClient) => (await about(who, jobId)).map(({ target }) => target)
    expect(await targets(typist)).toEqual(['REVIEWER_REJECTED'])
    expect(await targets(doctor)).toContain('REVIEWER_REJECTED')
    expect(await targets(reviewer)).not.toContain('REVIEWER_REJECTED')
  })

  test('has three types for a transcriptionist’s work: completed, rejected, ready [NOTIF-11]', async () => {
    const [rejected, completed] = [await heldByTypist(), await heldByTypist()]
    await reject(rejected)
    await complete(completed)
    const types = async (who: TestClient, jobId: string) => (await about(who, jobId)).map(({ type }) => type)
    expect(await types(doctor, rejected)).toEqual(['TRANSCRIPTIONIST_REJECTED'])
    expect(await types(doctor, completed)).toEqual(['TRANSCRIPTIONIST_COMPLETED'])
    expect(await types(reviewer, completed)).toEqual(['TRANSCRIPTIONIST_READY'])
  })
})

describe('the list of notifications', () => {
  test('answers success with five per page, newest first, and the numbers of all and of unread ones [NOTIF-05, NOTIF-21]', async () => {
    const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    const jobs = []
    for (let n = 0; n < 7; n += 1) {
      const facts = { authorId: author.user.id, workType: 'Progress Note', holderId: typist.user.id }
      const jobId = await aJob(server, clinic, facts)
      await aNote(server, clinic, jobId, [['HISTORY', 'As converted.']])
      await reject(jobId)
      jobs.unshift(jobId)
    }
    const first = await list(author)
    expect(first).toMatchObject({ status: 200, success: true, unReadCount: 7, size: 7 })
    expect(first.result.map(({ targetId }) => targetId)).toEqual(jobs.slice(0, 5))
    const address = `/clinic/user/${author.user.id}/notifications`
    await author.ask(`PUT ${address}?notificationId=${first.result[0]!.id}`)
    const second = await author.ask<{ targetId: string }>(`GET ${address}?page=1&size=5&notificationType=WEB`)
    expect(second).toMatchObject({ success: true, unReadCount: 6, size: 7 })
    expect(second.result.map(({ targetId }) => targetId)).toEqual(jobs.slice(5))
    expect((await list(author, { notificationType: 'MAIL' })).status).toBe(400)
    const others = { ...params(author.user.id), query: {} }
    expect((await doctor.call(calls.listNotifications, others)).status).toBe(404)
  })

  test('a person can mark one or all of their own notifications as read, and nobody else’s [NOTIF-22]', async () => {
    const [one, other] = [await heldByTypist(), await heldByTypist()]
    for (const jobId of [one, other]) await reject(jobId)
    const unread = async () => (await list(doctor)).unReadCount
    const [mine] = await about(doctor, one)
    const before = await unread()
    expect((await mark(typist, { notificationId: mine!.id })).status).toBe(404)
    expect(await unread()).toBe(before)
    const address = `/clinic/user/${doctor.user.id}/notifications`
    expect(await doctor.ask(`PUT ${address}?notificationId=${mine!.id}`)).toMatchObject({ status: 200, success: true })
    expect(await unread()).toBe(before - 1)
    expect((await about(doctor, one))[0]!.readStatus).toBe(true)
    expect((await about(doctor, other))[0]!.readStatus).toBe(false)
    await complete(await heldByTypist())
    const ofReviewer = (await list(reviewer)).unReadCount
    await doctor.ask(`PUT ${address}?notificationId=${mine!.id}&readAll=true`)
    expect([await unread(), (await list(reviewer)).unReadCount]).toEqual([0, ofReviewer])
  })
})

test('readAll marks all as read, even when one is named as well [Q030]', async () => {
  const jobs = [await heldByTypist(), await heldByTypist()]
  for (const jobId of jobs) await reject(jobId)
  const [one] = await about(doctor, jobs[0]!)
  expect((await mark(doctor, { notificationId: one!.id, readAll: true })).status).toBe(200)
  for (const jobId of jobs) expect((await about(doctor, jobId)).map(({ readStatus }) => readStatus)).toEqual([true])
})

test('a request that names no notification marks nothing as read and is refused [NOTIF-22]', async () => {
  await reject(await heldByTypist())
  const before = (await list(doctor)).unReadCount
  expect(before).toBeGreaterThan(0)
  const address = `PUT /clinic/user/${doctor.user.id}/notifications`
  for (const nothing of ['', '?readAll=false'])
    expect(await doctor.ask(address + nothing)).toMatchObject({ status: 400, success: false })
  expect((await list(doctor)).unReadCount).toBe(before)
})

describe('the live channel', () => {
  test('tells every tab of the person the new unread count after a read, and nobody else [NOTIF-22]', async () => {
    const [one, other] = [await heldByTypist(), await heldByTypist()]
    for (const jobId of [one, other]) await reject(jobId)
    const unread = (await list(doctor)).unReadCount
    const [tab, another, stranger] = [
      await aLiveTab(server.url, doctor),
      await aLiveTab(server.url, doctor),
      await aLiveTab(server.url, reviewer),
    ]
    const left = ({ frames }: { frames: LiveFrame[] }) =>
      frames.flatMap((frame) => (frame.type === 'read' ? [frame.counts.unReadCount] : []))
    const [mine] = await about(doctor, one)
    await mark(doctor, { notificationId: mine!.id })
    await expect.poll(() => [left(tab), left(another)]).toEqual([[unread - 1], [unread - 1]])
    // It is read already, so nothing changes and no tab gets a message.
    await mark(doctor, { notificationId: mine!.id })
    await mark(doctor, { readAll: true })
    await expect
      .poll(() => [left(tab), left(another)])
      .toEqual([
        [unread - 1, 0],
        [unread - 1, 0],
      ])
    expect(left(stranger)).toEqual([])
    for (const one of [tab, another, stranger]) one.close()
  })

  test('delivers each notification with the unread count, which grows by one', async () => {
    const tab = await aLiveTab(server.url, doctor)
    const before = (await list(doctor)).unReadCount
    const jobs = [await heldByTypist(), await heldByTypist()]
    for (const [n, jobId] of jobs.entries()) {
      await reject(jobId)
      await expect.poll(() => messages(tab.frames, jobId)).toHaveLength(1)
      const [frame] = messages(tab.frames, jobId)
      expect(frame!.counts.unReadCount).toBe(before + n + 1)
      // A pushed message contains no patient’s name.
      const [stored] = await about(doctor, jobId)
      expect(frame!.notification).toEqual({ ...stored!, patientName: null, comment: null })
    }
    tab.close()
  })

  test('tells a pool about a new job, and later that it has been taken [NOTIF-07, NOTIF-09]', async () => {
    const colleague = await signedIn(server, clinic.clinicId, {
      facilityIds: [clinic.facilityId],
      userType: 'reviewer',
    })
    const tab = await aLiveTab(server.url, colleague)
    const jobId = await heldByTypist()
    await complete(jobId)
    const received = () => messages(tab.frames, jobId).map(({ notification, counts }) => [notification.target, counts])
    const isNew = ['NEW_JOB_AVAILABLE', { unReadCount: 1 }]
    await expect.poll(received).toEqual([isNew])
    await reviewer.call(jobCalls.startReview, params(jobId))
    // The message only says that the job was taken. It is not an unread notification.
    await expect.poll(received).toEqual([isNew, ['JOB_READY_INPROGRESS', { unReadCount: 1 }]])
    expect((await about(colleague, jobId)).map(({ target }) => target)).toEqual(['NEW_JOB_AVAILABLE'])
    tab.close()
  })

  test('is closed by the server when its session signs out, and the channels of others stay open [NOTIF-20]', async () => {
    const [leaving, staying] = [await aLiveTab(server.url, reviewer), await aLiveTab(server.url, doctor)]
    await reviewer.call(identityCalls.logout, { query: { sessionId: reviewer.user.sessionId } })
    expect(await leaving.closed).toBe(liveCloseCodes.sessionEnded)
    const jobId = await heldByTypist()
    await reject(jobId)
    await expect.poll(() => messages(staying.frames, jobId)).toHaveLength(1)
    staying.close()
  })
})
