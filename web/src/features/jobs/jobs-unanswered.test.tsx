import type { CallSpec } from '@dictara/contract'
import { jobListCalls } from '@dictara/contract/job-lists'
import { jobCalls as calls } from '@dictara/contract/jobs'
import { storeUser } from '@dictara/browser/session'
import { Button } from 'antd'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { until } from '../../editor/testing/mount.tsx'
import { mountInShell } from '../../testing/in-shell.tsx'
import { aJob, aJobRow } from '../../testing/job.fixtures.ts'
import { openLiveWire } from '../../testing/live-wire.ts'
import { as } from '../../testing/open-page.tsx'
import { type Calls, openCalls, unreachable } from '../../testing/wire.ts'
import { useJobVerbs } from '../notes/job/use-job-verbs.ts'
import { JobsPage } from './jobs-page.tsx'

/** A stand-in server on which every call without a given answer fails as unreachable. */
let server: Calls
let logged: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  localStorage.clear()
  storeUser(as('admin'))
  openLiveWire()
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  server = openCalls({ otherwise: unreachable })
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

test('when lists and filters get no answer, it is only logged, and the loading state ends [ERR-15]', async () => {
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
])('when %s of a job gets no answer, it is only logged, and the loading state ends [ERR-15]', async (verb, spec) => {
  server.answer(jobListCalls.listMyJobs, [aJobRow({ allowedActions: ['release', 'delete', 'resubmit'] })])
  open()
  const more = page.getByRole('button', { name: 'More for job 000011' })
  const resubmit = page.getByRole('button', { name: 'Resubmit job 000011' })
  await userEvent.click(verb === 'Resubmit' ? resubmit : more)
  if (verb !== 'Resubmit') await userEvent.click(page.getByRole('menuitem', { name: verb, exact: true }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: verb }))
  await isLogged(nameOf(spec))
  await until(() => expect(isLoading()).toBe(0))
  await expect.element(verb === 'Resubmit' ? resubmit : more).toBeEnabled()
  expect(notices()).toBe(0)
})

test('when completing a job gets no answer, it is only logged, and the loading state ends [ERR-15]', async () => {
  const Editor = () => {
    const verbs = useJobVerbs(aJob(), { saveFirst: async () => true })
    return <Button onClick={verbs.complete}>Hand in</Button>
  }
  open(<Editor />)
  await userEvent.click(page.getByRole('button', { name: 'Hand in' }))
  await userEvent.click(page.getByRole('button', { name: 'Complete' }))
  await isLogged(nameOf(calls.completeOwn))
  await until(() => expect(isLoading()).toBe(0))
  expect(notices()).toBe(0)
})
