import { dashboardCalls } from '@dictara/contract/dashboards'
import { jobCalls } from '@dictara/contract/jobs'
import { notificationCalls as calls } from '@dictara/contract/notifications'
import { profileCalls } from '@dictara/contract/profile'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { aClinic, aFacility, aJob, aNote, aPerson, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import { aLiveTab, type LiveTab } from '../../testing/live-tab.ts'
import { type MailServer, startMailServer } from '../../testing/mail-server.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findJob } from '../jobs/index.ts'
import { chooseForMail, gatheredEveryMs, isGathered, type Mailable } from './mailing-rules.ts'

let server: TestServer
let mails: MailServer
let clinic: TestClinic
let doctor: TestClient
let typist: TestClient

beforeAll(async () => {
  mails = await startMailServer()
  server = await startTestServer({ settings: { DICTARA_SMTP_URL: mails.url } })
  clinic = await aClinic(server)
  typist = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], userType: 'transcriptionist' })
})
afterAll(async () => {
  await server.close()
  await mails.stop()
})
afterEach(() => vi.restoreAllMocks())

const signedInUser = (userType: 'doctor' | 'transcriptionist' | 'reviewer', more = {}) =>
  signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], userType, ...more })
async function rejectOne(by = typist, author = doctor): Promise<string> {
  const jobId = await aJob(server, clinic, { authorId: author.user.id, workType: 'Consultation', holderId: by.user.id })
  await aNote(server, clinic, jobId, [['HISTORY', 'As converted.']])
  const body = { comment: 'The drug of Ada Byron is not clear.' }
  expect((await by.call(jobCalls.rejectTranscription, { params: { id: jobId }, body })).status).toBe(200)
  return jobId
}
/** A job that just became available in its pool, announced by the system as after a conversion. */
async function newInPool(of = clinic): Promise<string> {
  const author = await aPerson(server, of.clinicId, { facilityIds: [of.facilityId], userPrivilege: 'NONE' })
  const jobId = await aJob(server, of, { authorId: author.id, status: 'AVAILABLE' })
  await tell(jobId, of)
  return jobId
}
const tell = (jobId: string, of = clinic) =>
  server.doors.asSystem(
    'task test',
    async (work) => {
      const job = (await findJob(work, jobId))!
      await work.record('job.moved', { transition: 'handToPool', before: job, job, comment: null })
    },
    of.clinicId,
  )
const tellFailure = (jobId: string) =>
  server.doors.asSystem(
    'task test',
    async (work) => {
      const job = (await findJob(work, jobId))!
      await work.record('job.moved', { transition: 'failFiling', before: job, job, comment: null })
    },
    clinic.clinicId,
  )
const notificationsOf = (who: TestClient) =>
  who.call(calls.listNotifications, { params: { id: who.user.id }, query: { size: 100 } })
const taskOf = (name: string) => server.app.tasks.find((task) => task.name === name)!
const run = (name: string, payload: object = {}) =>
  taskOf(name).run(payload, { signal: new AbortController().signal, id: 'run', attempt: 1, isLastAttempt: false })
const queued = async () =>
  (
    await server.owner.query<{ data: object }>("delete from pgboss.job where name = 'send-mail' returning data")
  ).rows.map(({ data }) => data)
/** Writes and sends the mails that are due. @returns those that arrived */
async function mailNow() {
  const before = mails.mails.length
  await run('mail-what-was-told')
  for (const mail of await queued()) await run('send-mail', mail)
  return mails.mails.slice(before)
}
/** Moves all earlier notifications into the past by this many minutes. */
async function minutesPass(minutes: number) {
  const ago = `$1 * interval '1 minute'`
  await server.owner.query(
    `update notifications set created_at = created_at - ${ago}, mail_due_at = mail_due_at - ${ago}, mailed_at = mailed_at - ${ago}`,
    [minutes],
  )
}
const numberOf = async (jobId: string) =>
  String((await server.owner.query('select number from jobs where id = $1', [jobId])).rows[0].number).padStart(6, '0')

