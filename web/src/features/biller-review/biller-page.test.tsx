import { type BillerJob, billerCalls, billerRefusals, type Unbilled } from '@dictara/contract/biller-review'
import { jobCalls } from '@dictara/contract/jobs'
import { noteCalls } from '@dictara/contract/notes'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { aJob } from '../../testing/job.fixtures.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { answerRecord } from '../patient-record/record.fixtures.ts'

const jobId = '019a0000-0000-7000-8000-000000000031'
const aBillerJob: BillerJob = {
  jobId,
  jobNumber: '000042',
  author: 'Dana Okafor',
  facility: { facilityId: '019a0000-0000-7000-8000-000000000001', facilityName: 'Harbor Street Main' },
  timeZone: 'America/New_York',
  patientName: 'Amara Abbott',
  medicalRecordNumber: 'HS10017',
  gender: 'Female',
  dob: '1967-05-09',
  submissionTime: '2026-11-20T08:00:00.000Z',
  effectiveDate: '2026-11-19',
  heldBy: null,
}
const theNote = {
  id: jobId,
  jobName: '000042',
  lastUpdatedTime: '2026-11-20T08:00:00.000Z',
  audioTime: 0,
  templates: [],
  sections: [
    {
      id: 'default-heading-id',
      heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
      content: [{ value: 'Rest and <b>water</b>.', type: 'Text' as const, newParagraph: true, count: 0 }],
    },
  ],
}

const doctorId = '019a0000-0000-7000-8000-000000000002'
const unbilled: Unbilled = {
  ages: [
    { age: 'TO_2_DAYS', jobs: 4 },
    { age: 'TO_7_DAYS', jobs: 2 },
    { age: 'OLDER', jobs: 1 },
  ],
  authors: [{ doctorId, doctorName: 'Dana Okafor', jobs: 7 }],
}

const { listBillerJobs, countUnbilled, assignToBiller } = billerCalls
let server: Calls
beforeEach(() => {
  server = openCalls()
  server.answer(listBillerJobs, [aBillerJob])
  server.answer(countUnbilled, [unbilled])
  server.answer(assignToBiller, [{ sessionId: jobId }])
  server.answer(noteCalls.getSections, [theNote])
  server.answer(noteCalls.getDemographics, [{ key: 'Name', value: 'Amara Abbott' }])
  server.answer(jobCalls.getJob, [
    aJob({ jobName: '000042 Amara Abbott', jobNumber: '000042', allowedActions: ['bill'] }),
  ])
  server.answer(billerCalls.billJob, { message: 'Done' })
})
afterEach(() => vi.restoreAllMocks())

const open = (at = '/dashboard/biller') => openPage(at, as('biller'))
const review = `/dashboard/billers-jobs/${jobId}?sessionId=${jobId}`
const view = page.getByRole('button', { name: 'View job 000042' })
const shows = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible()
const isAt = ({ router }: ReturnType<typeof open>, address: string) =>
  until(() => expect(router.state.location.pathname + router.state.location.search).toBe(address))
const lastListed = () => server.asked(listBillerJobs).at(-1)!.search
const sortedBy = (sortKey: string, sortOrder: string) =>
  until(() => expect(Object.fromEntries(lastListed())).toMatchObject({ sortKey, sortOrder }))

test('the list shows its columns and ten jobs per page [BILR-03, BILR-07, BILR-10]', async () => {
  open()
  await expect.element(view).toBeVisible()
  const headings = page.getByRole('columnheader').elements()
  expect(headings.map((heading) => heading.textContent)).toEqual(
    expect.arrayContaining(['Job ID', 'Author', 'Facility Name', 'Patient Name', 'Submitted Time', 'Encounter Date']),
  )
  for (const words of ['000042', 'Dana Okafor', 'Harbor Street Main', 'Amara Abbott', 'Nov 19, 2026'])
    await shows(words)
  expect(lastListed().get('size')).toBe('10')
})

test('sex, age and number are below each patient’s name, and each date is on one line', async () => {
  await page.viewport(1280, 800)
  open()
  await shows(/^F \d\d · MRN HS10017$/)
  const lines = (words: string) => {
    const cell = page.getByRole('cell', { name: words }).element()
    return cell.clientHeight / Number.parseFloat(getComputedStyle(cell).lineHeight)
  }
  for (const words of ['Nov 20, 2026, 3:00 AM', 'Nov 19, 2026']) expect(lines(words)).toBeLessThan(2)
})

test('the list can be sorted by either date in both directions, any number of times [BILR-04, BILR-05]', async () => {
  open()
  const submitted = page.getByRole('columnheader', { name: 'Submitted Time' })
  const encounter = page.getByRole('columnheader', { name: 'Encounter Date' })
  await expect.element(view).toBeVisible()
  await sortedBy('submissionTime', 'descend')
  await submitted.click()
  await sortedBy('submissionTime', 'ascend')
  await submitted.click()
  await sortedBy('submissionTime', 'descend')
  await encounter.click()
  await sortedBy('effectiveDate', 'descend')
  await encounter.click()
  await sortedBy('effectiveDate', 'ascend')
  await encounter.click()
  await sortedBy('effectiveDate', 'descend')
})

