import { type Delivery, type Destination, filingCalls } from '@dictara/contract/filing'
import { jobCalls } from '@dictara/contract/jobs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { expectNoViolations, expectNoViolationsInBothLooks } from '../../testing/accessible.ts'
import { as, openPage } from '../../testing/open-page.tsx'
import { type Calls, openCalls, refused } from '../../testing/wire.ts'
import { destinationInWords } from './destinations.tsx'

const { listDeliveries, listDestinations, sendFailedAgain, tryDestination } = filingCalls
const facilityId = '019a0000-0000-7000-8000-000000000001'
const aDelivery = (number: number, more: Partial<Delivery> = {}): Delivery => ({
  jobId: `019a0000-0000-7000-8000-0000000000${30 + number}`,
  jobNumber: `00000${number}`,
  noteVersion: 1,
  patientName: 'Amara Abbott',
  medicalRecordNumber: 'HS10001',
  facilityId,
  facilityName: 'Harbor Street Main',
  timeZone: 'Pacific/Kiritimati',
  ehrName: 'Demo EHR',
  state: 'FILED',
  approvedAt: '2026-11-21T08:00:00.000Z',
  attempts: 1,
  lastTriedAt: '2026-11-21T08:00:01.000Z',
  acknowledgedAt: '2026-11-21T08:00:01.000Z',
  reference: 'doc-4711',
  error: null,
  isJobDeleted: false,
  strikeStatus: 'NONE',
  ...more,
})
const aFailed = (number: number) =>
  aDelivery(number, { state: 'FAILED', acknowledgedAt: null, reference: null, error: 'The chart is locked.' })
const aPlace = (more: Partial<Destination> = {}): Destination => ({
  facilityId,
  facilityName: 'Harbor Street Main',
  timeZone: 'Pacific/Kiritimati',
  ehrName: 'Demo EHR',
  state: 'WORKING',
  waiting: 0,
  waitingSince: null,
  failed: 0,
  error: null,
  awaySince: null,
  nextTryAt: null,
  ...more,
})
const away = aPlace({
  state: 'AWAY',
  waiting: 12,
  failed: 3,
  waitingSince: '2026-11-21T08:00:00.000Z',
  awaySince: '2026-11-21T08:00:00.000Z',
  nextTryAt: '2026-11-21T10:05:00.000Z',
  error: 'The EHR didn’t respond in time.',
})

let server: Calls
beforeEach(() => {
  server = openCalls()
  server.answer(listDestinations, [away])
  server.answer(listDeliveries, [aDelivery(3, { state: 'WAITING', acknowledgedAt: null }), aFailed(2), aDelivery(1)])
})
afterEach(() => vi.restoreAllMocks())

const open = (address = '/dashboard/delivery') => openPage(address, as('clinicAdmin'))
const row = (number: number) => page.getByRole('row', { name: new RegExp(`00000${number}`) })
const shows = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible()

test('an EHR’s summary shows how long it has been away, what waits, the time of the next try, and what failed', () => {
  expect(destinationInWords(away, Date.parse('2026-11-21T10:00:00.000Z'))).toMatch(
    /^It hasn’t answered since .*10:00 PM\. The EHR didn’t respond in time\. 12 notes waiting, the oldest for 2h\. Next try: .*12:05 AM\. 3 notes failed\.$/,
  )
  expect(destinationInWords(aPlace({ failed: 1 }), 0)).toBe('1 note failed.')
})

