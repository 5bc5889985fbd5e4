import { jobListCalls } from '@dictara/contract/job-lists'
import { type JobRow, jobCalls } from '@dictara/contract/jobs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { aClinic, aFacility, aJob, aPatient, signedIn, type TestClinic } from '../../testing/clinic.fixtures.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
let clinic: TestClinic
let other: TestClinic
let doctor: TestClient
let colleague: TestClient
let reviewer: TestClient
let stranger: TestClient

beforeAll(async () => {
  server = await startTestServer()
  clinic = await aClinic(server)
  other = await aClinic(server, 'Other Clinic')
  const facilityIds = [clinic.facilityId]
  doctor = await signedIn(server, clinic.clinicId, { facilityIds, firstName: 'Dana', lastName: 'Okafor' })
  colleague = await signedIn(server, clinic.clinicId, { facilityIds })
  reviewer = await signedIn(server, clinic.clinicId, { facilityIds, userType: 'reviewer' })
  stranger = await signedIn(server, other.clinicId, { facilityIds: [other.facilityId] })
})
afterAll(() => server.close())

const myJobs = async (who: TestClient, query: object = {}) => {
  const answer = await who.call(jobListCalls.listMyJobs, { query })
  return { ids: answer.result.map(({ jobId }) => jobId), ...answer }
}

/**
 * Makes two calls that both wait for the job’s lock before either continues. @returns their answers, the winner’s first
 */
async function twiceAtOnce(jobId: string, call: () => Promise<{ status: number; message: string }>) {
  const blocker = await server.owner.connect()
  await blocker.query('begin')
  await blocker.query('select from jobs where id = $1 for update', [jobId])
  const answers = Promise.all([call(), call()])
  await vi.waitUntil(async () => {
    const { rows } = await server.owner.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length === 2
  })
  await blocker.query('commit')
  blocker.release()
  return (await answers)
    .map(({ status, message }) => ({ status, message }))
    .toSorted((one, other) => one.status - other.status)
}

