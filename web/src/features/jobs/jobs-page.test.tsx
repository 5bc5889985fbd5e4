import { onFailure } from '@dictara/browser/call'
import { jobListCalls } from '@dictara/contract/job-lists'
import { type Job, jobRefusals, type JobRow, jobCalls } from '@dictara/contract/jobs'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { heldWaits } from '../../testing/held-waits.ts'
import { aJob, noCounts } from '../../testing/job.fixtures.ts'
import { refused, unreachable } from '../../testing/wire.ts'
import {
  aRow,
  countJobsToReview,
  countMyJobs,
  lastList,
  listJobsToReview as toReview,
  listMyJobs as myJobs,
  open,
  server,
  signIn,
  useServer,
} from './jobs-page.fixtures.tsx'

useServer()

const { releaseJob, retryJobs, deleteJob, startReview } = jobCalls
const answerWith = (...rows: JobRow[]) => server.answer(myJobs, rows)
const cells = (host: HTMLElement, number: string) => {
  const headings = [...host.querySelectorAll('thead th')].map((cell) => cell.textContent)
  const row = [...host.querySelectorAll('tbody tr')].find((one) => one.textContent?.includes(number))
  return Object.fromEntries([...row!.children].map((cell, index) => [headings[index], cell.textContent]))
}

test('each row shows its job and its facility [JOBS-19, JOBS-25]', async () => {
  answerWith(
    aRow(),
    aRow({ jobId: 'b', jobNumber: '000012', facility: { facilityId: 'f', facilityName: 'Harbour Street' } }),
  )
  const { host } = open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(page.getByRole('cell', { name: 'Harbour Street' })).toBeVisible()
  expect(cells(host, '000011')).toMatchObject({ 'Job ID': '000011', 'Facility Name': 'Annex' })
  expect(cells(host, '000012')['Facility Name']).toBe('Harbour Street')
})

const more = () => page.getByRole('button', { name: 'More for job 000011' })
const inMenu = (name: string) => page.getByRole('menuitem', { name, exact: true })

test('a job that waits for a reviewer can be deleted from the tab In Review, not from Ready [JOBS-33]', async () => {
  // The server allows the deletion in both lists, because it is the same job.
  const unassigned = aRow({ status: 'READY', allowedActions: ['view', 'delete'] })
  server.answer(toReview, [unassigned])
  answerWith(unassigned)
  const { router } = open('/dashboard/jobs-list/jobs-to-review/ready')
  const row = page.getByRole('rowheader', { name: '000011' })
  await expect.element(row).toBeVisible()
  await expect.element(more()).not.toBeInTheDocument()
  await router.navigate('/dashboard/jobs-list/my-jobs/in-review')
  await userEvent.click(more())
  await expect.element(inMenu('Delete')).toBeVisible()
})

const counts = { inProgressJobs: 1, inReviewJobs: 2, completedJobs: 3, inCompleteJobs: 4, readyJobs: 5 }

test.each([
  ['my-jobs/in-progress', myJobs, 'INPROGRESS', 'In Progress 1'],
  ['my-jobs/in-review', myJobs, 'INREVIEW', 'In Review 2'],
  ['my-jobs/complete', myJobs, 'COMPLETE', 'Completed 3'],
  ['my-jobs/incomplete', myJobs, 'INCOMPLETE', 'Incomplete 4'],
  ['jobs-to-review/ready', toReview, 'READY', 'Ready 5'],
  ['jobs-to-review/in-progress', toReview, 'INPROGRESS', 'In Progress 1'],
])('%s opens its tab, which shows its count [JOBS-10, JOBS-11, JOBS-17]', async (address, path, status, label) => {
  for (const count of [countMyJobs, countJobsToReview]) server.answer(count, [{ ...noCounts, ...counts }])
  open(`/dashboard/jobs-list/${address}`)
  await until(() => expect(lastList(path)?.get('status')).toBe(status))
  const tab = page.getByRole('link', { name: label, exact: true })
  await expect.element(tab).toHaveAttribute('aria-current', 'page')
})

