import { dashboardCalls } from '@dictara/contract/dashboards'
import { facilityCalls } from '@dictara/contract/facilities'
import { patientCalls } from '@dictara/contract/patients'
import { jobListCalls } from '@dictara/contract/job-lists'
import { jobCalls } from '@dictara/contract/jobs'
import type { StoredUser } from '@dictara/contract/identity'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { queryClient } from '../../platform/query-client.ts'
import { counts, quietAtWork, quietPipeline } from '../../testing/dashboard.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'

const { getDashboard, getJobBoard } = dashboardCalls

let server: Calls
function answerAll() {
  server.answer(getDashboard, [counts])
  server.answer(dashboardCalls.listRecentJobs, [])
  server.answer(facilityCalls.getFacilityCards, [])
  for (const list of [jobListCalls.listMyJobs, jobListCalls.listJobsToReview]) server.answer(list, [])
  server.answer(dashboardCalls.getPipeline, [quietPipeline])
  server.answer(dashboardCalls.listStuckJobs, [])
  server.answer(dashboardCalls.getAtWork, [quietAtWork])
  server.answer(jobCalls.lookAtNextJob, [])
  server.answer(jobCalls.getToday, [{ jobs: 0, lines: 0, waiting: 0, longestWaitSeconds: null }])
  server.answer(getJobBoard, [{ reviewerJobCount: 30, transcriptionistJobCount: 4 }])
}

beforeEach(() => {
  server = openCalls()
  answerAll()
})
afterEach(() => vi.restoreAllMocks())

const open = ({ userType, ...facts }: Partial<StoredUser> & Pick<StoredUser, 'userType'>) =>
  openPage('/dashboard', as(userType, facts))
const tiles = () =>
  page
    .getByRole('region', { name: 'My lists' })
    .getByRole('link')
    .elements()
    .map((link) => `${link.textContent} ${link.getAttribute('href')?.replace('/dashboard/jobs-list/', '')}`)
const cards = () =>
  page
    .getByRole('region', { name: 'The clinic' })
    .elements()
    .flatMap((region) => [...region.querySelectorAll('article')].map(({ textContent }) => textContent))
const shows = (what: () => unknown, expected: unknown) => until(() => expect(what()).toEqual(expected))

test('the home of a new clinic shows the first steps instead of zeros', async () => {
  const none = {
    ...counts,
    openJobsCount: 0,
    completedJobsCount: 0,
    reviewerCount: 0,
    transcriptionistCount: 1,
    facilitiesInfo: [{ facilityId: idOf(20), facilityName: 'Hill House' }],
  }
  server.answer(getDashboard, [none])
  server.answer(patientCalls.listPatients, { result: [], size: 3 })
  const steps = page.getByRole('region', { name: 'Getting started' })
  open({ userType: 'clinicAdmin' })
  await expect.element(steps.getByText('4 of 5 done')).toBeVisible()
  await expect.element(steps.getByRole('link', { name: 'First dictation' })).toBeVisible()
  await expect
    .element(steps.getByRole('link', { name: 'Facility and time zone' }))
    .toHaveAttribute('href', `/dashboard/facility/${idOf(20)}`)
  expect([tiles(), cards()]).toEqual([[], []])
})

test('the time zone is a step to do while the clinic has the default UTC and has not chosen one', async () => {
  const facilitiesInfo = [{ facilityId: idOf(20), facilityName: 'Hill House' }]
  server.answer(getDashboard, [
    { ...counts, completedJobsCount: 0, facilitiesInfo, timeZone: 'UTC', isTimeZoneSet: false },
  ])
  server.answer(patientCalls.listPatients, { result: [], size: 3 })
  open({ userType: 'clinicAdmin' })
  const step = page.getByRole('listitem').filter({ hasText: 'Facility and time zone' })
  await expect.element(step.getByText('To do')).toBeInTheDocument()
  await expect.element(step.getByText('Hill House, UTC. Choose your time zone.', { exact: false })).toBeVisible()
})

test('a person who returns from a first step sees it as done', async () => {
  const none = { ...counts, openJobsCount: 0, completedJobsCount: 0, doctorCount: 0 }
  server.answer(getDashboard, () => [none])
  server.answer(patientCalls.listPatients, { result: [], size: 0 })
  const { router, client } = open({ userType: 'clinicAdmin' })
  await expect.element(page.getByText('2 of 5 done')).toBeVisible()
  client.setDefaultOptions(queryClient.getDefaultOptions())
  none.doctorCount = 1
  server.answer(patientCalls.listPatients, { result: [], size: 1 })
  await router.navigate('/elsewhere')
  await expect.element(page.getByText('elsewhere')).toBeVisible()
  await router.navigate('/dashboard')
  await expect.element(page.getByText('4 of 5 done')).toBeVisible()
})

test('the tiles of a doctor count their jobs and open their lists [DASH-13, DASH-26]', async () => {
  open({ userType: 'doctor', userPrivilege: 'TRANSCRIPTION_ONLY' })
  await shows(tiles, [
    'My Jobs11 my-jobs/in-progress',
    'In Progress13 my-jobs/in-progress',
    'In Review14 my-jobs/in-review',
    'Completed15 my-jobs/completed',
    'Incomplete16 my-jobs/incomplete',
  ])
  expect(cards()).toEqual([])
  expect(server.asked(getDashboard).map(({ what }) => what)).toEqual(['GET /api/clinic/doctor/dashboard'])
  expect(server.asked(getJobBoard)).toEqual([])
})