describe('My Jobs', () => {
  test('shows each job in the tab of its status, with the same count [JOBS-14, JOBS-17, JOBS-52]', async () => {
    const authorId = doctor.user.id
    const inTab = {
      INPROGRESS: ['RECEIVED', 'CONVERTING', 'AVAILABLE', 'IN_PROGRESS', 'WRITING'],
      INREVIEW: ['READY', 'IN_REVIEW'],
      COMPLETE: ['COMPLETED', 'BILLED'],
      INCOMPLETE: ['INCOMPLETE'],
    } as const
    for (const status of [...Object.values(inTab).flat(), 'STRUCK_OUT' as const])
      await aJob(server, clinic, { authorId, status })
    for (const [status, statuses] of Object.entries(inTab)) {
      const { result, size } = await myJobs(doctor, { status })
      expect(result.map((row) => row.status).toSorted()).toEqual([...statuses].toSorted())
      expect(size).toBe(statuses.length)
    }
    const [counts] = (await doctor.call(jobListCalls.countMyJobs)).result
    expect(counts).toMatchObject({ inProgressJobs: 5, inReviewJobs: 2, completedJobs: 2, inCompleteJobs: 1 })
  })

  test('holds only a doctor’s own jobs, whatever doctorIds says [JOBS-66]', async () => {
    const foreign = await aJob(server, clinic, { authorId: colleague.user.id })
    const own = await aJob(server, clinic, { authorId: doctor.user.id, submittedAt: '2026-11-20T23:00:00Z' })
    const asked = (author: TestClient) =>
      doctor.ask<JobRow>(
        'GET /clinic/doctor/my-jobs?page=0&size=10&sortKey=submissionTime&sortOrder=descend&status=INPROGRESS' +
          `&searchValue=okafor&facilityIds=${clinic.facilityId}&doctorIds=${author.user.id}`,
      )
    const mine = await asked(doctor)
    expect(mine).toMatchObject({ status: 200, success: true, message: expect.any(String), size: expect.any(Number) })
    expect(mine.result[0]?.jobId).toBe(own)
    expect(mine.result.map(({ jobId }) => jobId)).not.toContain(foreign)
    expect(await asked(colleague)).toMatchObject({ size: 0, result: [] })
    expect((await myJobs(stranger)).size).toBe(0)
  })

  test('returns rows with the fields of the list, the author’s name and the length in seconds [JOBS-48]', async () => {
    const author = await signedIn(server, clinic.clinicId, {
      facilityIds: [clinic.facilityId],
      firstName: 'Dana',
      lastName: 'Okafor',
    })
    const by = { authorId: author.user.id, submittedAt: '2026-11-20T08:00:00Z' }
    const jobId = await aJob(server, clinic, {
      ...by,
      status: 'IN_REVIEW',
      level: 'LEVEL_2',
      holderId: reviewer.user.id,
    })
    await server.owner.query(
      `insert into job_comments (clinic_id, job_id, user_id, user_type, comment, created_at)
       values ($1, $2, $3, 'reviewer', 'Which side?', now())`,
      [clinic.clinicId, jobId, reviewer.user.id],
    )
    const failed = await aJob(server, clinic, { ...by, status: 'INCOMPLETE', reasonForFailing: 'No sound' })
    expect((await myJobs(author, { status: 'INREVIEW' })).result).toMatchObject([
      {
        jobId,
        jobNumber: expect.stringMatching(/^\d{6}$/),
        audioLength: 61,
        submissionTime: '2026-11-20T08:00:00.000Z',
        author: 'Dana Okafor',
        patientName: 'Ada Byron',
        reviewerInProgress: { fullName: 'Pat Doe' },
        facility: { facilityName: 'Hill Clinic Main' },
        currentLevelOfReview: 'LEVEL_2',
        comments: [{ comment: 'Which side?', userType: 'reviewer' }],
        reasonForFailing: null,
        isEnabled: true,
      },
    ])
    expect((await myJobs(author, { status: 'INCOMPLETE' })).result).toMatchObject([
      { jobId: failed, reasonForFailing: 'No sound', comments: [], reviewerInProgress: null },
    ])
  })

  test('is paged, newest first, and can be sorted the other way [JOBS-21, JOBS-58]', async () => {
    const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    const ids: string[] = []
    for (let hour = 10; hour < 23; hour += 1)
      ids.push(await aJob(server, clinic, { authorId: author.user.id, submittedAt: `2026-11-20T${hour}:00:00Z` }))
    const first = await myJobs(author)
    expect(first.ids).toEqual(ids.toReversed().slice(0, 10))
    expect(first.size).toBe(13)
    expect((await myJobs(author, { page: 1 })).ids).toEqual(ids.toReversed().slice(10))
    expect((await myJobs(author, { page: 99 })).ids).toEqual([])
    expect((await myJobs(author, { sortOrder: 'ascend', sortKey: 'submissionTime' })).ids).toEqual(ids.slice(0, 10))
  })

  test('is searched by patient, author and number, and takes pattern characters literally [JOBS-37, QA-86]', async () => {
    const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId], lastName: 'Zimmer' })
    const patientId = await aPatient(server, clinic.clinicId, clinic.facilityId, {
      firstName: 'Élodie',
      lastName: 'Smith-Jones',
    })
    const jobId = await aJob(server, clinic, { authorId: author.user.id, patientId })
    await aJob(server, clinic, { authorId: author.user.id })
    for (const searchValue of ['smith', 'SMITH élodie', 'ith-jon', 'smith, élodie', ',smith,'])
      expect((await myJobs(author, { searchValue })).ids).toEqual([jobId])
    expect((await myJobs(author, { searchValue: 'zimmer' })).size).toBe(2)
    expect((await myJobs(author, { searchValue: '%' })).size).toBe(0)
  })

  test('answers every search with its matches or a readable message, and never fails [QA-85]', async () => {
    const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    await aJob(server, clinic, { authorId: author.user.id })
    const answerTo = async (search: string) => {
      const answer = await author.raw(`/api/clinic/doctor/my-jobs?searchValue=${encodeURIComponent(search)}`)
      return { status: answer.status, ...((await answer.json()) as { message: string; size?: number }) }
    }
    for (const search of ["'", '%', '_', '\\', '<script>alert(1)</script>', '😀', '\u202eamara', ', ,', "a' or 1=1"])
      expect(await answerTo(search)).toMatchObject({ status: 200, size: search === ', ,' ? 1 : 0 })
    expect(await answerTo('a\u0000b')).toMatchObject({
      status: 400,
      message: 'This contains characters that can’t be stored.',
    })
    expect(await answerTo('x'.repeat(300))).toMatchObject({
      status: 400,
      message: 'This may have at most 200 characters.',
    })
    expect(await answerTo('x'.repeat(20_000))).toMatchObject({
      status: 431,
      message: expect.stringContaining('Search for something shorter'),
    })
  })

  test('refuses invalid page numbers with a readable message, and answers the total for a page past the end', async () => {
    const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId] })
    await aJob(server, clinic, { authorId: author.user.id })
    for (const page of ['-3', 'abc', '1e99', '1&page=2']) {
      const answer = await author.raw(`/api/clinic/doctor/my-jobs?page=${page}`)
      const { message } = (await answer.json()) as { message: string }
      expect([answer.status, /page|string/.test(message)]).toEqual([400, false])
    }
    expect(await myJobs(author, { page: 9999 })).toMatchObject({ ids: [], size: 1 })
  })

  test('can be filtered by facility, and refuses an invalid id with a readable message [JOBS-40]', async () => {
    const annex = await aFacility(server, clinic.clinicId)
    const author = await signedIn(server, clinic.clinicId, { facilityIds: [clinic.facilityId, annex] })
    await aJob(server, clinic, { authorId: author.user.id })
    const there = await aJob(server, clinic, { authorId: author.user.id, facilityId: annex })
    expect((await myJobs(author, { facilityIds: [annex] })).ids).toEqual([there])
    const bad = await author.raw('/api/clinic/doctor/my-jobs?facilityIds=x')
    expect(bad.status).toBe(400)
    expect((await author.raw('/api/clinic/doctor/my-jobs?sortKey=password')).status).toBe(400)
    expect((await author.raw('/api/clinic/doctor/my-jobs?size=5000&unknown=1')).status).toBe(200)
  })
})