test.each([
  ['a doctor', ['ROLE_DOCTOR'], ['My Jobs']],
  ['a reviewer', ['ROLE_REVIEWER'], ['Jobs to review']],
  ['a doctor who reviews', ['ROLE_DOCTOR', 'ROLE_REVIEWER'], ['My Jobs', 'Jobs to review']],
  ['an admin', ['ROLE_ADMIN'], ['My Jobs', 'Jobs to review']],
] as const)('%s sees the lists by their names [JOBS-05, JOBS-06, JOBS-07]', async (_, scopes, names) => {
  signIn({ userType: 'doctor', scopes: [...scopes] })
  open('/dashboard/jobs-list')
  for (const name of ['My Jobs', 'Jobs to review'] as const) {
    const list = page.getByRole('link', { name, exact: true }).or(page.getByRole('navigation', { name, exact: true }))
    if ((names as readonly string[]).includes(name)) await expect.element(list.first()).toBeVisible()
    else await expect.element(list).not.toBeInTheDocument()
  }
})

/**
 * Actions of a row: the name, the question that it asks first, the call, its method and path, and the success message.
 */
const rowActions = [
  [
    'Release',
    'It returns to the pool, and the changes since it was started are discarded.',
    releaseJob,
    `PUT /api/clinic/job/${aRow().jobId}/releaseJob`,
    'Job released',
  ],
  ['Resubmit', 'It continues from the step that failed.', retryJobs, 'POST /api/clinic/job/retry', 'Resubmitted'],
  ['Delete', /leaves every list. This cannot be undone./, deleteJob, 'PUT /api/clinic/job/delete', 'Job deleted'],
] as const

test.each(rowActions)(
  '%s asks for confirmation, and then shows the result or the reason for a failure [JOBS-34, JOBS-56, ERR-14]',
  async (verb, question, spec, path, done) => {
    answerWith(aRow({ allowedActions: ['view', 'release', 'resubmit', 'delete'] }))
    open('/dashboard/jobs-list/my-jobs/in-review')
    const dialog = page.getByRole('dialog', { name: `${verb} job 000011?` })
    const asked = () => server.everything.filter(({ what }) => what === path).length
    server.answer(spec, refused('It is not there.'))
    async function begin() {
      // Resubmit has its own button beside the reason of the failure. The other actions are in the menu of the row.
      if (verb === 'Resubmit') return userEvent.click(page.getByRole('button', { name: 'Resubmit job 000011' }))
      await userEvent.click(more())
      await userEvent.click(inMenu(verb))
    }
    const answer = (name: string) => userEvent.click(dialog.getByRole('button', { name }))
    await begin()
    await expect.element(dialog.getByText(question)).toBeVisible()
    await answer('Cancel')
    await expect.element(dialog).not.toBeInTheDocument()
    expect(asked()).toBe(0)
    await begin()
    await answer(verb)
    await expect.element(page.getByText('Failed', { exact: true })).toBeVisible()
    await expect.element(page.getByText('It is not there.')).toBeVisible()
    server.answer(spec, { message: done })
    await expect.element(dialog).not.toBeInTheDocument()
    await begin()
    await answer(verb)
    await expect.element(page.getByText('Success', { exact: true })).toBeVisible()
    await expect.element(page.getByText(done, { exact: true })).toBeVisible()
    expect(asked()).toBe(2)
  },
)

test.each([
  ['ready', toReview, 'READY', 'Ready'],
  ['in-progress', myJobs, 'INPROGRESS', 'In Progress'],
  ['in-review', myJobs, 'INREVIEW', 'In Review'],
  ['incomplete', myJobs, 'INCOMPLETE', 'Incomplete'],
  ['completed', myJobs, 'COMPLETE', 'Completed'],
  ['rejected', myJobs, 'REJECTED', 'Rejected'],
])('the address …/jobs-list/%s opens its list [JOBS-12, JOBS-53]', async (slug, path, status, label) => {
  const { router } = open(`/dashboard/jobs-list/${slug}`)
  await until(() => expect(lastList(path)?.get('status')).toBe(status))
  const tab = page.getByRole('link', { name: new RegExp(`^${label}\\b`) })
  await expect.element(tab).toHaveAttribute('aria-current', 'page')
  expect(router.state.location.pathname).toBe(`/dashboard/jobs-list/${slug}`)
})

