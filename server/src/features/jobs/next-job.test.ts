import { type JobStage, jobCalls as calls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aClinic,
  aFacility,
  aJob,
  aNote,
  signedIn,
  type TestClinic,
  type TestJob,
  type TestPerson,
} from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { times } from '../../../../tools/src/times.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

interface Place {
  clinic: TestClinic
  author: TestClient
  join(person?: TestPerson): Promise<TestClient>
  job(facts?: Partial<TestJob> & { priority?: string; firstApproverId?: string; returned?: boolean }): Promise<string>
}

/** A clinic whose author uses the pool of transcriptionists and lets any reviewer of the facility review. */
async function aPlace({ reviewerFlow = 'LEVEL_1' } = {}): Promise<Place> {
  const clinic = await aClinic(server)
  const join = (person: TestPerson = {}) =>
    signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], ...person })
  const author = await join({ userPrivilege: 'NONE' })
  await server.owner.query(
    'update users set reviewer_flow = $2, any_reviewer_level_1 = true, any_reviewer_level_2 = true where id = $1',
    [author.user.id, reviewerFlow],
  )
  return {
    clinic,
    author,
    join,
    async job({ priority = 'ROUTINE', firstApproverId, returned = false, ...facts } = {}) {
      const id = await aJob(server, clinic, { authorId: author.user.id, workType: 'Progress Note', ...facts })
      await aNote(server, clinic, id, [['HISTORY', 'As converted.']])
      await server.owner.query(
        'update jobs set priority = $2, first_approver_id = $3, review_levels = $4, returned = $5 where id = $1',
        [id, priority, firstApproverId ?? null, facts.level ? 2 : null, returned],
      )
      return id
    },
  }
}

const ready = { status: 'READY', level: 'LEVEL_1' } as const
const askNext = (who: TestClient, stage: JobStage, after?: string) =>
  who.call(calls.nextJob, { body: { stage, ...(after && { after }) } })
/** The job that the person is given with the reason, or undefined. */
async function next(who: TestClient, stage: JobStage, after?: string) {
  const { status, message, result } = await askNext(who, stage, after)
  expect(status, message).toBe(200)
  expect(result.length).toBeLessThan(2)
  return (
    result[0] && { id: result[0].jobId, why: result[0].why, status: result[0].status, heldBy: result[0].heldBy?.id }
  )
}
const look = async (who: TestClient, stage: JobStage, after?: string) => {
  const { result } = await who.call(calls.lookAtNextJob, { query: { stage, ...(after && { after }) } })
  return result[0] && { id: result[0].jobId, why: result[0].why }
}