describe('Jobs to review', () => {
  test('shows a reviewer the ready jobs they are eligible for, oldest first [JOBS-15, JOBS-67]', async () => {
    const authorId = colleague.user.id
    const newer = await aJob(server, clinic, {
      authorId,
      status: 'READY',
      level: 'LEVEL_1',
      submittedAt: '2026-11-20T12:00:00Z',
    })
    const older = await aJob(server, clinic, {
      authorId,
      status: 'READY',
      level: 'LEVEL_1',
      submittedAt: '2026-11-20T11:00:00Z',
    })
    const listed = async () =>
      (
        await reviewer.ask<JobRow>(
          'GET /clinic/reviewer/jobs-to-review?page=0&size=10&sortKey=submissionTime&sortOrder=ascend&status=READY&searchValue=',
        )
      ).result.map(({ jobId }) => jobId)
    expect(await listed()).toEqual([])
    await server.owner.query("insert into author_reviewers values ($1, $2, 'LEVEL_1', $3)", [
      clinic.clinicId,
      authorId,
      reviewer.user.id,
    ])
    expect(await listed()).toEqual([older, newer])
    const [counts] = (await reviewer.call(jobListCalls.countJobsToReview)).result
    expect(counts!.readyJobs).toBe(2)
  })

  test('is not available to transcriptionists', async () => {
    const typist = await signedIn(server, clinic.clinicId, {
      userType: 'transcriptionist',
      facilityIds: [clinic.facilityId],
    })
    expect((await typist.call(jobListCalls.listJobsToReview, { query: {} })).status).toBe(403)
  })
})

test('a filter is saved per person and per page [JOBS-50, JOBS-57, JOBS-64]', async () => {
  const entries = (['facilityIds', 'doctorIds', 'status'] as const).map((key, n) => ({
    key,
    type: 'string',
    values: [[clinic.facilityId], [colleague.user.id], ['INPROGRESS']][n]!,
  }))
  const saved = await doctor.call(jobListCalls.saveMyJobsFilter, { body: entries })
  expect(saved.message).toBe('Configured Job Filters')
  expect((await doctor.call(jobListCalls.getMyJobsFilter)).result).toEqual([entries])
  expect((await colleague.call(jobListCalls.getMyJobsFilter)).result).toEqual([[]])
})