test('a person who only reviews starts on the tab Ready [JOBS-09]', async () => {
  signIn({ userType: 'reviewer', scopes: ['ROLE_REVIEWER'] })
  open('/dashboard/jobs-list')
  await until(() => expect(lastList(toReview)?.get('status')).toBe('READY'))
  await expect.element(page.getByRole('link', { name: /^Ready\b/ })).toHaveAttribute('aria-current', 'page')
})

test('an admin’s Available list holds the jobs waiting to be typed and the jobs waiting for review [JOBS-12]', async () => {
  open('/dashboard/jobs-list/available')
  await until(() => expect(lastList(toReview)?.get('status')).toBe('AVAILABLE'))
  await expect.element(page.getByRole('link', { name: /^Available/ })).toHaveAttribute('aria-current', 'page')
})

test('an admin returns from a note to the list they left [JOBS-13]', async () => {
  for (const [stage, path, status] of [
    ['in-review', myJobs, 'INREVIEW'],
    ['incomplete', myJobs, 'INCOMPLETE'],
    ['ready', toReview, 'READY'],
  ] as const) {
    server.everything.length = 0
    open(`/dashboard/jobs-list/jobs-to-review/${stage}?fromEditor=true`)
    await until(() => expect(lastList(path)?.get('status')).toBe(status))
  }
})

test('each row shows its audio length and submission time, and the list can be sorted by time [JOBS-20, JOBS-21]', async () => {
  answerWith(aRow({ audioLength: 61, submissionTime: '2026-11-20T20:05:00Z', timeZone: 'America/New_York' }))
  const { host } = open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(page.getByRole('rowheader', { name: '000011' })).toBeVisible()
  expect(cells(host, '000011')).toMatchObject({ 'Audio Length': '01:01', 'Submitted Time': 'Nov 20, 2026, 3:05 PM' })
  await userEvent.click(page.getByRole('columnheader', { name: 'Submitted Time' }))
  await until(() => expect(lastList(myJobs)?.get('sortOrder')).toBe('ascend'))
})

test('each row shows author and patient, cut at twenty characters [JOBS-22, JOBS-23]', async () => {
  answerWith(aRow({ author: 'Bartholomew Featherstonehaugh', patientName: 'Wollstonecraft-Godwin, Mary' }))
  const { host } = open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(page.getByRole('rowheader', { name: '000011' })).toBeVisible()
  expect(cells(host, '000011')).toMatchObject({
    Author: 'Bartholomew Feathers…',
    'Patient Name': expect.stringMatching(/^Wollstonecraft-Godwi…/),
  })
})

