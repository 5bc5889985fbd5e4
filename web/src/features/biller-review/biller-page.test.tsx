import { storeUser } from '@dictara/browser/session'
import type { BillerJob } from '@dictara/contract/biller-review'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { App as AntApp, ConfigProvider } from 'antd'
import axe from 'axe-core'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter, Route, Routes, useLocation } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { darkTheme, lightTheme } from '../../app/antd-theme.ts'
import '@dictara/browser/theme.css'
import { BillerPage } from './biller-page.tsx'
import { BillerReviewPage } from './biller-review-page.tsx'

const jobId = '019a0000-0000-7000-8000-000000000031'
const aBillerJob: BillerJob = {
  jobId,
  jobNumber: '000042',
  author: 'Dana Okafor',
  facility: { facilityId: '019a0000-0000-7000-8000-000000000001', facilityName: 'Harbor Street Main' },
  timeZone: 'America/New_York',
  patientName: 'Amara Abbott',
  submissionTime: '2026-11-20T08:00:00.000Z',
  effectiveDate: '2026-11-19',
  heldBy: null,
}
const aNote = {
  sections: [
    {
      id: 'default-heading-id',
      heading: { customUIHeading: 'PLAN', systemHeading: 'PLAN' },
      content: [{ value: 'Rest and <b>water</b>.', type: 'Text', newParagraph: true, count: 0 }],
    },
  ],
}

/** The server, as far as these pages ask it. */
let server: { jobs: BillerJob[]; size: number; status: number; refusal: string; asked: URL[] }
let root: Root | undefined

function resultOf({ pathname }: URL): unknown[] {
  if (pathname.endsWith('/jobs/list')) return server.jobs
  if (pathname.endsWith('/job/assign')) return [{ sessionId: jobId }]
  if (pathname.endsWith('/sections')) return [aNote]
  if (pathname.endsWith('/demographics')) return [{ key: 'Name', value: 'Amara Abbott' }]
  return [{ jobNumber: '000042', jobName: '000042 Amara Abbott', workType: 'Progress Note', allowedActions: ['bill'] }]
}

beforeEach(() => {
  server = { jobs: [aBillerJob], size: 1, status: 200, refusal: '', asked: [] }
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, 'http://localhost')
    server.asked.push(url)
    if (server.status !== 200) return Response.json({ success: false, message: '' }, { status: server.status })
    if (server.refusal && init.method !== 'GET')
      return Response.json({ success: false, code: 'refused', message: server.refusal }, { status: 409 })
    return Response.json({ success: true, message: 'Done', result: resultOf(url), size: server.size })
  })
})
afterEach(() => {
  root?.unmount()
  vi.unstubAllGlobals()
  storeUser(null)
})

const Address = () => {
  const { pathname, search } = useLocation()
  return <p data-testid="address">{pathname + search}</p>
}

function open(at = '/dashboard/biller', isDark = false) {
  storeUser({ userType: 'biller', clinicConfigured: true } as never)
  document.documentElement.lang = 'en'
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light'
  document.body.replaceChildren()
  root = createRoot(document.body.appendChild(document.createElement('main')))
  root.render(
    <ConfigProvider theme={{ ...(isDark ? darkTheme : lightTheme), cssVar: { key: 'test' } }}>
      <AntApp>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <MemoryRouter initialEntries={[at]}>
            <Address />
            <Routes>
              <Route path="/dashboard/biller" element={<BillerPage />} />
              <Route path="/dashboard/billers-jobs/:jobId" element={<BillerReviewPage />} />
            </Routes>
          </MemoryRouter>
        </QueryClientProvider>
      </AntApp>
    </ConfigProvider>,
  )
}

const review = `/dashboard/billers-jobs/${jobId}?sessionId=${jobId}`
const view = page.getByRole('button', { name: 'View job 000042' })
const shows = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible()
const isAt = (address: string) => expect.element(page.getByTestId('address')).toHaveTextContent(address)
const lastListed = () => server.asked.findLast(({ pathname }) => pathname.endsWith('/jobs/list'))!.searchParams
const sortedBy = (sortKey: string, sortOrder: string) =>
  vi.waitFor(() => expect(Object.fromEntries(lastListed())).toMatchObject({ sortKey, sortOrder }))