describe('a job', () => {
  test('that failed is resubmitted from the failed stage [JOBS-36]', async () => {
    const jobId = await aJob(server, clinic, {
      authorId: doctor.user.id,
      status: 'INCOMPLETE',
      failStage: 'CONVERSION',
      reasonForFailing: 'No sound',
    })
    const answer = await doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })
    expect(answer.result).toMatchObject([{ jobId, resubmitted: true }])
    const { rows } = await server.owner.query('select status, reason_for_failing from jobs where id = $1', [jobId])
    expect(rows).toEqual([{ status: 'CONVERTING', reason_for_failing: null }])
    expect((await doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })).status).toBe(422)
  })

  test('with a failed conversion offers its author Resubmit but not Complete, and refuses Complete with a readable message [Q115]', async () => {
    const failed = { authorId: doctor.user.id, status: 'INCOMPLETE', failStage: 'CONVERSION' } as const
    const jobId = await aJob(server, clinic, { ...failed, workType: null })
    const { result } = await doctor.call(jobCalls.getJob, { params: { id: jobId } })
    expect(result[0]!.allowedActions).toContain('resubmit')
    expect(result[0]!.allowedActions).not.toContain('complete')
    expect(await doctor.call(jobCalls.completeOwn, { query: { jobId }, body: {} })).toMatchObject({
      status: 422,
      message: 'This dictation couldn’t be converted. Use Resubmit to try again.',
    })
    const { rows } = await server.owner.query('select status from jobs where id = $1', [jobId])
    expect(rows).toEqual([{ status: 'INCOMPLETE' }])
    expect((await doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })).status).toBe(200)
  })

  test('that two people resubmit or delete at the same time changes once, and the slower one sees what happened [Q179]', async () => {
    const failed = { authorId: doctor.user.id, status: 'INCOMPLETE', failStage: 'EHR_WRITE' } as const
    const jobId = await aJob(server, clinic, failed)
    const resubmitted = await twiceAtOnce(jobId, () => doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } }))
    expect(resubmitted).toEqual([
      { status: 200, message: 'Resubmitted' },
      { status: 409, message: 'This job has already been resubmitted.' },
    ])
    const unwanted = await aJob(server, clinic, failed)
    const deleted = await twiceAtOnce(unwanted, () => doctor.call(jobCalls.deleteJob, { query: { jobId: unwanted } }))
    expect(deleted).toEqual([
      { status: 200, message: 'Job deleted' },
      { status: 409, message: 'This job has already been deleted.' },
    ])
  })

  test('of a disabled facility waits, and Resubmit says so [T24]', async () => {
    const facilityId = await aFacility(server, clinic.clinicId, { isEnabled: false })
    const failed = { authorId: doctor.user.id, status: 'INCOMPLETE', facilityId } as const
    for (const failStage of ['CONVERSION', 'EHR_WRITE'] as const) {
      const jobId = await aJob(server, clinic, { ...failed, failStage })
      const refused = { status: 422, code: 'facility-disabled' }
      expect(await doctor.call(jobCalls.retryJobs, { query: { jobIds: [jobId] } })).toMatchObject(refused)
      if (failStage === 'EHR_WRITE')
        expect(await doctor.call(jobCalls.completeOwn, { query: { jobId } } as never)).toMatchObject(refused)
    }
  })

  test('of another clinic, in a list of ids, makes the whole call fail', async () => {
    const own = await aJob(server, clinic, { authorId: doctor.user.id, status: 'INCOMPLETE', failStage: 'CONVERSION' })
    const foreign = await aJob(server, other, {
      authorId: stranger.user.id,
      status: 'INCOMPLETE',
      failStage: 'CONVERSION',
    })
    expect((await doctor.call(jobCalls.retryJobs, { query: { jobIds: [own, foreign] } })).status).toBe(404)
    const { rows } = await server.owner.query('select status from jobs where id = $1', [own])
    expect(rows).toEqual([{ status: 'INCOMPLETE' }])
  })

  test('is deleted once, by its author only, and disappears from the list', async () => {
    const jobId = await aJob(server, clinic, { authorId: doctor.user.id })
    expect((await colleague.call(jobCalls.deleteJob, { query: { jobId } })).status).toBe(404)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => doctor.call(jobCalls.deleteJob, { query: { jobId } })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await myJobs(doctor, { size: 100 })).ids).not.toContain(jobId)
  })

  test('can be deleted while nobody reviews it, but not once it is complete [JOBS-33]', async () => {
    const mayDelete: string[] = []
    for (const status of ['IN_PROGRESS', 'READY', 'IN_REVIEW', 'INCOMPLETE', 'COMPLETED', 'BILLED'] as const) {
      const jobId = await aJob(server, clinic, { authorId: doctor.user.id, status })
      const { result } = await doctor.call(jobCalls.getJob, { params: { id: jobId } })
      if (result[0]!.allowedActions.includes('delete')) mayDelete.push(status)
    }
    expect(mayDelete).toEqual(['IN_PROGRESS', 'READY', 'INCOMPLETE'])
  })

  test('that is being converted cannot be deleted, with a message that says why', async () => {
    const jobId = await aJob(server, clinic, { authorId: doctor.user.id, status: 'CONVERTING' })
    expect(await doctor.call(jobCalls.deleteJob, { query: { jobId } })).toMatchObject({
      status: 422,
      message: 'You can’t do this while the job is being converted.',
    })
  })
})
