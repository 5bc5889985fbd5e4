import { type AtWork, dashboardCalls, type Pipeline, type System } from '@dictara/contract/dashboards'
import { facilityCalls } from '@dictara/contract/facilities'
import { jobListCalls } from '@dictara/contract/job-lists'
import { jobCalls } from '@dictara/contract/jobs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations, expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { counts, quietAtWork, quietPipeline } from '../../testing/dashboard.fixtures.ts'
import { aJobRow } from '../../testing/job.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { systemInWords } from './at-work.tsx'

let server: Calls
beforeEach(() => {
  server = openCalls()
  server.answer(dashboardCalls.getDashboard, [counts])
  server.answer(dashboardCalls.listRecentJobs, [])
  server.answer(facilityCalls.getFacilityCards, [])
  server.answer(dashboardCalls.getPipeline, [quietPipeline])
  server.answer(dashboardCalls.listStuckJobs, [])
  server.answer(dashboardCalls.getAtWork, [quietAtWork])
  server.answer(jobListCalls.countMyJobs, [])
})
afterEach(() => vi.restoreAllMocks())

/**
 * Adds half a minute, because the clock of the page may be half a minute behind and the test itself takes some seconds.
 */
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 30_000).toISOString()
const part = (name: string) => page.getByRole('region', { name })
const says = (name: string, words: string) => until(() => expect(part(name).element().textContent).toContain(words))
const stagesShown = () =>
  part('Pipeline')
    .getByRole('link')
    .elements()
    .map((link) => `${link.textContent} ${link.getAttribute('href')?.replace('/dashboard/jobs-list/', '')}`)

const busy = (): Pipeline => ({
  ...quietPipeline,
  stages: [
    { stage: 'TO_TYPE', jobs: 9, audioLength: 610, waitingSince: ago(26), late: 2, ages: [4, 3, 2, 0] },
    { stage: 'TYPING', jobs: 2, audioLength: 122, waitingSince: ago(0.55), late: 0, ages: [2, 0, 0, 0] },
    { stage: 'REVIEW_1', jobs: 1, audioLength: 30, waitingSince: ago(3.1), late: 0, ages: [0, 0, 0, 1] },
    { stage: 'REVIEW_2', jobs: 0, audioLength: 0, waitingSince: null, late: 0, ages: [0, 0, 0, 0] },
    { stage: 'FILED', jobs: 12, audioLength: 900, waitingSince: null, late: 0, ages: [] },
  ],
  submittedToday: 14,
  filedToday: 12,
  medianMinutes: 95,
  days: quietPipeline.days.map((day, index) => ({
    ...day,
    received: 2 * index,
    filed: index,
    medianMinutes: index > 0 ? 60 * index + 5 : null,
    p90Minutes: index > 0 ? 120 * index : null,
  })),
})

test('a manager sees the jobs, the oldest job and the late ones of each stage, with a link to its list', async () => {
  server.answer(dashboardCalls.getPipeline, [busy()])
  const { host } = openPage('/dashboard', as('admin'))
  await until(() =>
    expect(stagesShown()).toEqual([
      'To type910 min of audiooldest 1d 2h, 2 late my-jobs/all?state=AVAILABLE',
      'Typing22 min of audiooldest 33m my-jobs/all?state=IN_PROGRESS',
      'Review 11< 1 min of audiooldest 3h 6m my-jobs/all?state=READY%2CIN_REVIEW&level=LEVEL_1',
      'Review 200 min of audionone waiting my-jobs/all?state=READY%2CIN_REVIEW&level=LEVEL_2',
      'Completed1215 min of audiotoday my-jobs/completed',
    ]),
  )
  await says('Today', 'In14Out12Median turnaround1h 35m')
  await expectNoViolations(host)
})

const rowsOf = (name: string) =>
  [...part(name).element().querySelectorAll('tr')].map((row) => [...row.cells].map(({ textContent }) => textContent))

test('a manager sees how long jobs have waited in each stage, without empty stages', async () => {
  server.answer(dashboardCalls.getPipeline, [busy()])
  openPage('/dashboard', as('admin'))
  await until(() =>
    expect(rowsOf('Queue by age')).toEqual([
      ['Stage', 'Up to 4h', '4h to 1d', '1d to 3d', 'Over 3d'],
      ['To type', '4', '3', '2', ''],
      ['Typing', '2', '', '', ''],
      ['Review 1', '', '', '', '1'],
    ]),
  )
})