describe('mail', () => {
  test('announces what is unread after five minutes in one mail, as text and HTML, with the jobs and links [Q027]', async () => {
    doctor = await signedInUser('doctor', { userPrivilege: 'NONE', firstName: 'Dana' })
    const jobs = [await numberOf(await rejectOne()), await numberOf(await rejectOne())]
    expect(await mailNow()).toEqual([])
    await minutesPass(6)
    const late = await numberOf(await rejectOne())
    const [mail, ...more] = await mailNow()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: doctor.user.email, subject: '3 new notifications in Dictara' })
    for (const text of [mail!.text, mail!.html]) {
      for (const job of [...jobs, late])
        expect(text).toContain(`Hill Clinic Main: The transcriptionist returned job ${job}`)
      expect(text).toContain(`${server.url}/dashboard/jobs-list/rejected`)
      expect(text).toContain(`${server.url}/dashboard/settings/profile?tab=notification-config`)
      expect(text).toContain('Dear Dana,')
    }
    expect(mail!.html).toMatch(/<a href="[^"]+\/jobs-list\/rejected"[^>]*>Open rejected jobs<\/a>/)
    await minutesPass(30)
    expect(await mailNow()).toEqual([])
  })

  test('tells the managers of a facility what happens to its plan, whatever they have silenced', async () => {
    const facilityId = await aFacility(server, clinic.clinicId, { name: 'Hill Annex' })
    const admin = await signedIn(server, clinic.clinicId, { userType: 'admin', facilityIds: [facilityId] })
    await server.owner.query('update users set emr_submission_failure_notification = false where id = $1', [
      admin.user.id,
    ])
    const body = 'The free trial ends on March 7, 2027.'
    const trialEnd = { facilityId, target: 'TRIAL_ENDS', event: 'TRIAL_ENDS of a test', body } as const
    for (let time = 0; time < 2; time += 1)
      await server.doors.asSystem('task test', (work) => work.record('payment.told', trialEnd), clinic.clinicId)
    await minutesPass(6)
    const [mail, ...more] = await mailNow()
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: admin.user.email, subject: 'The free trial ends on March 7, 2027' })
    expect(mail!.text).toContain(`Hill Annex: ${body}`)
    expect(mail!.html).toMatch(/<a href="[^"]+\/dashboard\/billing\/manage-subscription"[^>]*>Open the plan<\/a>/)
  })

  test('contains no name, MRN, birth date or comment', async () => {
    doctor = await signedInUser('doctor', { userPrivilege: 'NONE' })
    const job = await numberOf(await rejectOne())
    await minutesPass(6)
    const [mail] = await mailNow()
    expect(mail!.subject).toBe(`The transcriptionist returned job ${job} with a comment`)
    for (const text of [mail!.subject, mail!.text, mail!.html])
      expect(text).not.toMatch(/Ada|Byron|MRN\d|1961|drug|Tess/)
  })

  test('leaves out notifications that were read, silenced or undone, and those of people who cannot sign in [Q027]', async () => {
    doctor = await signedInUser('doctor', { userPrivilege: 'NONE' })
    const [reads, silent, gone] = [doctor, await signedInUser('doctor'), await signedInUser('doctor')]
    const on = {
      facilityAuthenticationNotification: true,
      jobUpdateNotification: true,
      emrSubmissionSuccessNotification: true,
      emrSubmissionFailureNotification: true,
    }
    await silent.call(profileCalls.saveNotificationConfig, { body: { ...on, jobUpdateNotification: false } })
    for (const author of [reads, silent, gone]) await rejectOne(typist, author)
    await reads.call(calls.markNotifications, { params: { id: reads.user.id }, query: { readAll: true } })
    await server.owner.query('update users set is_enabled = false where id = $1', [gone.user.id])
    const undone = server.doors.asSystem(
      'task test',
      async (work) => {
        const job = (await findJob(work, await aJob(server, clinic, { authorId: doctor.user.id })))!
        await work.record('job.moved', { transition: 'failFiling', before: job, job, comment: null })
        throw new Error('undone')
      },
      clinic.clinicId,
    )
    await expect(undone).rejects.toThrow('undone')
    await minutesPass(6)
    expect(await mailNow()).toEqual([])
    expect((await server.owner.query('select from notifications where mail_due_at is not null')).rows).toEqual([])
  })

  test('about a pool comes after half an hour, at most every four hours, for free jobs only, and not to people at work', async () => {
    const here = await aClinic(server, 'Pool Clinic')
    const typists = { userType: 'transcriptionist', facilityIds: [here.facilityId] } as const
    const away = await aPerson(server, here.clinicId, typists)
    const taker = await signedIn(server, here.clinicId, typists)
    const [taken, free] = [await newInPool(here), await newInPool(here)]
    await aNote(server, here, taken, [['HISTORY', 'As converted.']])
    expect((await taker.call(jobCalls.startTranscription, { params: { id: taken } })).status).toBe(200)
    await server.owner.query(`update sessions set last_activity_at = now() + interval '1 second' where user_id = $1`, [
      taker.user.id,
    ])
    await minutesPass(20)
    expect(await mailNow()).toEqual([])
    await minutesPass(15)
    const first = await mailNow()
    expect(first.map(({ to }) => to)).toEqual([away.email])
    expect(first[0]!.text).toContain(`Job ${await numberOf(free)} is ready to be transcribed.`)
    expect(first[0]!.text).not.toContain(await numberOf(taken))
    expect(first[0]!.text).toContain(`${server.url}/dashboard/jobs-list/available`)
    const next = [await newInPool(here), await newInPool(here), await newInPool(here)]
    await server.owner.query('delete from notifications where user_id = $1 and read_at is null and mail_id is null', [
      taker.user.id,
    ])
    await minutesPass(180)
    expect(await mailNow()).toEqual([])
    await minutesPass(70)
    const second = await mailNow()
    expect(second.map(({ subject }) => subject)).toEqual(['3 new notifications in Dictara'])
    for (const job of next) expect(second[0]!.text).toContain(await numberOf(job))
  })

  test('is sent once even for simultaneous and repeated attempts, and a failed mail is sent later as the same mail', async () => {
    doctor = await signedInUser('doctor', { userPrivilege: 'NONE' })
    await rejectOne()
    await minutesPass(6)
    const before = mails.mails.length
    await Promise.all([run('mail-what-was-told'), run('mail-what-was-told')])
    const [mail, ...more] = (await queued()) as { id: string }[]
    expect(more).toEqual([])
    const both = await Promise.allSettled([run('send-mail', mail), run('send-mail', mail)])
    expect(both.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0)
    for (let again = 0; again < 3; again += 1) await run('send-mail', mail)
    expect(mails.mails.slice(before).map(({ messageId }) => messageId)).toEqual([`<${mail!.id}@dictara>`])

    await rejectOne()
    await minutesPass(6)
    await run('mail-what-was-told')
    const [next] = (await queued()) as { id: string }[]
    mails.refuseNext(1)
    await expect(run('send-mail', next)).rejects.toThrow()
    await run('send-mail', next)
    await run('send-mail', next)
    expect(mails.mails.slice(before + 1).map(({ messageId }) => messageId)).toEqual([`<${next!.id}@dictara>`])
  })

  test('that waits for a mail server is counted in the standing of the systems like any other mail', async () => {
    const admin = await signedIn(server, clinic.clinicId, { userType: 'clinicAdmin', facilityIds: [clinic.facilityId] })
    doctor = await signedInUser('doctor', { userPrivilege: 'NONE' })
    await rejectOne()
    await minutesPass(6)
    const waiting = async () =>
      (await admin.call(dashboardCalls.getAtWork, {})).result[0]!.systems.find(({ system }) => system === 'MAIL')!
        .waiting
    const before = await waiting()
    await run('mail-what-was-told')
    expect(await waiting()).toBe(before + 1)
    await queued()
  })

  test('any set of notifications is covered by at most one mail each, and none stays due', () => {
    const now = new Date('2026-11-20T12:00:00Z')
    const moment = fc.integer({ min: -600, max: 60 }).map((minutes) => new Date(now.getTime() + minutes * 60_000))
    const row = fc.record({
      id: fc.uuid(),
      target: fc.constantFrom('NEW_JOB_AVAILABLE', 'TRANSCRIPTIONIST_COMPLETED', 'REVIEWER_REJECTED', 'VERIFY_EMR'),
      jobId: fc.constantFrom('a', 'b', 'c'),
      createdAt: moment,
      mailDueAt: moment,
      isRead: fc.boolean(),
      isFree: fc.boolean(),
    })
    const reader = fc.record({ lastAtWork: fc.option(moment), lastGathered: fc.option(moment) })
    fc.assert(
      fc.property(fc.uniqueArray(row, { selector: ({ id }) => id, maxLength: 12 }), reader, (given, who) => {
        const rows: Mailable[] = given
        const { tells, done, later, laterAt } = chooseForMail(rows, who, now)
        const settled = [...done, ...later].map(({ id }) => id)
        expect(new Set(settled).size).toBe(settled.length)
        for (const one of rows) if (one.mailDueAt <= now) expect(settled).toContain(one.id)
        for (const one of tells) expect([done.includes(one), one.isRead]).toEqual([true, false])
        if (later.length > 0) expect(laterAt.getTime()).toBeGreaterThan(now.getTime())
        const wasGathered = who.lastGathered && now.getTime() - who.lastGathered.getTime() < gatheredEveryMs
        if (wasGathered) expect(tells.filter(({ target }) => isGathered(target))).toEqual([])
        const pool = tells.filter(({ target }) => target === 'NEW_JOB_AVAILABLE').map(({ jobId }) => jobId)
        expect(new Set(pool).size).toBe(pool.length)
      }),
    )
  })
})

