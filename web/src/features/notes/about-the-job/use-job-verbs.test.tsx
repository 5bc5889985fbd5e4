import { storeUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { jobCalls } from '@dictara/contract/jobs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountInWebApp } from '../../../testing/in-web-app.tsx'
import { aJob } from '../../../testing/job.fixtures.ts'
import { catchPageLoads } from '../../../testing/page-loads.ts'
import { aUser } from '../../../testing/stored-user.fixtures.ts'
import { type Calls, openCalls, recorderUrl, refused } from '../../../testing/wire.ts'
import { useJobVerbs } from './use-job-verbs.ts'

const { completeOwn } = jobCalls
const { encryptedKey } = identityCalls
const jobs = '/dashboard/jobs-list/my-jobs/in-progress'
const job = aJob()
const until = (check: () => void) => vi.waitFor(check, 10_000)
let server: Calls
let loads: string[]

beforeEach(() => {
  localStorage.clear()
  server = openCalls()
  server.answer(encryptedKey, ['the-key'])
  server.answer(completeOwn, { message: 'Job completed.' })
  loads = catchPageLoads()
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

function Complete() {
  const { complete } = useJobVerbs(job, false, async () => true)
  return <button onClick={complete}>Complete it</button>
}
async function complete(crossAuthenticated: boolean) {
  storeUser(aUser({ crossAuthenticated }))
  const { router } = mountInWebApp(<Complete />)
  await userEvent.click(page.getByRole('button', { name: 'Complete it' }))
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Complete' }))
  await until(() => expect(server.asked(completeOwn)).toHaveLength(1))
  return router
}

test('who came by the handoff goes back to the recorder after Complete, with a key [XAUTH-16]', async () => {
  const router = await complete(true)
  await until(() => expect(loads).toEqual([`${recorderUrl}/?encryptedKey=the-key&from=create`]))
  expect(router.state.location.pathname).toBe('/here')
})

test('who signed in here goes to their jobs after Complete, and no key is asked for [EDIT-47]', async () => {
  const router = await complete(false)
  await until(() => expect(router.state.location.pathname).toBe(jobs))
  expect(server.asked(encryptedKey)).toEqual([])
})

test('a key that cannot be fetched is logged only: the person goes to their jobs [XAUTH-17]', async () => {
  server.answer(encryptedKey, refused('Internal error', '', 500))
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const router = await complete(true)
  await until(() => expect(router.state.location.pathname).toBe(jobs))
  expect(logged).toHaveBeenCalledWith('The recorder could not be opened', expect.any(Error))
  const notices = () => [...document.querySelectorAll('.ant-notification-notice')].map(({ textContent }) => textContent)
  await until(() => expect(notices()).toEqual([expect.stringContaining('Job completed.')]))
  expect(loads).toEqual([])
})

test('a job is completed for the patient whom the page shows, and for nobody else', async () => {
  await complete(false)
  expect(server.asked(completeOwn)[0]!.body).toEqual({ patientId: job.patientId })
})

test('a Complete that the server refuses says Failed, in the words of the server [ERR-10, ERR-14]', async () => {
  server.answer(completeOwn, refused('It cannot be, because.'))
  await complete(false)
  await expect.element(page.getByText('Failed')).toBeVisible()
  await expect.element(page.getByText('It cannot be, because.')).toBeVisible()
})

test('who has gone elsewhere meanwhile is not led away from there when Complete is done', async () => {
  const here = location.href
  server.answer(completeOwn, () => {
    history.pushState(null, '', '/dashboard/new-editor/another-job')
    return { message: 'Job completed.' }
  })
  const router = await complete(false)
  await expect.element(page.getByText('Job completed.')).toBeVisible()
  history.pushState(null, '', here)
  expect([router.state.location.pathname, loads]).toEqual(['/here', []])
})

test('a question goes with the page that asked it', async () => {
  storeUser(aUser())
  const { router } = mountInWebApp(<Complete />)
  await userEvent.click(page.getByRole('button', { name: 'Complete it' }))
  await expect.element(page.getByRole('dialog')).toBeVisible()
  await router.navigate('/elsewhere')
  await expect.element(page.getByText('elsewhere')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})