test.each([
  ['doctor', 'new-editor', '?jobStage=in-progress&userRole=doctor'],
  ['transcriptionist', 'editor', '?userType=transcriptionist&jobStage=in-progress'],
] as const)('Resume opens the editor of a %s, also by keyboard [JOBS-55]', async (userType, editor, search) => {
  signIn({ userType, scopes: [userType === 'doctor' ? 'ROLE_DOCTOR' : 'ROLE_TRANSCRIPTIONIST'] })
  const row = aRow({ allowedActions: ['resume', 'view'] })
  answerWith(row)
  const { router } = open('/dashboard/jobs-list/in-progress')
  const resume = page.getByRole('link', { name: 'Resume job 000011' })
  await expect.element(resume).toHaveTextContent('Resume')
  ;(resume.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await until(() =>
    expect(router.state.location).toMatchObject({ pathname: `/dashboard/${editor}/${row.jobId}`, search }),
  )
})

test('a search is sent 400 ms after typing stops [JOBS-37, JOBS-59]', async () => {
  open('/dashboard/jobs-list/my-jobs/in-progress?page=2')
  const box = page.getByRole('searchbox', { name: 'Search Jobs' })
  await until(() => expect(lastList(myJobs)?.get('searchValue')).toBe(''))
  const held = heldWaits(400)
  await userEvent.type(box, 'woll')
  await expect.element(box).toHaveValue('woll')
  expect(held.size).toBeGreaterThanOrEqual(4)
  const searched = () => server.everything.map(({ search }) => search.get('searchValue')).filter(Boolean)
  expect(searched()).toEqual([])
  for (const run of held.values()) run()
  await until(() =>
    expect([lastList(myJobs)?.get('searchValue'), lastList(myJobs)?.get('page')]).toEqual(['woll', '0']),
  )
  expect(searched()).toEqual(['woll'])
})

test('a loading error is shown in place of the list, and Retry loads it again [JOBS-75]', async () => {
  server.answer(myJobs, refused('It is not there.'))
  open('/dashboard/jobs-list/my-jobs/in-progress')
  const failure = page.getByRole('alert')
  await expect.element(failure).toHaveTextContent('ErrorFailed to fetch job listRetry')
  await expect.element(page.getByText('No jobs here.')).not.toBeInTheDocument()
  answerWith(aRow())
  await userEvent.click(failure.getByRole('button', { name: 'Retry' }))
  await expect.element(page.getByRole('rowheader', { name: '000011' })).toBeVisible()
  await expect.element(failure).not.toBeInTheDocument()
})

test('a click on Reason or Comment keeps the text open that hovering opened', async () => {
  const comment = {
    comment: 'The left knee, not the right.',
    userName: 'Ruth Amsel',
    userType: 'reviewer',
    createdDate: '2026-11-20T10:00:00Z',
  }
  answerWith(
    aRow({
      status: 'INCOMPLETE',
      reasonForFailing: 'The EHR did not answer.',
      comments: [{ ...comment, level: null }],
    }),
  )
  open('/dashboard/jobs-list/my-jobs/incomplete')
  for (const [name, words] of [
    [/^Reason why/, 'The EHR did not answer.'],
    [/^Comment on/, 'The left knee, not the right.'],
  ] as const) {
    await userEvent.click(page.getByRole('button', { name }))
    await new Promise((resolve) => setTimeout(resolve, 400))
    await expect.element(page.getByRole('tooltip').getByText(words)).toBeVisible()
  }
})

test('a person without a job list sees No Access [JOBS-08]', async () => {
  signIn({ userType: 'biller', scopes: ['ROLE_BILLER'] })
  open('/dashboard/jobs-list/ready')
  await expect.element(page.getByText('No Access')).toBeVisible()
})

test('a page number beyond the end opens the last page, an invalid one the first [QA-87]', async () => {
  server.answer(myJobs, ({ search }) => ({ result: search.get('page') === '2' ? [aRow()] : [], size: 23 }))
  const { router } = open('/dashboard/jobs-list/my-jobs/in-progress?page=9999')
  await expect.element(page.getByText('Page 3 of 3, 23 in all')).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: '000011' })).toBeVisible()
  for (const asked of ['-3', 'abc']) {
    await router.navigate(`/dashboard/jobs-list/my-jobs/in-progress?page=${asked}`)
    await expect.element(page.getByText('Page 1 of 3, 23 in all')).toBeVisible()
  }
  await router.navigate('/dashboard/jobs-list/my-jobs/in-progress?page=1e99')
  await expect.element(page.getByText('Page 3 of 3, 23 in all')).toBeVisible()
})

test('unknown or unavailable counts are not shown as 0', async () => {
  const answer = Promise.withResolvers<Response>()
  server.answer(countMyJobs, answer.promise)
  open('/dashboard/jobs-list/my-jobs/in-progress')
  const tab = page.getByRole('link', { name: /^In Review/ })
  await expect.element(tab).toHaveTextContent('In Review –')
  answer.resolve(refused('No.'))
  await expect.element(page.getByText('No jobs here.')).toBeVisible()
  await expect.element(tab).toHaveTextContent('In Review –')
})