describe('an event', () => {
  test('creates one notification, however often and simultaneously it is handled', async () => {
    const [one, other] = [await signedInUser('transcriptionist'), await signedInUser('transcriptionist')]
    const tab = await aLiveTab(server.url, one)
    const jobId = await newInPool()
    await Promise.all([tell(jobId), tell(jobId), tell(jobId)])
    for (const who of [one, other]) {
      const { result, unReadCount } = await notificationsOf(who)
      expect([result.filter(({ targetId }) => targetId === jobId).length, unReadCount]).toEqual([1, 1])
    }
    const heard = () => tab.frames.flatMap((frame) => (frame.type === 'message' ? [frame] : []))
    await expect.poll(() => heard().length).toBeGreaterThan(0)
    const names = new Set(heard().map(({ notification }) => notification.id))
    expect([names.size, heard().at(-1)!.counts.unReadCount]).toEqual([1, 1])
    tab.close()
    // The job is announced again in a later version, which is news.
    await server.owner.query('update jobs set version = version + 1 where id = $1', [jobId])
    await tell(jobId)
    expect((await notificationsOf(one)).unReadCount).toBe(2)
  })

  test('of a note that could not be filed notifies its author and last holder, once each [NOTIF-08]', async () => {
    const [author, last] = [await signedInUser('doctor'), await signedInUser('reviewer')]
    const jobId = await aJob(server, clinic, {
      authorId: author.user.id,
      status: 'IN_REVIEW',
      level: 'LEVEL_1',
      holderId: last.user.id,
    })
    for (let time = 0; time < 2; time += 1) await tellFailure(jobId)
    for (const who of [author, last])
      expect((await notificationsOf(who)).result).toMatchObject([
        {
          target: 'TRANSCRIPTION_WRITE_FAILED',
          targetId: jobId,
          body: expect.stringMatching(/could not be written to the EHR\.$/),
        },
      ])
  })

  test('that a person silenced still updates their live list of new jobs, without an unread notification [Q027]', async () => {
    const silent = await signedInUser('transcriptionist')
    await server.owner.query('update users set job_update_notification = false where id = $1', [silent.user.id])
    const tab = await aLiveTab(server.url, silent)
    await newInPool()
    const heard = () =>
      tab.frames.flatMap((frame) =>
        frame.type === 'message' ? [[frame.notification.target, frame.notification.readStatus, frame.counts]] : [],
      )
    await expect.poll(heard).toEqual([['NEW_JOB_AVAILABLE', true, { unReadCount: 0 }]])
    expect((await notificationsOf(silent)).size).toBe(0)
    tab.close()
  })

  test('for six hundred people takes as many statements as one for five, and one short announcement', async () => {
    async function poolOf(people: number) {
      const of = await aClinic(server, `Clinic of ${people}`)
      const { id } = await aPerson(server, of.clinicId, { userType: 'transcriptionist', facilityIds: [of.facilityId] })
      await server.owner.query(
        `with made as (insert into users (id, clinic_id, email, password_hash, first_name, last_name, user_type, user_privilege)
           select uuidv7(), clinic_id, n || email, password_hash, first_name, last_name, user_type, user_privilege
           from users, generate_series(2, $2) n where id = $1 returning id, clinic_id)
         insert into facility_users (clinic_id, facility_id, user_id) select clinic_id, $3, id from made`,
        [id, people, of.facilityId],
      )
      const tabs: LiveTab[] = []
      for (let n = 0; n < Math.min(people, 20) / 5; n += 1)
        tabs.push(
          await aLiveTab(
            server.url,
            await signedIn(server, of.clinicId, { userType: 'transcriptionist', facilityIds: [of.facilityId] }),
          ),
        )
      const author = await aPerson(server, of.clinicId, { facilityIds: [of.facilityId], userPrivilege: 'NONE' })
      const jobId = await aJob(server, of, { authorId: author.id, status: 'AVAILABLE' })
      const asked = vi.spyOn(pg.Client.prototype, 'query')
      const announced: string[] = []
      const listener = new pg.Client({ connectionString: server.ownerUrl })
      await listener.connect()
      await listener.query('listen dictara_live')
      listener.on('notification', ({ payload }) => payload?.includes(jobId) && announced.push(payload))
      asked.mockClear()
      await tell(jobId, of)
      for (const tab of tabs) await expect.poll(() => tab.frames.length).toBe(1)
      const statements = asked.mock.calls
        .map(([first]) => (typeof first === 'string' ? first : (first as { text?: string }).text) ?? '')
        .filter((text) => /notifications|pg_notify|from jobs|"jobs"/.test(text))
      vi.restoreAllMocks()
      await listener.end()
      for (const tab of tabs) tab.close()
      const { rows } = await server.owner.query('select count(*)::int as n from notifications where clinic_id = $1', [
        of.clinicId,
      ])
      return { told: rows[0].n, statements: statements.length, announced }
    }
    const [few, many] = [await poolOf(5), await poolOf(600)]
    expect([few.told, many.told]).toEqual([6, 604])
    expect(many.statements).toBe(few.statements)
    expect(many.statements).toBeLessThanOrEqual(7)
    expect([few.announced.length, many.announced.length]).toEqual([1, 1])
    expect(many.announced[0]!.length).toBeLessThan(500)
  })
})

