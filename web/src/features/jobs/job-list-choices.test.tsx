import { jobListCalls } from '@dictara/contract/job-lists'
import { jobCalls } from '@dictara/contract/jobs'
import { patientCalls } from '@dictara/contract/patients'
import { defaultPreferences, preferenceCalls } from '@dictara/contract/preferences'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@dictara/browser/theme.css'
import { until } from '../../editor/testing/mount.tsx'
import { colourRules, expectNoViolations } from '../../testing/accessible.ts'
import { mountInShell } from '../../testing/in-shell.tsx'
import { noCounts } from '../../testing/job.fixtures.ts'
import { openLiveWire } from '../../testing/live-wire.ts'
import { JobsPage } from './jobs-page.tsx'
import {
  annex,
  aRow,
  countJobsToReview,
  countMyJobs,
  lastList,
  listJobsToReview,
  listMyJobs,
  open,
  server,
  signIn,
  useServer,
} from './jobs-page.fixtures.tsx'

useServer()

const { searchJobs } = jobListCalls
const chip = (name: string) => page.getByRole('button', { name, exact: true })
const rowsOfPage = page.getByRole('combobox', { name: 'Rows a page' })

test('Late and Mine each filter a list by one click, are kept in the address, and carry over to the tabs where they apply [Q200]', async () => {
  const { router } = open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(chip('Late')).toHaveAttribute('aria-pressed', 'false')
  await userEvent.click(chip('Late'))
  await until(() => expect(lastList(listMyJobs)?.get('only')).toBe('LATE'))
  await userEvent.click(chip('Mine'))
  await until(() => expect(lastList(listMyJobs)?.get('only')).toBe('LATE,MINE'))
  expect(new URLSearchParams(router.state.location.search).get('only')).toBe('LATE,MINE')
  // Failed jobs have no holder, so Mine does not apply to them.
  await userEvent.click(page.getByRole('link', { name: /^Incomplete/ }))
  await until(() =>
    expect([lastList(listMyJobs)?.get('status'), lastList(listMyJobs)?.get('only')]).toEqual(['INCOMPLETE', 'LATE']),
  )
  await expect.element(chip('Mine')).not.toBeInTheDocument()
  // Completed jobs are never late.
  await userEvent.click(page.getByRole('link', { name: /^Completed/ }))
  await until(() => expect(lastList(listMyJobs)?.get('status')).toBe('COMPLETE'))
  expect(lastList(listMyJobs)?.get('only') ?? '').toBe('')
  await expect.element(chip('Late')).not.toBeInTheDocument()
  await userEvent.click(page.getByRole('link', { name: /^In Review/ }))
  await until(() => expect(lastList(listMyJobs)?.get('only')).toBe('LATE,MINE'))
  await userEvent.click(chip('Late'))
  await until(() => expect(lastList(listMyJobs)?.get('only')).toBe('MINE'))
})

test('a page has ten rows unless the person chooses more, and every tab keeps the choice [JOBS-58]', async () => {
  server.answer(listMyJobs, { result: [aRow()], size: 35 })
  const { router } = open('/dashboard/jobs-list/my-jobs/in-progress?page=2')
  await until(() => expect([lastList(listMyJobs)?.get('page'), lastList(listMyJobs)?.get('size')]).toEqual(['2', '10']))
  await userEvent.selectOptions(rowsOfPage, '20 rows')
  await until(() => expect([lastList(listMyJobs)?.get('page'), lastList(listMyJobs)?.get('size')]).toEqual(['0', '20']))
  await expect.element(page.getByText('Page 1 of 2, 35 in all')).toBeVisible()
  await userEvent.click(page.getByRole('link', { name: /^In Review/ }))
  await until(() =>
    expect([lastList(listMyJobs)?.get('status'), lastList(listMyJobs)?.get('size')]).toEqual(['INREVIEW', '20']),
  )
  await userEvent.selectOptions(rowsOfPage, '10 rows')
  await until(() => expect(lastList(listMyJobs)?.get('size')).toBe('10'))
  expect(router.state.location.search).toBe('')
  await router.navigate('/dashboard/jobs-list/my-jobs/in-progress?size=9999')
  await until(() => expect(lastList(listMyJobs)?.get('status')).toBe('INPROGRESS'))
  expect(lastList(listMyJobs)?.get('size')).toBe('10')
})