test('waiting jobs are counted by age and author, and a click on a count filters the list and changes the address', async () => {
  const opened = open()
  const older = page.getByRole('button', { name: 'Over 7 days 1' })
  await older.click()
  await until(() => expect(lastListed().get('age')).toBe('OLDER'))
  await expect.element(older).toHaveAttribute('aria-pressed', 'true')
  await isAt(opened, '/dashboard/biller?age=OLDER')
  ;(page.getByRole('combobox', { name: 'Author' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByText('Dana Okafor (7)')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await until(() => expect(lastListed().get('doctorIds')).toBe(doctorId))
  await older.click()
  await until(() => expect(lastListed().get('age')).toBe(''))
})

test('counts that cannot be loaded are shown as "–", and the list works without them', async () => {
  server.answer(countUnbilled, refused('No.', '', 500))
  open()
  await expect.element(page.getByRole('button', { name: '3–7 days –' })).toBeVisible()
  await expect.element(view).toBeVisible()
})

test('j goes to the first row and Enter opens it, as in the other job lists', async () => {
  const opened = open()
  await expect.element(view).toBeVisible()
  await userEvent.keyboard('j ')
  await until(() => expect(document.activeElement?.textContent).toContain('000042'))
  await userEvent.keyboard('{Enter}')
  await isAt(opened, review)
  expect(server.asked(assignToBiller)).toHaveLength(1)
})

test('View works by keyboard: it assigns the job to the biller and opens its review [BILR-06, BILR-09]', async () => {
  const opened = open()
  await expect.element(view).toBeVisible()
  ;(view.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await isAt(opened, review)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible()
})

test('a job held by a colleague is refused with the reason, and the page stays on the list [BILR-06]', async () => {
  const { code, message, status } = billerRefusals.heldByOther
  server.answer(assignToBiller, refused(message, code, status))
  const opened = open()
  await view.click()
  await shows(message)
  await isAt(opened, '/dashboard/biller')
})

test('the review shows the job’s name and note, and marks the job as billed [BILR-11, BILR-13, BILR-15]', async () => {
  const opened = open(review)
  await expect.element(page.getByRole('link', { name: 'Jobs' })).toHaveAttribute('href', '/dashboard/biller')
  await shows('000042 Amara Abbott')
  await shows('water')
  await until(() => expect(document.title).toBe('Review | Dictara'))
  await page.getByRole('button', { name: 'Mark As Billed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark As Billed' }).click()
  await isAt(opened, '/dashboard/biller')
  expect(server.asked(billerCalls.billJob).map(({ what }) => what)).toEqual([`PUT /api/clinic/job/${jobId}/bill`])
})

test('Face Sheet opens an 800 px drawer on the right, titled "Session Details", with a Print button [BILR-14]', async () => {
  await page.viewport(1280, 800)
  answerRecord(server)
  open(review)
  await userEvent.click(page.getByRole('button', { name: 'Face Sheet' }))
  const drawer = page.getByRole('dialog', { name: 'Session Details' })
  await expect.element(drawer.getByText('Legal Mailing Address')).toBeVisible()
  await expect.element(drawer.getByRole('button', { name: 'Print' })).toBeVisible()
  const { right, width } = drawer.element().getBoundingClientRect()
  expect([right, width]).toEqual([1280, 800])
})

test('the review offers billing only to a biller and for a completed job, as its address says [BILR-12]', async () => {
  const button = page.getByRole('button', { name: 'Mark As Billed' })
  for (const [search, isOffered] of [
    ['&jobStage=completed&userType=biller', true],
    ['&jobStage=billed&userType=biller', false],
    ['&jobStage=completed&userType=doctor', false],
  ] as const) {
    const { close } = open(review + search)
    await shows(/Rest and/)
    expect(button.elements()).toHaveLength(isOffered ? 1 : 0)
    close()
  }
})

test('an empty list and a list that could not be loaded show different messages', async () => {
  server.answer(listBillerJobs, refused('No.', '', 500))
  open()
  await shows('Failed to fetch job list')
  expect(page.getByText('No unbilled jobs.').query()).toBeNull()
  expect(page.getByText('No rows').query()).toBeNull()
  server.answer(listBillerJobs, [])
  await page.getByRole('button', { name: 'Retry' }).click()
  await shows('No unbilled jobs.')
})

test('a page that has become empty is replaced by the last page with jobs [BILR-10]', async () => {
  server.answer(listBillerJobs, { result: [], size: 10 })
  open('/dashboard/biller?page=1')
  await until(() => expect(lastListed().get('page')).toBe('0'))
})

test('list and review have no violation of WCAG 2.2 AA, wide and narrow, light and dark', async () => {
  for (const [address, ready] of [
    ['/dashboard/biller', 'Dana Okafor'],
    [review, 'water'],
  ] as const) {
    const { close } = open(address)
    for (const width of [1200, 360]) {
      await page.viewport(width, 800)
      await shows(ready)
      await expectNoViolationsInBothLooks()
    }
    close()
  }
})

test.each([320, 600])('at %d px long patient and facility names stay within their cards', async (width) => {
  await page.viewport(width, 740)
  const long = 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3).trim()
  const facility = { ...aBillerJob.facility, facilityName: long }
  server.answer(listBillerJobs, [aBillerJob, { ...aBillerJob, patientName: long, author: long, facility }])
  openPage('/dashboard/biller', as('biller'))
  await expect.element(page.getByText('F 59 · MRN HS10017').last()).toBeVisible()
  const isWider = (part: Element) => part.scrollWidth > part.clientWidth + 1
  expect([...document.querySelectorAll('.list, .list td')].filter(isWider).map((part) => part.outerHTML)).toEqual([])
})