test('asks a person to verify at an EHR once, until they have done so, and again after it expires [NOTIF-10, Q027]', async () => {
  const facilityId = await aFacility(server, clinic.clinicId, { name: 'EHR House' })
  const author = await signedIn(server, clinic.clinicId, { facilityIds: [facilityId] })
  const typing = await signedIn(server, clinic.clinicId, { facilityIds: [facilityId], userType: 'transcriptionist' })
  const tab = await aLiveTab(server.url, author)
  const url = `/dashboard/verify-emr/${clinic.clinicId}/user/${author.user.id}?facilityId=${facilityId}`
  await server.owner.query('update facilities set verification_asked_since = now() where id = $1', [facilityId])
  const asked = async () => (await notificationsOf(author)).result.filter(({ target }) => target === 'VERIFY_EMR')
  for (let time = 0; time < 2; time += 1) await run('tell-of-verifications')
  const facilities = { facilityName: 'EHR House', timeZone: 'America/New_York', emrVerificationUrl: url }
  expect(await asked()).toMatchObject([{ type: 'VERIFY_EMR', targetId: facilityId, readStatus: false, facilities }])
  expect((await notificationsOf(typing)).size).toBe(0)
  await expect.poll(() => tab.frames.map(({ type }) => type)).toEqual(['message'])
  const verification = (status: string) =>
    server.owner.query(
      `insert into emr_verifications (clinic_id, facility_id, user_id, status) values ($1, $2, $3, $4)
       on conflict (clinic_id, user_id, facility_id) do update set status = $4, updated_at = now()`,
      [clinic.clinicId, facilityId, author.user.id, status],
    )
  await verification('VERIFIED')
  await run('tell-of-verifications')
  expect(await asked()).toMatchObject([{ facilities: { ...facilities, emrVerificationUrl: null } }])
  await verification('EXPIRED')
  for (let time = 0; time < 2; time += 1) await run('tell-of-verifications')
  expect((await asked()).map(({ body }) => body)).toEqual([
    'Your EHR verification has expired. Please renew it.',
    'The EHR needs you to verify who you are.',
  ])
  await minutesPass(6)
  const mail = (await mailNow()).find(({ to }) => to === author.user.email)
  expect(mail!.text).toContain(`${server.url}/dashboard\n`)
  tab.close()
})