test('when the server fails, one message is shown, with a usable Retry', async () => {
  const shared = vi.fn()
  onFailure(shared)
  for (const spec of Object.values(jobListCalls)) server.answer(spec, refused('', '', 500))
  open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(page.getByText('Failed to fetch job list')).toBeVisible()
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(shared).not.toHaveBeenCalled()
  expect(document.querySelectorAll('[role=alert]')).toHaveLength(1)
  answerWith(aRow())
  await userEvent.click(page.getByRole('button', { name: 'Retry' }))
  await expect.element(page.getByRole('rowheader', { name: '000011' })).toBeVisible()
  onFailure(() => {})
})

test('a list that is loading is not shown as empty', async () => {
  const answer = Promise.withResolvers<JobRow[]>()
  server.answer(myJobs, answer.promise)
  open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(page.getByText('Loading …')).toBeVisible()
  expect(document.body.textContent).not.toMatch(/No jobs here|No rows/)
  answer.resolve([])
  await expect.element(page.getByText('No jobs here.')).toBeVisible()
  // An empty list has no page navigation either.
  await expect.element(page.getByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument()
})

test('a request cancelled for another list is not reported as a failure [JOBS-75]', async () => {
  let wasGivenUp = false
  server.answer(myJobs, ({ search }) =>
    search.get('status') === 'COMPLETE' ? [aRow()] : new Promise<JobRow[]>(() => {}),
  )
  const asked = vi.mocked(globalThis.fetch)
  const { router } = open('/dashboard/jobs-list/my-jobs/in-progress')
  await until(() => expect(lastList(myJobs)?.get('status')).toBe('INPROGRESS'))
  const [, init] = asked.mock.calls.find(([input]) => String(input).includes('/my-jobs?'))!
  init!.signal!.addEventListener('abort', () => (wasGivenUp = true))
  await router.navigate('/dashboard/jobs-list/my-jobs/completed')
  await expect.element(page.getByRole('rowheader', { name: '000011' })).toBeVisible()
  expect(wasGivenUp).toBe(true)
  await expect.element(page.getByText('Failed to fetch job list')).not.toBeInTheDocument()
  expect(document.querySelector('.ant-notification-notice')).toBeNull()
})

/** Opens the list of a reviewer with one ready job. `answer` is what the server answers when they start it. */
function readyToStart(answer: Promise<Job[]> | Error) {
  signIn({ userType: 'reviewer', scopes: ['ROLE_REVIEWER'] })
  const row = aRow({ status: 'READY', allowedActions: ['start', 'view'] })
  server.answer(toReview, [row])
  server.answer(startReview, answer)
  const { router } = open('/dashboard/jobs-list/jobs-to-review/ready')
  return {
    router,
    button: page.getByRole('button', { name: 'Start job 000011' }),
    asked: () => server.asked(startReview).length,
  }
}

test('Start without network can be clicked again; a job that someone else has taken shows a message, and its row disappears [QA-88]', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { button, router } = readyToStart(unreachable)
  await userEvent.click(button)
  await until(() => expect(logged).toHaveBeenCalledWith('PUT /clinic/reviewer/job/{id}/start was not answered'))

  const { message, status, code } = jobRefusals.taken
  server.answer(toReview, [])
  server.answer(startReview, refused(message, code, status))
  await expect.element(button).toBeEnabled()
  await userEvent.click(button)
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(button).not.toBeInTheDocument()
  expect(router.state.location.pathname).toBe('/dashboard/jobs-list/jobs-to-review/ready')
})

test('a double click on Start starts once [QA-88]', async () => {
  const answer = Promise.withResolvers<Job[]>()
  const { button, asked } = readyToStart(answer.promise)
  await userEvent.dblClick(button)
  answer.resolve([aJob()])
  await expect.element(page.getByText('Another page')).toBeVisible()
  expect(asked()).toBe(1)
})