describe('simultaneous requests', () => {
  test.each([
    ['REVIEW', 'reviewer', ready],
    ['TRANSCRIPTION', 'transcriptionist', { status: 'AVAILABLE' }],
  ] as const)(
    '20 people who request %s at the same time share a pool of 15 as 15 different jobs and 5 empty answers [Q201]',
    async (stage, userType, pooled) => {
      const place = await aPlace()
      const people = await Promise.all(Array.from({ length: 20 }, () => place.join({ userType })))
      for (let round = 0; round < 3; round += 1) {
        const pool = await Promise.all(Array.from({ length: 15 }, () => place.job(pooled)))
        const got = await Promise.all(people.map((who) => next(who, stage)))
        const given = got.filter((one) => one !== undefined)
        expect(given.map(({ id }) => id).toSorted()).toEqual(pool.toSorted())
        expect(got.filter((one) => one === undefined)).toHaveLength(5)
        for (const [index, one] of got.entries()) if (one) expect(one.heldBy).toBe(people[index]!.user.id)
        const { rows } = await server.owner.query(
          'select job_id from job_stints where job_id = any($1) and ended_at is null',
          [pool],
        )
        expect(rows).toHaveLength(15)
        await server.owner.query('update jobs set is_enabled = false where id = any($1)', [pool])
      }
    },
    60_000,
  )

  test('a job that another person is taking at this moment is skipped without waiting [Q201]', async () => {
    const place = await aPlace()
    const reviewer = await place.join({ userType: 'reviewer' })
    const first = await place.job({ ...ready, priority: 'STAT' })
    const second = await place.job(ready)
    const blocker = await server.owner.connect()
    await blocker.query('begin')
    await blocker.query('select from jobs where id = $1 for update', [first])
    expect(await next(reviewer, 'REVIEW')).toMatchObject({ id: second, why: 'oldest' })
    await blocker.query('rollback')
    blocker.release()
  })

  test.each([
    ['REVIEW', 'reviewer', ready],
    ['TRANSCRIPTION', 'transcriptionist', { status: 'AVAILABLE' }],
  ] as const)(
    'a person who requests %s several times at the same time gets the same job each time [Q201]',
    async (stage, userType, pooled) => {
      const place = await aPlace()
      const person = await place.join({ userType })
      await Promise.all(Array.from({ length: 8 }, () => place.job(pooled)))
      const got = await Promise.all(Array.from({ length: 8 }, () => next(person, stage)))
      expect(new Set(got.map((one) => one?.id)).size).toBe(1)
      expect(got.map((one) => one?.why).toSorted()).toEqual([...Array.from({ length: 7 }, () => 'held'), 'oldest'])
    },
  )

  test('a job can be taken while another transaction adds a row about it [Q201]', async () => {
    const place = await aPlace()
    const reviewer = await place.join({ userType: 'reviewer' })
    const id = await place.job(ready)
    const blocker = await server.owner.connect()
    await blocker.query('begin')
    await blocker.query('select from jobs where id = $1 for key share', [id])
    expect(await next(reviewer, 'REVIEW')).toMatchObject({ id })
    await blocker.query('rollback')
    blocker.release()
  })
})