test('the chart of fourteen days is drawn after the page has loaded and is readable as a table, in light and dark', async () => {
  server.answer(dashboardCalls.getPipeline, [busy()])
  const { host } = openPage('/dashboard', as('admin'))
  await says('Last 14 days', '182 in, 91 out')
  const drawn = () => [...part('Last 14 days').element().querySelectorAll('svg.recharts-surface')]
  await until(() => expect(drawn()).toHaveLength(2))
  const marks = (chart: number, axis: string) =>
    [...drawn()[chart]!.querySelectorAll(`.recharts-${axis}-tick-labels text`)].map((one) => one.textContent)
  await until(() => expect(marks(0, 'xAxis')).toEqual(['Nov 8', 'Nov 11', 'Nov 14', 'Nov 17', 'Nov 20']))
  // The longest turnaround is 26 hours. Each day on which a note was filed has a dot on both lines.
  expect(marks(1, 'yAxis')).toEqual(['0', '12 h', '24 h', '36 h'])
  expect([...drawn()[0]!.querySelectorAll('path.recharts-area-area, path.recharts-line-curve')]).toHaveLength(2)
  expect(drawn()[1]!.querySelectorAll('.recharts-line-dot')).toHaveLength(26)
  // Screen readers skip the chart and read the table instead, even while the table is hidden.
  expect(drawn()[0]!.closest('[aria-hidden]')).not.toBeNull()
  expect(rowsOf('Last 14 days').slice(0, 3)).toEqual([
    ['Day', 'In', 'Out', 'Median turnaround', '90th percentile'],
    ['Nov 7, 2026', '0', '0', '–', '–'],
    ['Nov 8, 2026', '2', '1', '1h 5m', '2h'],
  ])
  await expectNoViolationsInBothLooks(host)
  await page.getByRole('button', { name: 'Show as a table' }).click()
  await until(() => expect(drawn()).toEqual([]))
  expect(part('Last 14 days').getByRole('table').element().getBoundingClientRect().height).toBeGreaterThan(200)
  await expectNoViolationsInBothLooks(host)
})

test('the job that was worked on last has a link that reopens it', async () => {
  server.answer(dashboardCalls.listRecentJobs, [
    aJobRow({
      jobId: idOf(71),
      jobNumber: '000071',
      status: 'COMPLETED',
      allowedActions: ['view'],
      lastUpdatedTime: ago(3.1),
    }),
    aJobRow({ jobId: idOf(72), jobNumber: '000072', status: 'IN_REVIEW', allowedActions: [] }),
  ])
  openPage('/dashboard', as('admin'))
  await says('Last worked on', 'changed 3h 6m ago')
  await expect
    .element(page.getByRole('link', { name: 'Reopen, job 000071' }))
    .toHaveAttribute('href', expect.stringContaining(idOf(71)))
  expect(page.getByRole('link', { name: 'Reopen, job 000072' }).query()).toBeNull()
})

