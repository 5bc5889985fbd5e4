import { dashboardCalls } from '@dictara/contract/dashboards'
import { facilityCalls } from '@dictara/contract/facilities'
import { jobListCalls } from '@dictara/contract/job-lists'
import { type JobRow, jobCalls } from '@dictara/contract/jobs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { counts } from '../../testing/dashboard.fixtures.ts'
import { aJobRow } from '../../testing/job.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Asked, type Calls, openCalls, refused } from '../../testing/wire.ts'

let server: Calls
/** The jobs that the stand-in server lists, by status. */
let lists: Record<string, JobRow[]>
const listed = ({ search }: Asked) => lists[search.get('status')!] ?? []

beforeEach(() => {
  server = openCalls()
  lists = {}
  server.answer(dashboardCalls.getDashboard, [counts])
  server.answer(dashboardCalls.listRecentJobs, [])
  server.answer(facilityCalls.getFacilityCards, [])
  server.answer(jobListCalls.listMyJobs, listed)
  server.answer(jobListCalls.listJobsToReview, listed)
  server.answer(jobCalls.lookAtNextJob, [])
  server.answer(jobCalls.getToday, [{ jobs: 14, lines: 612, waiting: 0, longestWaitSeconds: 2520 }])
})
afterEach(() => vi.restoreAllMocks())

const me = idOf(1)
const part = (name: string) => page.getByRole('region', { name })
const numbersIn = (name: string) =>
  part(name)
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => /0000\d\d/.exec(textContent)?.[0])
    .filter(Boolean)
type Place = ReturnType<typeof part>
const says = (place: Place, words: string) => until(() => expect(place.element().textContent).toContain(words))
const hour = 3_600_000
/**
 * Adds half a minute, because the clock of the page may be half a minute behind and the test itself takes some seconds.
 */
const ago = (hours: number) => new Date(Date.now() - hours * hour - 30_000).toISOString()
const ahead = (hours: number) => ago(-hours)

const waiting = aJobRow({
  jobNumber: '000021',
  status: 'AVAILABLE',
  patientName: 'Ada King',
  author: 'Dana Okafor',
  workType: 'Progress Note',
  audioLength: 61,
  submissionTime: ago(2.5),
  waitingSince: ago(2.1),
  dueAt: ahead(3),
  allowedActions: ['start'],
})

test('a typist’s home starts with the next job, the reason for it, and a focused Start button that takes it [Q201]', async () => {
  server.answer(jobCalls.lookAtNextJob, [{ ...waiting, why: 'oldest' }])
  const { host } = openPage('/dashboard', as('transcriptionist'))
  const next = part('Next up')
  for (const words of ['Ada King', 'Dana Okafor · Progress Note · 01:01', '2h 6m', 'It is due first.'])
    await says(next, words)
  await until(() => expect(document.activeElement?.textContent).toBe('Start'))
  await expectNoViolations(host)
  server.answer(jobCalls.nextJob, refused('You are not permitted to do this operation'))
  await userEvent.keyboard('{Enter}')
  await until(() =>
    expect(server.asked(jobCalls.nextJob).map(({ body }) => body)).toEqual([{ stage: 'TRANSCRIPTION' }]),
  )
  await expect.element(page.getByText('You are not permitted to do this operation')).toBeVisible()
})

test('Start opens the job that the server assigned, even if it differs from the one shown [Q201]', async () => {
  server.answer(jobCalls.lookAtNextJob, [{ ...waiting, why: 'stat' }])
  openPage('/dashboard', as('transcriptionist'))
  await says(part('Next up'), 'It is STAT.')
  server.answer(jobCalls.nextJob, [{ ...waiting, jobId: idOf(777) } as never])
  await page.getByRole('button', { name: 'Start' }).first().click()
  await until(() =>
    expect(server.everything.some(({ what }) => what === `GET /api/clinic/job/${idOf(777)}`)).toBe(true),
  )
})

test('returned jobs come first with their comment, before the jobs in hand and the waiting ones', async () => {
  const comments = [
    {
      comment: 'The dose cannot be right.',
      userName: 'Ruth Amsel',
      userType: 'reviewer',
      level: null,
      createdDate: ago(1),
    },
  ]
  const mine = { heldBy: { id: me, fullName: 'Tamara Novak' }, allowedActions: ['resume' as const] }
  lists = {
    INPROGRESS: [
      aJobRow({ jobId: idOf(31), jobNumber: '000031', ...mine }),
      aJobRow({ jobId: idOf(32), jobNumber: '000032', ...mine, returned: true, comments }),
    ],
    AVAILABLE: [waiting],
  }
  openPage('/dashboard', as('transcriptionist'))
  await until(() => expect(numbersIn('Returned to you')).toEqual(['000032']))
  await says(part('Returned to you'), 'Ruth Amsel: The dose cannot be right.')
  expect(numbersIn('In hand')).toEqual(['000031'])
  expect(numbersIn('To type')).toEqual(['000021'])
})