describe('the Next call', () => {
  test('only people who may take the job can prefetch its text, and the audit records a prefetch as such [Q201]', async () => {
    const place = await aPlace()
    const typist = await place.join({ userType: 'transcriptionist' })
    const stranger = await signedIn(server, place.clinic.clinicId, { userType: 'transcriptionist', facilityIds: [] })
    const id = await place.job({ status: 'AVAILABLE' })
    const ahead = { params: { id }, query: { ahead: 'true' as const } }
    expect(await look(typist, 'TRANSCRIPTION')).toMatchObject({ id })
    for (const spec of [noteCalls.getSections, noteCalls.listWords]) {
      expect((await typist.call(spec, ahead)).status).toBe(200)
      expect((await stranger.call(spec, ahead)).status).toBe(404)
    }
    expect((await typist.call(noteCalls.getSections, { params: { id } })).status).toBe(200)
    const { rows } = await server.owner.query(
      "select distinct user_id, detail from audit_events where job_id = $1 and event = 'note.viewed' order by detail",
      [id],
    )
    expect(rows).toEqual([
      { user_id: typist.user.id, detail: { ahead: 'true' } },
      { user_id: typist.user.id, detail: null },
    ])
  })

  test('starts the job, with the same stint, audit event and refusals as a start [Q201]', async () => {
    const place = await aPlace()
    const reviewer = await place.join({ userType: 'reviewer' })
    const typist = await place.join({ userType: 'transcriptionist' })
    const biller = await place.join({ userType: 'biller' })
    expect(await askNext(reviewer, 'REVIEW')).toMatchObject({ status: 200, success: true, result: [] })
    const id = await place.job(ready)
    expect(await next(reviewer, 'REVIEW')).toEqual({
      id,
      why: 'oldest',
      status: 'IN_REVIEW',
      heldBy: reviewer.user.id,
    })
    const { rows } = await server.owner.query(
      'select event, from_status, to_status from audit_events where job_id = $1 and user_id = $2 order by id',
      [id, reviewer.user.id],
    )
    expect(rows).toEqual([{ event: 'job.startReview', from_status: 'READY', to_status: 'IN_REVIEW' }])
    expect((await askNext(reviewer, 'TRANSCRIPTION')).status).toBe(422)
    expect((await askNext(typist, 'REVIEW')).status).toBe(422)
    expect((await askNext(biller, 'REVIEW')).status).toBe(403)
  })

  test('gives returned jobs first, then held ones, then the pool, and skips the job just finished [Q201]', async () => {
    const place = await aPlace()
    const typist = await place.join({ userType: 'transcriptionist' })
    const held = { holderId: typist.user.id }
    const pooled = await place.job({ status: 'AVAILABLE', priority: 'STAT' })
    const begun = await place.job({ ...held, priority: 'STAT' })
    const returned = await place.job({ ...held, returned: true })
    expect(await next(typist, 'TRANSCRIPTION')).toMatchObject({ id: returned, why: 'returned' })
    expect(await next(typist, 'TRANSCRIPTION', returned)).toMatchObject({ id: begun, why: 'held' })
    await server.owner.query('update jobs set is_enabled = false where id = $1', [returned])
    expect(await next(typist, 'TRANSCRIPTION', begun)).toMatchObject({ id: pooled, why: 'stat' })
  })

  test('gives authors their own notes, returned ones first, and nothing from the pool of others [Q201]', async () => {
    const place = await aPlace()
    const doctor = await place.join()
    await place.job({ status: 'AVAILABLE' })
    await place.job(ready)
    expect(await next(doctor, 'TRANSCRIPTION')).toBeUndefined()
    expect(await next(doctor, 'REVIEW')).toBeUndefined()
    const own = { authorId: doctor.user.id, holderId: doctor.user.id }
    const begun = await place.job(own)
    const returned = await place.job({ ...own, returned: true })
    expect(await next(doctor, 'TRANSCRIPTION')).toMatchObject({ id: returned, why: 'returned' })
    expect(await next(doctor, 'TRANSCRIPTION', returned)).toMatchObject({ id: begun, why: 'held' })
  })

  test('never gives a job that the person may not take, even the first of the pool [Q201, Q200]', async () => {
    const place = await aPlace()
    const { clinic } = place
    const reviewer = await place.join({ userType: 'reviewer' })
    const typist = await place.join({ userType: 'transcriptionist' })
    const stat = { priority: 'STAT' }
    const closed = await aFacility(server, clinic.clinicId, { isEnabled: false })
    const elsewhere = await aFacility(server, clinic.clinicId)
    for (const { user } of [reviewer, typist])
      await server.owner.query('insert into facility_users values ($1, $2, $3)', [clinic.clinicId, closed, user.id])
    // This author has not chosen any reviewer.
    const otherAuthor = await place.join()
    await place.job({ ...ready, ...stat, authorId: otherAuthor.user.id })
    for (const facilityId of [closed, elsewhere]) {
      await place.job({ ...ready, ...stat, facilityId })
      await place.job({ status: 'AVAILABLE', ...stat, facilityId })
    }
    await place.job({ status: 'IN_REVIEW', level: 'LEVEL_1', ...stat, facilityId: closed, holderId: reviewer.user.id })
    await place.job({ status: 'READY', level: 'LEVEL_2', ...stat, firstApproverId: reviewer.user.id })
    const deleted = await place.job({ ...ready, ...stat })
    await server.owner.query('update jobs set is_enabled = false where id = $1', [deleted])
    await (await aPlace()).job({ ...ready, ...stat })

    expect(await next(reviewer, 'REVIEW')).toBeUndefined()
    expect(await next(typist, 'TRANSCRIPTION')).toBeUndefined()
    const [level2, available] = [
      await place.job({ status: 'READY', level: 'LEVEL_2', firstApproverId: otherAuthor.user.id }),
      await place.job({ status: 'AVAILABLE' }),
    ]
    expect(await next(reviewer, 'REVIEW')).toMatchObject({ id: level2 })
    expect(await next(typist, 'TRANSCRIPTION')).toMatchObject({ id: available })
  })

  test('gives a clinicAdmin only jobs that nobody else may review or that name them as reviewer [Q201]', async () => {
    const place = await aPlace()
    const boss = await place.join({ userType: 'clinicAdmin', facilityIds: [] })
    await place.job(ready)
    const otherAuthor = await place.join()
    await place.join({ userType: 'reviewer' })
    const stuck = await place.job({ ...ready, authorId: otherAuthor.user.id })
    expect(await next(boss, 'REVIEW')).toMatchObject({ id: stuck })
    expect(await next(boss, 'REVIEW', stuck)).toBeUndefined()
    const chosen = await place.job(ready)
    await server.owner.query("insert into author_reviewers values ($1, $2, 'LEVEL_1', $3)", [
      place.clinic.clinicId,
      place.author.user.id,
      boss.user.id,
    ])
    expect((await next(boss, 'REVIEW', stuck))?.id).not.toBe(chosen)
  })

  test('with look-ahead takes nothing, writes an audit event, and names the job that Next then gives [Q201]', async () => {
    const place = await aPlace()
    const reviewer = await place.join({ userType: 'reviewer' })
    const held = await place.job({ status: 'IN_REVIEW', level: 'LEVEL_1', holderId: reviewer.user.id })
    const stat = await place.job({ ...ready, priority: 'STAT' })
    expect(await look(reviewer, 'REVIEW', held)).toEqual({ id: stat, why: 'stat' })
    const { rows } = await server.owner.query('select status from jobs where id = $1', [stat])
    expect(rows).toEqual([{ status: 'READY' }])
    expect(await next(reviewer, 'REVIEW', held)).toMatchObject({ id: stat })
    const { rowCount } = await server.owner.query(
      "select from audit_events where session_id = $1 and event = 'job.next-looked-at'",
      [reviewer.user.sessionId],
    )
    expect(rowCount).toBe(1)
  })
})

