import { jobListCalls } from '@dictara/contract/job-lists'
import { type JobRow, jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '@dictara/browser/theme.css'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations } from '../../testing/accessible.ts'
import { listKeys } from '../../ui/list-keys.ts'
import { aJob } from '../../testing/job.fixtures.ts'
import { idOf } from '../../testing/stored-user.fixtures.ts'
import {
  aRow,
  annex,
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
const { setPriority, startReview } = jobCalls

/** Returns rows of jobs that are numbered from 000001 and may be viewed. */
const numbered = (count: number, facts: Partial<JobRow> = {}) =>
  Array.from({ length: count }, (_, n) =>
    aRow({
      jobId: idOf(500 + n),
      jobNumber: String(n + 1).padStart(6, '0'),
      patientName: `Patient ${n + 1}`,
      ...facts,
    }),
  )
const rowOf = (number: string) => page.getByRole('rowheader', { name: number }).element().closest<HTMLElement>('tr')!
const focused = () => document.activeElement?.querySelector('th')?.textContent
const answerNote = () =>
  server.answer(noteCalls.getSections, [
    {
      id: 'n',
      sections: [
        {
          id: 'default-heading-id',
          heading: { customUIHeading: 'Plan', systemHeading: 'Plan' },
          content: [{ value: 'Rest for <b>two</b> weeks.', type: 'Text', newParagraph: true, count: 0 }],
        },
      ],
      audioTime: 0,
      lastUpdatedTime: '2026-11-20T10:00:00Z',
      jobName: '000001',
      templates: [],
    },
  ])

async function openThree(facts: Partial<JobRow> = {}) {
  server.answer(listMyJobs, numbered(3, facts))
  const opened = open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(page.getByRole('rowheader', { name: '000003' })).toBeVisible()
  return opened
}

test('arrows, j and k move between rows, Enter opens one, "/" goes to the search and Escape returns [Q204]', async () => {
  const { router } = await openThree({ allowedActions: ['resume', 'view'] })
  await userEvent.keyboard('j')
  await until(() => expect(focused()).toBe('000001'))
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('000003')
  await userEvent.keyboard('k')
  expect(focused()).toBe('000002')
  await userEvent.keyboard('/')
  const box = page.getByRole('searchbox', { name: 'Search Jobs' })
  await expect.element(box).toHaveFocus()
  await userEvent.keyboard('j')
  await expect.element(box).toHaveValue('j')
  await userEvent.keyboard('{Escape}')
  await expect.element(box).toHaveValue('')
  await userEvent.keyboard('{Escape}')
  expect(focused()).toBe('000002')
  await userEvent.keyboard('{Enter}')
  await until(() => expect(router.state.location.pathname).toContain(idOf(501)))
})

test('a question mark shows the keys of the list, closes them again like Escape, and is a plain character in a field', async () => {
  await openThree()
  await userEvent.keyboard('j?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts', exact: true })
  await expect.element(keys).toBeVisible()
  for (const { does } of Object.values(listKeys))
    await expect.element(keys.getByText(does, { exact: true })).toBeVisible()
  await expectNoViolations()
  await userEvent.keyboard('j?')
  await expect.element(keys).not.toBeInTheDocument()
  await until(() => expect(focused()).toBe('000001'))
  await userEvent.keyboard('/?')
  await expect.element(page.getByRole('searchbox', { name: 'Search Jobs' })).toHaveValue('?')
  await expect.element(keys).not.toBeInTheDocument()
})

test('a click anywhere on a row opens its job, also over other content', async () => {
  const { router } = await openThree()
  await userEvent.click(rowOf('000002').querySelector('.stage-pill')!)
  await until(() => expect(router.state.location.pathname).toContain(idOf(501)))
})