test('compact rows are 36 px high with all their content, and the choice is saved for the person, in light and dark [Q203]', async () => {
  await page.viewport(1280, 800)
  openLiveWire()
  let kept = defaultPreferences
  server.answer(preferenceCalls.getPreferences, () => [kept])
  server.answer(preferenceCalls.savePreferences, ({ body }) => [(kept = { ...kept, ...(body as object) })])
  server.answer(patientCalls.checkRosterAccess, {})
  const name = 'Wolfeschlegelsteinhausen'.repeat(4)
  server.answer(listMyJobs, [
    aRow({ patientName: `${name}, Ada`, author: name, priority: 'STAT' }),
    aRow({ jobId: 'b', jobNumber: '000012', status: 'READY', heldBy: null }),
  ])
  mountInShell(
    [{ path: '/dashboard/jobs-list/:group/:stage', element: <JobsPage /> }],
    '/dashboard/jobs-list/my-jobs/in-progress',
  )
  await expect.element(page.getByRole('rowheader', { name: '000012' })).toBeVisible()
  const heights = () =>
    [...document.querySelectorAll('.list-table tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height))
  expect(heights()).toEqual([56, 56])
  await userEvent.click(chip('Compact rows'))
  await until(() => expect(heights()).toEqual([36, 36]))
  await expect.element(chip('Compact rows')).toHaveAttribute('aria-pressed', 'true')
  for (const part of document.querySelectorAll('.list-table tbody .list-below, .list-table tbody .list-second'))
    expect(part.getBoundingClientRect().bottom).toBeLessThanOrEqual(part.closest('tr')!.getBoundingClientRect().bottom)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280)
  await expectNoViolations(document.querySelector('.list-page')!)
  await userEvent.click(page.getByRole('button', { name: /^Profile of/ }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Switch to dark mode' }))
  await until(() => expect(document.documentElement.dataset['theme']).toBe('dark'))
  await expectNoViolations(document.querySelector('.list-page')!, colourRules)
  await until(() => expect(kept.density).toBe('compact'))
})

const typist = { userType: 'transcriptionist', scopes: ['ROLE_TRANSCRIPTIONIST'] } as const
const reviewer = { userType: 'reviewer', scopes: ['ROLE_REVIEWER'] } as const

test.each([
  ['transcriptionist', typist, 'available', countMyJobs, 'All typed.', '/dashboard/jobs-list/my-jobs/'],
  ['reviewer', reviewer, 'ready', countJobsToReview, 'All reviewed.', '/dashboard/jobs-list/jobs-to-review/'],
] as const)(
  'an empty pool explains itself and links on, and a new job appears in it automatically: %s [Q200]',
  async (_who, person, slug, count, words, lists) => {
    signIn({ ...person, scopes: [...person.scopes] })
    server.answer(jobCalls.getToday, [{ jobs: 14, lines: 611.8, waiting: 0, longestWaitSeconds: 7805 }])
    const { client } = open(`/dashboard/jobs-list/${slug}`)
    await expect.element(page.getByText(words, { exact: true })).toBeVisible()
    await expect
      .element(
        page.getByText(
          'You did 14 jobs, 612 lines today; the oldest waited 2h 10m. A new one shows up here by itself.',
        ),
      )
      .toBeVisible()
    await expect
      .element(page.getByRole('link', { name: 'See what is completed' }))
      .toHaveAttribute('href', `${lists}completed`)
    server.answer(count, [{ ...noCounts, inProgressJobs: 2 }])
    await client.invalidateQueries()
    await expect
      .element(page.getByRole('link', { name: 'Go on with the 2 in progress' }))
      .toHaveAttribute('href', `${lists}in-progress`)
    for (const list of [listMyJobs, listJobsToReview])
      server.answer(list, [aRow({ status: 'AVAILABLE', heldBy: null })])
    await client.invalidateQueries()
    await expect.element(page.getByRole('rowheader', { name: '000011' })).toBeVisible()
    await expect.element(page.getByText(words, { exact: true })).not.toBeInTheDocument()
  },
)

test('a list that is empty because of its filter says so, and one click removes the filter', async () => {
  const { router } = open(`/dashboard/jobs-list/my-jobs/in-progress?only=LATE&facilities=${annex}`)
  await expect.element(page.getByText('What the list is narrowed to leaves others out.')).toBeVisible()
  await userEvent.click(chip('Show all of this list'))
  await until(() => expect(router.state.location.search).toBe(''))
  expect([lastList(listMyJobs)?.get('only') ?? '', lastList(listMyJobs)?.get('facilityIds') ?? '']).toEqual(['', ''])
})

test('a search without results links to the same search in every state [Q204]', async () => {
  server.answer(searchJobs, [aRow()])
  open('/dashboard/jobs-list/my-jobs/in-review?search=castillo')
  await userEvent.click(page.getByRole('link', { name: 'Search every state' }))
  await expect.element(page.getByRole('rowheader', { name: '000011' })).toBeVisible()
  expect(server.asked(searchJobs).at(-1)!.search.get('searchValue')).toBe('castillo')
})