describe('the order of Next', () => {
  type Act =
    | { kind: 'dictate'; isStat: boolean; hoursAgo: number; isConsultation: boolean }
    | { kind: 'next' | 'finish' | 'release'; who: 0 | 1 }
    | { kind: 'return'; who: 0 | 1; which: number }
    | { kind: 'set-priority'; which: number; isStat: boolean }
  const who = fc.constantFrom(0 as const, 1 as const)
  const which = fc.nat(9)
  const acts = fc.array(
    fc.oneof(
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('dictate' as const),
          isStat: fc.boolean(),
          hoursAgo: fc.integer({ min: 1, max: 40 }),
          isConsultation: fc.boolean(),
        }),
      },
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('next' as const), who }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('finish' as const, 'release' as const), who }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('return' as const), who, which }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant('set-priority' as const), which, isStat: fc.boolean() }) },
    ),
    { minLength: 8, maxLength: 24 },
  )

  /** The rules, written independently of the product’s code. */
  interface Known {
    id: string
    isStat: boolean
    isConsultation: boolean
    at: number
    holder: number | null
    isReturned: boolean
    isDone: boolean
  }
  const hourMs = 3_600_000
  const due = ({ at, isStat, isConsultation }: Known) => at + (isStat ? 2 : isConsultation ? 5 : 24) * hourMs
  const before = (one: Known, other: Known) =>
    Number(other.isStat) - Number(one.isStat) ||
    due(one) - due(other) ||
    one.at - other.at ||
    (one.id < other.id ? -1 : 1)
  function expected(jobs: readonly Known[], person: number, after?: string) {
    const open = jobs.filter(({ isDone, id }) => !isDone && id !== after)
    const first = (some: Known[]) => some.toSorted(before)[0]
    const mine = open.filter(({ holder }) => holder === person)
    const returned = first(mine.filter(({ isReturned }) => isReturned))
    if (returned) return { job: returned, why: 'returned' }
    const held = first(mine)
    if (held) return { job: held, why: 'held' }
    const pooled = first(open.filter(({ holder }) => holder === null))
    return pooled && { job: pooled, why: pooled.isStat ? 'stat' : 'oldest' }
  }

  test('is returned, held, then STAT, due time and age, over random histories of two people [Q201, Q200]', async () => {
    const place = await aPlace({ reviewerFlow: 'NONE' })
    const people = [
      await place.join({ userType: 'transcriptionist' }),
      await place.join({ userType: 'transcriptionist' }),
    ]
    await server.owner.query("insert into turnaround_targets values ($1, $2, 'Consultation', 'ROUTINE', 300)", [
      place.clinic.clinicId,
      place.clinic.facilityId,
    ])
    const start = Date.parse('2026-11-20T00:00:00Z')
    let given = 0
    const run = async (history: readonly Act[]) => {
      await server.owner.query('update jobs set is_enabled = false where clinic_id = $1', [place.clinic.clinicId])
      const jobs: Known[] = []
      /** The job that each person has open. */
      const open: (Known | undefined)[] = [undefined, undefined]
      const take = async (person: number, after?: string) => {
        const should = expected(jobs, person, after)
        const shown = await look(people[person]!, 'TRANSCRIPTION', after)
        const got = await next(people[person]!, 'TRANSCRIPTION', after)
        expect(got && { id: got.id, why: got.why }).toEqual(should && { id: should.job.id, why: should.why })
        expect(shown).toEqual(should && { id: should.job.id, why: should.why })
        if (should) should.job.holder = person
        open[person] = should?.job
        given += should ? 1 : 0
      }
      const act: { [K in Act['kind']]: (one: Extract<Act, { kind: K }>) => Promise<unknown> } = {
        async dictate({ isStat, isConsultation, hoursAgo }) {
          const at = start - hoursAgo * hourMs
          const id = await place.job({
            status: 'AVAILABLE',
            priority: isStat ? 'STAT' : 'ROUTINE',
            workType: isConsultation ? 'Consultation' : 'Progress Note',
            submittedAt: new Date(at).toISOString(),
          })
          jobs.push({ id, isStat, isConsultation, at, holder: null, isReturned: false, isDone: false })
        },
        next: ({ who: person }) => take(person, open[person]?.id),
        async finish({ who: person }) {
          const job = open[person]
          if (!job || job.isDone) return
          const { status } = await people[person]!.call(calls.completeTranscription, {
            params: { id: job.id },
            body: null,
          })
          expect(status).toBe(200)
          Object.assign(job, { isDone: true, holder: null })
          await take(person, job.id)
        },
        async release({ who: person }) {
          const job = open[person]
          if (!job || job.isDone || job.holder !== person) return
          expect((await people[person]!.call(calls.releaseJob, { params: { id: job.id } })).status).toBe(200)
          Object.assign(job, { holder: null })
          open[person] = undefined
        },
        async return({ who: person, which: index }) {
          const job = jobs.filter(({ holder, isDone }) => holder === null && !isDone)[index]
          if (!job) return
          await server.owner.query(
            "update jobs set status = 'IN_PROGRESS', returned = true, holder_id = $2, version = version + 1 where id = $1",
            [job.id, people[person]!.user.id],
          )
          Object.assign(job, { holder: person, isReturned: true })
        },
        async 'set-priority'({ which: index, isStat }) {
          const job = jobs.filter(({ isDone }) => !isDone)[index]
          if (!job) return
          const { status } = await place.author.call(calls.setPriority, {
            params: { id: job.id },
            body: { priority: isStat ? 'STAT' : 'ROUTINE' },
          })
          expect(status).toBe(200)
          job.isStat = isStat
        },
      }
      for (const one of history) await act[one.kind](one as never)
      await take(0, open[0]?.id)
      await take(1, open[1]?.id)
    }
    await fc.assert(fc.asyncProperty(acts, run), { numRuns: times(8, 25), endOnFailure: true })
    expect(given).toBeGreaterThan(times(8, 30))
  }, 120_000)
})