test('reviewer and transcriptionist have their own tiles, without My Jobs [DASH-13, DASH-15]', async () => {
  const { render } = open({ userType: 'reviewer', userPrivilege: 'REVIEWER_ONLY', scopes: ['ROLE_REVIEWER'] })
  await shows(tiles, ['Ready18 jobs-to-review/ready', 'In Progress13 jobs-to-review/in-progress'])
  render(null)
  open({ userType: 'transcriptionist', userPrivilege: 'TRANSCRIPTION_ONLY' })
  await shows(tiles, ['Available12 available', 'In Progress13 in-progress', 'Rejected17 rejected'])
})

test('a doctor who edits and reviews sees one sum of both on the combined board [DASH-31, DASH-32]', async () => {
  const { host } = open({ userType: 'doctor', userPrivilege: 'TRANSCRIPTION_REVIEWER', scopes: ['ROLE_REVIEWER'] })
  await shows(() => tiles().slice(-2), ['Ready18 jobs-to-review/ready', 'Job Board34 jobs-to-review/ready'])
  expect(server.asked(getJobBoard)).toHaveLength(1)
  await expectNoViolations(host)
})

test('stat cards show the numbers of people, jobs and facilities [DASH-03, DASH-04, DASH-05]', async () => {
  open({ userType: 'clinicAdmin', transcriptionFlow: 'TRANSCRIPTION_REVIEWER' })
  await shows(
    () => cards().slice(0, 3),
    [
      'Admin21Last login: Ada Byron, 11/20/2026 03:04 PM',
      'Doctors22Last login: --',
      'Reviewers23Last login: Ruth Amsel, 11/20/2026 03:04 PM',
    ],
  )
})

test('stat cards show the numbers of jobs and facilities, with "--" where nothing happened [DASH-06, DASH-07, DASH-08]', async () => {
  open({ userType: 'admin', transcriptionFlow: 'TRANSCRIPTION_REVIEWER' })
  await shows(
    () => cards().slice(3),
    [
      'Open Jobs26Last created: 11/20/2026 03:04 PM',
      'Completed Jobs27Last completed: --',
      'Total Facility25Last updated: 11/20/2026 03:04 PM',
    ],
  )
})

test('each stat card shows its last activity, or "--" if there was none [DASH-09]', async () => {
  open({ userType: 'admin', transcriptionFlow: 'TRANSCRIPTION_REVIEWER' })
  await shows(
    () => cards().map((card) => /Last \w+: (--)?/.exec(card!)?.[0]),
    ['Last login: ', 'Last login: --', 'Last login: ', 'Last created: ', 'Last completed: --', 'Last updated: '],
  )
})

test('without reviewers there is no tile for them [DASH-14]', async () => {
  open({ userType: 'clinicAdmin', transcriptionFlow: 'TRANSCRIPTION_ONLY' })
  await shows(
    () => cards().map((card) => /^\D+?(?=\d)/.exec(card!)?.[0]),
    ['Admin', 'Doctors', 'Open Jobs', 'Completed Jobs', 'Total Facility'],
  )
})

test('counts that cannot be loaded show a message, and Retry loads them again', async () => {
  server.answer(getDashboard, refused('No.'))
  server.answer(getJobBoard, refused('No.'))
  open({ userType: 'doctor', userPrivilege: 'TRANSCRIPTION_REVIEWER' })
  await expect.element(page.getByText('The counts couldn’t be loaded.')).toBeVisible()
  await shows(() => tiles()[0], 'My Jobs– my-jobs/in-progress')
  answerAll()
  await page.getByRole('button', { name: 'Retry' }).first().click()
  await shows(() => tiles().at(-1), 'Job Board34 jobs-to-review/ready')
  await expect.element(page.getByText('The counts couldn’t be loaded.')).not.toBeInTheDocument()
})

for (const userType of ['clinicAdmin', 'doctor', 'transcriptionist'] as const)
  test(`when no call is answered the home of a ${userType} shows one message, figures as "–", and a Retry for everything`, async () => {
    const ill = refused('', '', 503)
    for (const spec of [
      getDashboard,
      getJobBoard,
      dashboardCalls.getPipeline,
      dashboardCalls.listStuckJobs,
      dashboardCalls.getAtWork,
      jobListCalls.listMyJobs,
      jobListCalls.listJobsToReview,
      jobCalls.lookAtNextJob,
      jobCalls.getToday,
      dashboardCalls.listRecentJobs,
      facilityCalls.getFacilityCards,
    ])
      server.answer(spec, ill)
    open({ userType })
    await expect.element(page.getByText('The counts couldn’t be loaded.')).toBeVisible()
    await until(() => expect(page.getByLabelText('Your work is loading').query()).toBeNull())
    await until(() => expect(page.getByText(/couldn’t be loaded/).elements()).toHaveLength(1))
    expect(page.getByText('Please try again later').query()).toBeNull()
    for (const figure of [...cards(), ...tiles()]) expect(figure).toContain('–')
    answerAll()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByText('The counts couldn’t be loaded.')).not.toBeInTheDocument()
    await until(() => expect(tiles().join()).not.toContain('–'))
  })