test('the next job is not repeated in the list below, and shows its due time once', async () => {
  const mine = { heldBy: { id: me, fullName: 'Tamara Novak' }, allowedActions: ['resume' as const] }
  const inHand = [31, 32].map((n) => aJobRow({ ...waiting, jobId: idOf(n), jobNumber: `0000${n}`, ...mine }))
  lists = { INPROGRESS: inHand }
  server.answer(jobCalls.lookAtNextJob, [{ ...inHand[0]!, dueAt: ahead(0.5), why: 'held' }])
  openPage('/dashboard', as('transcriptionist'))
  await says(part('Next up'), '000031')
  await until(() => expect(numbersIn('In hand')).toEqual(['000032']))
  const seen = (part('Next up').element() as HTMLElement).innerText.replaceAll(/since .*?[AP]M, due .*?[AP]M/g, '')
  expect(seen.match(/\bdue\b/g)).toHaveLength(1)
})

test('an empty pool shows the work done today, and changes to the next job when one arrives [Q205]', async () => {
  const { client } = openPage('/dashboard', as('reviewer'))
  await says(part('Next up'), 'All reviewed. You did 14 jobs, 612 lines today; the oldest waited 42m.')
  server.answer(jobCalls.lookAtNextJob, [{ ...waiting, status: 'READY', level: 'LEVEL_1', why: 'oldest' }])
  await client.invalidateQueries({ queryKey: ['jobs'] })
  await expect.element(part('Next up').getByRole('button', { name: 'Start' })).toBeVisible()
})

test('a doctor sees what needs action, who has the jobs in progress, and what was filed today', async () => {
  lists = {
    INPROGRESS: [
      aJobRow({ jobId: idOf(41), jobNumber: '000041', status: 'AVAILABLE' }),
      aJobRow({ jobId: idOf(42), jobNumber: '000042', heldBy: { id: me, fullName: 'Dana Okafor' }, returned: true }),
    ],
    INREVIEW: [
      aJobRow({
        jobId: idOf(43),
        jobNumber: '000043',
        status: 'IN_REVIEW',
        level: 'LEVEL_1',
        levels: 2,
        waitingSince: ago(0.3),
        heldBy: { id: idOf(9), fullName: 'Ruth Amsel' },
        transcribedBy: { id: idOf(8), fullName: 'Tamara Novak' },
      }),
    ],
    INCOMPLETE: [
      aJobRow({
        jobId: idOf(44),
        jobNumber: '000044',
        status: 'INCOMPLETE',
        failStage: 'EHR_WRITE',
        reasonForFailing: 'The EHR refused the note.',
        allowedActions: ['view', 'resubmit'],
      }),
    ],
    COMPLETE: [
      aJobRow({ jobId: idOf(45), jobNumber: '000045', status: 'COMPLETED', lastUpdatedTime: new Date().toISOString() }),
      aJobRow({ jobId: idOf(46), jobNumber: '000046', status: 'COMPLETED', lastUpdatedTime: ago(60) }),
    ],
  }
  const { host } = openPage('/dashboard', as('doctor', { id: me, userPrivilege: 'TRANSCRIPTION_ONLY' }))
  await until(() => expect(numbersIn('Needs you')).toEqual(['000044', '000042']))
  await says(part('Needs you'), 'The EHR refused the note.')
  await expect.element(part('Needs you').getByRole('button', { name: 'Resubmit job 000044' })).toBeVisible()
  await until(() => expect(numbersIn('Completed today')).toEqual(['000045']))
  const track = part('On the way').getByRole('list', { name: 'The way of job 000043' })
  await says(track, 'Heard, doneTyping, doneReview 1, now Ruth Amsel · 18mReview 2, to comeFiled, to come')
  await expectNoViolations(host)
})

test('lists that cannot be loaded say so in their place, and Retry loads them again', async () => {
  server.answer(jobListCalls.listMyJobs, refused('No.'))
  server.answer(jobCalls.lookAtNextJob, refused('No.'))
  openPage('/dashboard', as('transcriptionist'))
  await expect.element(page.getByText('The next job couldn’t be loaded.')).toBeVisible()
  server.answer(jobCalls.lookAtNextJob, [{ ...waiting, why: 'held' }])
  await part('Next up').getByRole('button', { name: 'Retry' }).click()
  await expect.element(part('Next up').getByRole('button', { name: 'Resume' })).toBeVisible()
  await expect.element(part('To type').getByText('These jobs couldn’t be loaded.')).toBeVisible()
})