test('Space previews a job with patient, holder and text without taking it, and the focus returns to the row', async () => {
  answerNote()
  await openThree({ heldBy: { id: idOf(9), fullName: 'Tamara Novak' } })
  await userEvent.keyboard('j ')
  const look = page.getByRole('dialog', { name: 'Job 000001' })
  await expect.element(look.getByText('Rest for two weeks.')).toBeVisible()
  await expect.element(look.getByText('Tamara Novak')).toBeVisible()
  await expect.element(look.getByText(/^F \d+ · MRN MRN-171$/)).toBeVisible()
  await expectNoViolations()
  await userEvent.keyboard('j')
  await expect.element(page.getByRole('dialog', { name: 'Job 000002' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await until(() => expect(focused()).toBe('000002'))
})

test('a preview closes when its job leaves the list, and does not reopen when the job returns', async () => {
  answerNote()
  const { client } = await openThree()
  await userEvent.keyboard('j ')
  const look = page.getByRole('dialog', { name: 'Job 000001' })
  await expect.element(look).toBeVisible()
  server.answer(listMyJobs, numbered(3).slice(1))
  await client.invalidateQueries()
  await expect.element(look).not.toBeInTheDocument()
  server.answer(listMyJobs, numbered(3))
  await client.invalidateQueries()
  await userEvent.click(page.getByRole('button', { name: '1 new' }))
  await expect.element(page.getByRole('rowheader', { name: '000001' })).toBeVisible()
  await expect.element(look).not.toBeInTheDocument()
})

test('while a question covers the page, j and k do not move the preview to another job', async () => {
  answerNote()
  await openThree()
  await userEvent.keyboard('j ')
  const looksAt = (number: string) => page.getByRole('dialog', { name: `Job ${number}` })
  await expect.element(looksAt('000001')).toBeVisible()
  const question = document.body.appendChild(document.createElement('dialog'))
  question.append('Sure?')
  question.showModal()
  await userEvent.keyboard('jj')
  question.remove()
  await expect.element(looksAt('000001')).toBeVisible()
  await userEvent.keyboard('j')
  await expect.element(looksAt('000002')).toBeVisible()
})

test('a click previews a waiting job, and Start or Enter takes it', async () => {
  signIn({ userType: 'reviewer', scopes: ['ROLE_REVIEWER'] })
  answerNote()
  server.answer(startReview, [aJob()])
  server.answer(listJobsToReview, numbered(2, { status: 'READY', allowedActions: ['start', 'view'] }))
  const { router } = open('/dashboard/jobs-list/jobs-to-review/ready')
  await expect.element(page.getByRole('rowheader', { name: '000002' })).toBeVisible()
  await userEvent.click(rowOf('000002').querySelector('.stage-pill')!)
  await expect.element(page.getByRole('dialog', { name: 'Job 000002' })).toBeVisible()
  expect(server.asked(startReview)).toEqual([])
  await userEvent.keyboard('{Escape}')
  await until(() => expect(focused()).toBe('000002'))
  await userEvent.keyboard('{Enter}')
  await until(() => expect(router.state.location.pathname).toContain(idOf(501)))
  expect(server.asked(startReview)).toHaveLength(1)
})

test('when the focused row disappears, the row in its place gets the focus', async () => {
  const { client } = await openThree()
  await userEvent.keyboard('jj')
  expect(focused()).toBe('000002')
  const rest = numbered(3).filter(({ jobNumber }) => jobNumber !== '000002')
  server.answer(listMyJobs, rest)
  await client.invalidateQueries()
  await until(() => expect(focused()).toBe('000003'))
})

test('new rows wait for a click while a person works in the list, and rows of jobs that are gone disappear', async () => {
  const { client } = await openThree()
  await userEvent.keyboard('j')
  const added = [
    ...numbered(2).map((row) => ({ ...row, jobId: `new ${row.jobId}`, jobNumber: `1${row.jobNumber.slice(1)}` })),
    ...numbered(2),
  ]
  server.answer(listMyJobs, added)
  await client.invalidateQueries()
  const news = page.getByRole('button', { name: '2 new' })
  await expect.element(news).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: '100001' })).not.toBeInTheDocument()
  expect(focused()).toBe('000001')
  await userEvent.click(news)
  await expect.element(page.getByRole('rowheader', { name: '100001' })).toBeVisible()
  await expect.element(page.getByRole('rowheader', { name: '000003' })).not.toBeInTheDocument()
  await expect.element(news).not.toBeInTheDocument()
})

test('a person who returns to a list sees its new rows immediately, even with the pointer on it', async () => {
  const { client, router } = await openThree()
  await userEvent.hover(page.getByRole('link', { name: /job 000002/ }))
  const address = router.state.location
  await router.navigate('/dashboard/settings/profile')
  await expect.element(page.getByRole('rowheader', { name: '000002' })).not.toBeInTheDocument()
  server.answer(listMyJobs, numbered(4))
  await client.invalidateQueries({ refetchType: 'none' })
  await router.navigate(address)
  await expect.element(page.getByRole('rowheader', { name: '000004' })).toBeVisible()
})

