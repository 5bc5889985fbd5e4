import { dashboardCalls, type Pipeline } from '@dictara/contract/dashboards'
import { jobListCalls } from '@dictara/contract/job-lists'
import { jobCalls } from '@dictara/contract/jobs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { counts, quietPipeline } from '../../testing/dashboard.fixtures.ts'
import { aJobRow } from '../../testing/job.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

let server: Calls
beforeEach(() => {
  server = openCalls()
  server.answer(dashboardCalls.getDashboard, [counts])
  server.answer(dashboardCalls.getPipeline, [quietPipeline])
  server.answer(dashboardCalls.listStuckJobs, [])
  server.answer(jobListCalls.countMyJobs, [])
})
afterEach(() => vi.restoreAllMocks())

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const part = (name: string) => page.getByRole('region', { name })
const says = (name: string, words: string) => until(() => expect(part(name).element().textContent).toContain(words))
const stagesShown = () =>
  part('Pipeline')
    .getByRole('link')
    .elements()
    .map((link) => `${link.textContent} ${link.getAttribute('href')?.replace('/dashboard/jobs-list/', '')}`)

const busy: Pipeline = {
  ...quietPipeline,
  stages: [
    { stage: 'TO_TYPE', jobs: 9, audioLength: 610, waitingSince: ago(26.5), late: 2 },
    { stage: 'TYPING', jobs: 2, audioLength: 122, waitingSince: ago(0.56), late: 0 },
    { stage: 'REVIEW_1', jobs: 1, audioLength: 30, waitingSince: ago(3.11), late: 0 },
    { stage: 'REVIEW_2', jobs: 0, audioLength: 0, waitingSince: null, late: 0 },
    { stage: 'FILED', jobs: 12, audioLength: 900, waitingSince: null, late: 0 },
  ],
  submittedToday: 14,
  filedToday: 12,
  medianMinutes: 95,
  days: quietPipeline.days.map((day, index) => ({ ...day, filed: index })),
}

test('who runs a clinic sees what lies at each stage, since when and what is late, and goes to its list', async () => {
  server.answer(dashboardCalls.getPipeline, [busy])
  const { host } = openPage('/dashboard', as('admin'))
  await until(() =>
    expect(stagesShown()).toEqual([
      'To type910 min of soundoldest 1 d 2 h, 2 late jobs-to-review/available',
      'Typing22 min of soundoldest 33 min my-jobs/in-progress',
      'Review 11< 1 min of soundoldest 3 h 06 my-jobs/in-review',
      'Review 200 min of soundnothing waits my-jobs/in-review',
      'Filed1215 min of soundtoday my-jobs/completed',
    ]),
  )
  await says('Today', 'In14Out12Median turnaround1 h 35')
  const chart = part('Today').getByRole('img', {
    name: 'Filed in the last 14 days: 91; most on 11/20/2026: 13; today: 13',
  })
  await expect.element(chart).toBeVisible()
  await expectNoViolations(host)
})

test('what is stuck says why and can be assigned or resubmitted where it stands', async () => {
  server.answer(dashboardCalls.listStuckJobs, [
    aJobRow({
      jobId: idOf(51),
      jobNumber: '000051',
      patientName: 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim(),
      heldBy: { id: idOf(9), fullName: 'Tamara Novak' },
      heldSince: ago(6.21),
      dueAt: ago(3.01),
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
  ])
  server.answer(jobCalls.listAssignees, [])
  const { host } = openPage('/dashboard', as('clinicAdmin'))
  await says('Stuck', 'With Tamara Novak for 6 h 12')
  await says('Stuck', 'late 3 h 00')
  await says('Stuck', 'The EHR refused the note.')
  await expect.element(page.getByRole('button', { name: 'Resubmit job 000052' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Assign job 000052' }).query()).toBeNull()
  for (const width of [1200, 360]) {
    await page.viewport(width, 800)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    await expectNoViolations(host)
  }
  await page.viewport(1200, 800)
  await page.getByRole('button', { name: 'Assign job 000051' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Assign job 000051' })).toBeVisible()
})

test('nothing stuck is said; what cannot be read is "–", says so, and is asked for again', async () => {
  server.answer(dashboardCalls.getPipeline, refused('No.'))
  openPage('/dashboard', as('admin'))
  await says('Stuck', 'Nothing is late, failed, or with one person for more than 4 hours.')
  await expect.element(page.getByText('The work of the clinic could not be read.')).toBeVisible()
  expect(stagesShown()[0]).toContain('To type–')
  server.answer(dashboardCalls.getPipeline, [busy])
  await page.getByRole('button', { name: 'Retry' }).click()
  await until(() => expect(stagesShown()[0]).toContain('To type9'))
})