describe('the Delivery page', () => {
  test('shows where each note went, when it was acknowledged, and why it failed', async () => {
    open()
    await expect.element(row(1).getByText('Delivered')).toBeVisible()
    await expect.element(row(1).getByText('doc-4711')).toBeVisible()
    await expect
      .element(
        row(1)
          .getByText(/^Nov 21, (2026, )?10:00 PM$/)
          .first(),
      )
      .toBeVisible()
    await expect.element(row(2).getByText('The chart is locked.')).toBeVisible()
    await expect.element(row(3).getByText('Waiting')).toBeVisible()
    expect(page.getByRole('button', { name: /^Send again/ }).elements()).toHaveLength(1)
  })

  test('sends one note or all failed notes again, and tries an EHR immediately', async () => {
    server.answer(jobCalls.retryJobs, [{ jobId: aFailed(2).jobId, resubmitted: true, message: 'Resubmitted' }])
    server.answer(sendFailedAgain, { result: [{ sent: 3, left: 0 }], message: '3 notes are being sent again.' })
    server.answer(tryDestination, { message: 'The EHR is being tried now.' })
    open()
    await page.getByRole('button', { name: 'Send again, job 000002' }).click()
    await shows('The note of job 000002 is being sent again.')
    expect(server.asked(jobCalls.retryJobs)[0]!.search.get('jobIds')).toBe(aFailed(2).jobId)
    await page.getByRole('button', { name: 'Send all failed again, Harbor Street Main' }).click()
    await shows('3 notes are being sent again.')
    await page.getByRole('button', { name: 'Try now, Harbor Street Main' }).click()
    await shows('The EHR is being tried now.')
    expect(server.asked(tryDestination)[0]!.what).toContain(facilityId)
  })

  test('of a deleted job’s note that may be in the EHR, says what to do there, and offers neither the job nor a repeat', async () => {
    const error = 'The job was deleted, but its note may be in the EHR: please strike it out there.'
    const left = { ...aFailed(4), isJobDeleted: true, strikeStatus: 'FAILED', error } as const
    server.answer(listDeliveries, [left, aFailed(2)])
    open()
    await expect.element(row(4).getByText(error)).toBeVisible()
    await expect.element(row(4).getByText('Strike-out failed')).toBeVisible()
    expect(row(4).getByRole('link').elements()).toHaveLength(0)
    expect(page.getByRole('button', { name: /^Send again/ }).elements()).toHaveLength(1)
  })

  test('filters by state and facility in the address, so that a notification can link there', async () => {
    const { router } = open(`/dashboard/delivery?facilities=${facilityId}`)
    await shows('Delivered')
    await page.getByRole('button', { name: 'Failed', exact: true }).click()
    await until(() => expect(router.state.location.search).toContain('states=FAILED'))
    await until(() => {
      const { search } = server.asked(listDeliveries).at(-1)!
      expect([search.get('facilityIds'), search.get('states')]).toEqual([facilityId, 'FAILED'])
    })
  })

  test('says that nothing waits, that no EHR is connected, or that nothing has been sent yet', async () => {
    server.answer(listDeliveries, [])
    server.answer(listDestinations, [aPlace()])
    const { router } = open()
    await shows('Nothing is waiting, and nothing has failed.')
    await shows('No note has been sent to an EHR yet. Finished notes of facilities with an EHR appear here.')
    server.answer(listDestinations, [])
    await router.navigate('/dashboard/delivery?states=FAILED')
    await shows('No notes found.')
  })

  test('without an EHR, explains where finished notes are, with links there and to the EHR configuration', async () => {
    server.answer(listDeliveries, [])
    server.answer(listDestinations, [])
    open()
    await expect
      .element(page.getByRole('link', { name: 'connect it' }))
      .toHaveAttribute('href', '/dashboard/settings/ehr-configuration')
    await expect
      .element(page.getByRole('main').getByRole('link', { name: 'Jobs' }))
      .toHaveAttribute('href', '/dashboard/jobs-list/completed')
    await expectNoViolations()
  })

  test('shows a loading error, with Retry', async () => {
    server.answer(listDeliveries, refused('', '', 500))
    open()
    await shows('The deliveries couldn’t be loaded.')
    server.answer(listDeliveries, [aDelivery(1)])
    await page.getByRole('button', { name: 'Retry' }).click()
    await shows('Delivered')
  })

  test('has no violation of WCAG 2.2 AA, wide and narrow, light and dark', async () => {
    open()
    for (const width of [1200, 360]) {
      await page.viewport(width, 800)
      await shows('The chart is locked.')
      await expectNoViolationsInBothLooks()
    }
  })
})