test('new rows appear immediately while nobody works in the list', async () => {
  const { client } = await openThree()
  await userEvent.hover(page.getByRole('navigation', { name: 'My Jobs' }))
  server.answer(listMyJobs, numbered(4))
  await client.invalidateQueries()
  await expect.element(page.getByRole('rowheader', { name: '000004' })).toBeVisible()
})

test('search and filters are kept in the address and in every tab [Q204]', async () => {
  const { router } = open(`/dashboard/jobs-list/my-jobs/in-progress?search=castillo&facilities=${annex}`)
  await until(() =>
    expect([lastList(listMyJobs)?.get('searchValue'), lastList(listMyJobs)?.get('facilityIds')]).toEqual([
      'castillo',
      annex,
    ]),
  )
  await userEvent.click(page.getByRole('link', { name: /^In Review/ }))
  await until(() => expect(lastList(listMyJobs)?.get('status')).toBe('INREVIEW'))
  expect(router.state.location.search).toBe(`?search=castillo&facilities=${annex}`)
  await expect.element(page.getByText('No jobs here for “castillo”. The tab All searches every state.')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Facility: Annex, remove' }))
  await until(() => expect(router.state.location.search).toBe('?search=castillo'))
})

test('All searches every state, and its rows are ordered by stage [Q204]', async () => {
  const [one, two, three] = numbered(3)
  server.answer(searchJobs, [
    { ...one!, status: 'COMPLETED' },
    { ...two!, status: 'AVAILABLE' },
    { ...three!, status: 'COMPLETED' },
  ])
  open('/dashboard/jobs-list/my-jobs/all?search=HS10017')
  await expect.element(page.getByRole('rowheader', { name: '000001' })).toBeVisible()
  const words = [...document.querySelectorAll('tbody tr th')].map((cell) => cell.textContent)
  expect(words).toEqual(['000002', '000001', '000003'])
  const { search } = server.asked(searchJobs).at(-1)!
  expect([search.get('searchValue'), search.get('state') ?? '']).toEqual(['HS10017', ''])
})

test('a row shows how long it has waited and when it is nearly late or late, but not for finished jobs [Q200]', async () => {
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
  const row = (jobNumber: string, waits: number, due: number, facts: Partial<JobRow> = {}) =>
    aRow({
      jobId: idOf(500 + Number(jobNumber)),
      jobNumber,
      submissionTime: minutesAgo(600),
      waitingSince: minutesAgo(waits),
      dueAt: minutesAgo(-due),
      ...facts,
    })
  server.answer(listMyJobs, [
    row('000001', 130.5, 600),
    row('000002', 12.5, 30.5),
    row('000003', 600.5, -60.5),
    row('000004', 600.5, -60.5, { status: 'COMPLETED' }),
  ])
  open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(page.getByRole('rowheader', { name: '000004' })).toBeVisible()
  const said = (number: string) =>
    [...rowOf(number).querySelectorAll('.job-age, .job-due')].map(({ textContent }) => textContent!.trim())
  expect(['000001', '000002', '000003', '000004'].map(said)).toEqual([
    ['2h 10m'],
    ['12m', 'due in 30m'],
    ['10h', '1h overdue'],
    [],
  ])
})

test('a row is marked STAT, and its menu changes the priority [Q200]', async () => {
  server.answer(setPriority, { result: [aJob()], message: 'Priority updated' })
  server.answer(listMyJobs, [
    aRow({ priority: 'STAT', allowedActions: ['view', 'set-priority'] }),
    aRow({ jobId: 'b', jobNumber: '000012', allowedActions: ['view', 'set-priority'] }),
  ])
  open('/dashboard/jobs-list/my-jobs/in-progress')
  await expect.element(page.getByRole('rowheader', { name: '000011 STAT' })).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'More for job 000012' }))
  await userEvent.click(page.getByRole('menuitem', { name: 'Make it STAT' }))
  await until(() => expect(server.asked(setPriority).map(({ body }) => body)).toEqual([{ priority: 'STAT' }]))
})