test('a stuck job shows its reason and can be assigned or resubmitted in place', async () => {
  server.answer(dashboardCalls.listStuckJobs, [
    aJobRow({
      jobId: idOf(51),
      jobNumber: '000051',
      patientName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(),
      workType: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(),
      heldBy: { id: idOf(9), fullName: 'Tamara Novak' },
      heldSince: ago(6.2),
      dueAt: ago(3),
      allowedActions: ['view', 'assign'],
    }),
    aJobRow({
      jobId: idOf(52),
      jobNumber: '000052',
      status: 'INCOMPLETE',
      failStage: 'EHR_WRITE',
      reasonForFailing: 'The EHR refused the note.',
      allowedActions: ['view', 'resubmit'],
    }),
    aJobRow({ jobId: idOf(53), jobNumber: '000053', status: 'AVAILABLE', waitingSince: ago(27.1), dueAt: ago(-9) }),
  ])
  server.answer(jobCalls.listAssignees, [])
  const { host } = openPage('/dashboard', as('clinicAdmin'))
  await says('Stuck', 'With Tamara Novak for 6h 12m')
  await says('Stuck', '3h overdue')
  await says('Stuck', 'The EHR refused the note.')
  await says('Stuck', 'No movement for 1d 3h')
  await expect.element(page.getByRole('button', { name: 'Resubmit job 000052' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Assign job 000052' }).query()).toBeNull()
  for (const width of [1200, 768, 360]) {
    await page.viewport(width, 800)
    // The cards of the clinic wrap and need no sideways scrolling.
    await until(() => {
      const clinic = part('The clinic').element()
      expect(clinic.scrollWidth).toBeLessThanOrEqual(clinic.clientWidth)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    })
    await expectNoViolations(host)
    // The overview of the clinic is low, so that the pipeline begins on the first screen.
    expect(part('Pipeline').element().getBoundingClientRect().top).toBeLessThan(width < 1000 ? 400 : 240)
  }
  await page.viewport(1200, 800)
  await page.getByRole('button', { name: 'Assign job 000051' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Assign job 000051' })).toBeVisible()
})

test('the page says so if nothing is stuck; figures that cannot be loaded are "–", with a message and a retry', async () => {
  server.answer(dashboardCalls.getPipeline, refused('No.'))
  openPage('/dashboard', as('admin'))
  await says('Stuck', 'Nothing is late, failed, with one person for more than 4 hours, or without movement for a day.')
  await expect.element(page.getByText('The clinic’s work couldn’t be loaded.')).toBeVisible()
  expect(stagesShown()[0]).toContain('To type–')
  server.answer(dashboardCalls.getPipeline, [busy()])
  await page.getByRole('button', { name: 'Retry' }).click()
  await until(() => expect(stagesShown()[0]).toContain('To type9'))
})

const atWork = (): AtWork => ({
  people: [
    {
      id: idOf(9),
      fullName: 'Ruth Amsel',
      stage: 'REVIEW_1',
      jobId: idOf(61),
      jobNumber: '000061',
      since: ago(0.2),
      jobs: 1,
    },
    {
      id: idOf(8),
      fullName: 'Tamara Novak',
      stage: 'TYPING',
      jobId: idOf(62),
      jobNumber: '000062',
      since: ago(1.1),
      jobs: 3,
    },
  ],
  total: 5,
  systems: [
    {
      system: 'SPEECH',
      way: 'CONNECTED',
      waiting: 1,
      waitingSince: ago(0.05),
      failed: 0,
      engine: { label: 'basic offline engine', isBasic: true },
      isVoiceSearchMissing: true,
    },
    { system: 'EHR', way: 'CONNECTED', waiting: 3, waitingSince: ago(0.5), failed: 2 },
    { system: 'MAIL', way: 'NONE', waiting: 0, waitingSince: null, failed: null },
  ],
})

test('a manager sees who works on which job since when, and the state of speech, EHR and mail', async () => {
  server.answer(dashboardCalls.getAtWork, [atWork()])
  const { host } = openPage('/dashboard', as('clinicAdmin'))
  await says('At work now', 'Ruth AmselReview 1 000061 since 12m')
  await says('At work now', 'Tamara NovakTyping 000062 since 1h 6mand 2 more')
  await says('At work now', 'And 3 more.')
  await expect
    .element(page.getByRole('link', { name: '000061' }))
    .toHaveAttribute('href', expect.stringContaining(`/dashboard/new-editor/${idOf(61)}`))
  await says(
    'Systems',
    'Speech Workingbasic offline engine. 1 dictation is being converted, the oldest for 3m. Words heard in noise stay in drafts: this kind of computer cannot run the search for voices. Drafts will be rough. Whoever runs Dictara finds in docs/operating/speech.md how to use a better engine.',
  )
  await says(
    'Systems',
    'EHR Failing3 notes are waiting to be filed, the oldest for 30m. The last 2 notes couldn’t be filed, and none has been since. Show',
  )
  await says('Systems', 'Mail Not set upNo mail server is set up, so nobody can be invited.')
  for (const width of [1200, 360]) {
    await page.viewport(width, 800)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectNoViolations(host)
  }
  await page.viewport(1200, 800)
})

test('a system is slow if something waits too long for it; one that is not connected is no failure', () => {
  const now = Date.now()
  const of = (facts: Partial<System>): System => ({
    system: 'MAIL',
    way: 'CONNECTED',
    waiting: 0,
    waitingSince: null,
    failed: null,
    ...facts,
  })
  expect(systemInWords(of({}), now)).toEqual({ state: 'fine', words: 'No emails are waiting.' })
  expect(systemInWords(of({ waiting: 2, waitingSince: ago(0.1) }), now)).toEqual({
    state: 'slow',
    words: '2 emails are waiting to be sent, the oldest for 6m.',
  })
  expect(systemInWords(of({ way: 'KEPT' }), now)).toEqual({
    state: 'none',
    words: 'No mail server is set up: emails are kept in Mailbox.',
  })
  expect(systemInWords(of({ system: 'EHR', way: 'KEPT', failed: 0 }), now)).toMatchObject({
    words: 'No EHR is connected: finished notes stay in Dictara.',
  })
  const unread = {
    facilityId: idOf(20),
    facilityName: 'Harbor East',
    since: ago(3),
    failure: 'It refuses the connection.',
    facilities: 2,
  }
  expect(systemInWords(of({ system: 'EHR', failed: 0, unread }), now)).toEqual({
    state: 'failed',
    words:
      'No notes are waiting. The patients of Harbor East couldn’t be read for 3h: It refuses the connection. The same is so at 1 other facility.',
  })
  expect(systemInWords(of({ system: 'SPEECH', trouble: 'its folder doesn’t exist' }), now)).toEqual({
    state: 'failed',
    words: 'It can’t be used: its folder doesn’t exist. No dictations are waiting.',
  })
  expect(systemInWords(of({ system: 'SPEECH', failed: 1 }), now)).toEqual({
    state: 'failed',
    words: 'No dictations are waiting. The last dictation couldn’t be converted, and none has been since.',
  })
})