test('the list shows its columns, ten jobs a page [BILR-03, BILR-07, BILR-10]', async () => {
  open()
  await expect.element(view).toBeVisible()
  const headings = page.getByRole('columnheader').elements()
  expect(headings.map((heading) => heading.textContent)).toEqual(
    expect.arrayContaining(['Job ID', 'Author', 'Facility Name', 'Patient Name', 'Submitted Time', 'Encounter Date']),
  )
  for (const words of ['000042', 'Dana Okafor', 'Harbor Street Main', 'Amara Abbott', '11/19/2026']) await shows(words)
  expect(lastListed().get('size')).toBe('10')
})

test('both dates sort either way, as often as one likes [BILR-04, BILR-05]', async () => {
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

test('View takes the job by keyboard and opens its review [BILR-06, BILR-09]', async () => {
  open()
  await expect.element(view).toBeVisible()
  ;(view.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await isAt(review)
  await expect.element(page.getByRole('heading', { level: 1, name: 'Review' })).toBeVisible()
})

test('a job that a colleague has says so and stays in the list [BILR-06]', async () => {
  server.refusal = 'Another biller is already working on this job.'
  open()
  await view.click()
  await shows(server.refusal)
  await isAt('/dashboard/biller')
})

test('the review names the job, shows the note and marks it as billed [BILR-11, BILR-13, BILR-15]', async () => {
  open(review)
  await expect.element(page.getByRole('link', { name: 'Jobs' })).toHaveAttribute('href', '/dashboard/biller')
  await shows('000042 Amara Abbott')
  await shows('water')
  expect(document.title).toBe('Review | Dictara')
  await page.getByRole('button', { name: 'Mark As Billed' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark As Billed' }).click()
  await isAt('/dashboard/biller')
  expect(server.asked.some(({ pathname }) => pathname === `/api/clinic/job/${jobId}/bill`)).toBe(true)
})

test('the review offers to bill what its address calls completed, to a biller, and only shows anything else [BILR-12]', async () => {
  const button = page.getByRole('button', { name: 'Mark As Billed' })
  for (const [search, isOffered] of [
    ['&jobStage=completed&userType=biller', true],
    ['&jobStage=billed&userType=biller', false],
    ['&jobStage=completed&userType=doctor', false],
  ] as const) {
    open(review + search)
    await shows(/Rest and/)
    expect(button.elements()).toHaveLength(isOffered ? 1 : 0)
    root?.unmount()
  }
})

test('an empty list, and one that could not be fetched, are told apart', async () => {
  server = { ...server, status: 500 }
  open()
  await shows('Failed to fetch job list')
  expect(page.getByText('Nothing waits to be billed.').query()).toBeNull()
  expect(page.getByText('No rows').query()).toBeNull()
  server = { ...server, status: 200, jobs: [], size: 0 }
  await page.getByRole('button', { name: 'Retry' }).click()
  await shows('Nothing waits to be billed.')
})

test('a page that has emptied gives way to the last one that has jobs [BILR-10]', async () => {
  server = { ...server, size: 10, jobs: [] }
  open('/dashboard/biller?page=1')
  await vi.waitFor(() => expect(lastListed().get('page')).toBe('0'))
})

for (const isDark of [false, true])
  test(`list and review have no violation of WCAG 2.2 AA, wide and narrow, ${isDark ? 'dark' : 'light'}`, async () => {
    for (const [address, ready] of [
      ['/dashboard/biller', 'Dana Okafor'],
      [review, 'water'],
    ] as const) {
      root?.unmount()
      open(address, isDark)
      for (const width of [1200, 360]) {
        await page.viewport(width, 800)
        await shows(ready)
        await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => {})))
        const { violations } = await axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
        })
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
      }
    }
  })
