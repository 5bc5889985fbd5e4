import { storeUser } from '@dictara/browser/session'
import type { CallSpec } from '@dictara/contract'
import type { StoredUser } from '@dictara/contract/identity'
import { type Job, type JobRow, jobCalls as calls } from '@dictara/contract/jobs'
import { Button } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { mountInShell } from '../../testing/in-shell.tsx'
import { openLiveWire } from '../../testing/live-wire.ts'
import { useJobVerbs } from '../notes/about-the-job/use-job-verbs.ts'
import { JobsPage } from './jobs-page.tsx'

const [me, jobId, main] = [1, 2, 3].map((n) => `00000000-0000-7000-8000-00000000000${n}`) as [string, string, string]
const aJob = {
  jobId,
  jobNumber: '000042',
  jobName: '000042 Amara Abbott',
  audioLength: 61,
  submissionTime: '2026-11-20T08:00:00.000Z',
  lastUpdatedTime: '2026-11-20T08:00:00.000Z',
  author: 'Ada Byron',
  authorId: me,
  patientId: main,
  patientName: 'Amara Abbott',
  status: 'IN_REVIEW',
  level: 'LEVEL_1',
  currentLevelOfReview: 'LEVEL_1',
  returned: false,
  reviewerInProgress: null,
  heldBy: null,
  heldSince: null,
  facility: { facilityId: main, facilityName: 'Main' },
  timeZone: 'America/New_York',
  comments: [],
  reasonForFailing: null,
  failStage: null,
  isEnabled: true,
  progress: null,
  version: 1,
  allowedActions: ['release', 'delete', 'resubmit'],
} satisfies JobRow

/** Paths that are answered; every other call meets no server. */
let answered: Record<string, unknown>
let logged: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  localStorage.clear()
  storeUser({
    id: me,
    token: 't',
    userType: 'admin',
    userPrivilege: 'NONE',
    scopes: ['ROLE_ADMIN'],
  } as unknown as StoredUser)
  answered = {}
  openLiveWire()
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    const path = `${init?.method ?? 'GET'} ${new URL(String(input), location.origin).pathname}`
    if (!(path in answered)) throw new TypeError('Failed to fetch')
    return Response.json({ success: true, message: 'Success', result: answered[path], size: 1 })
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const open = (element = <JobsPage />) =>
  mountInShell([{ path: '/dashboard/jobs-list/:group/:stage', element }], '/dashboard/jobs-list/my-jobs/in-review')
const nameOf = ({ method, path }: CallSpec) => `${method} ${path}`
const isLogged = (path: string) => until(() => expect(logged.mock.calls.flat()).toContain(`${path} was not answered`))
const notices = () => document.querySelectorAll('.ant-notification-notice').length
const isLoading = () => document.querySelectorAll('.ant-btn-loading, .ant-spin-spinning, [aria-busy="true"]').length

test('lists and filters that nobody answers are only logged, and the loading ends [ERR-15]', async () => {
  open()
  await isLogged('GET /clinic/doctor/my-jobs')
  await isLogged('GET /clinic/job/myJobPage/filter')
  await userEvent.click(page.getByRole('button', { name: /^Filter/ }))
  await isLogged('GET /clinic/user/facilities')
  await until(() => expect(isLoading()).toBe(0))
  await expect.element(page.getByText('The list of facilities could not be fetched.')).toBeVisible()
  expect(notices()).toBe(0)
})

test.each([
  ['Release', calls.releaseJob],
  ['Delete', calls.deleteJob],
  ['Resubmit', calls.retryJobs],
])('%s of a job that nobody answers is only logged, and the loading ends [ERR-15]', async (verb, spec) => {
  answered['GET /api/clinic/doctor/my-jobs'] = [aJob]
  open()
  await userEvent.click(page.getByRole('button', { name: `${verb} job 000042` }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: verb }))
  await isLogged(nameOf(spec))
  await until(() => expect(isLoading()).toBe(0))
  await expect.element(page.getByRole('button', { name: `${verb} job 000042` })).toBeEnabled()
  expect(notices()).toBe(0)
})

test('completing a job that nobody answers is only logged, and the loading ends [ERR-15]', async () => {
  const job = { ...aJob, workType: 'Progress Note', editable: true } as unknown as Job
  const Editor = () => {
    const verbs = useJobVerbs(job, false, async () => true)
    return <Button onClick={verbs.complete}>Hand in</Button>
  }
  open(<Editor />)
  await userEvent.click(page.getByRole('button', { name: 'Hand in' }))
  await userEvent.click(page.getByRole('button', { name: 'Complete' }))
  await isLogged(nameOf(calls.completeOwn))
  await until(() => expect(isLoading()).toBe(0))
  expect(notices()).toBe(0)
})
