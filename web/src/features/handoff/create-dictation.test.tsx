import { storeUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { jobQueries } from '../../platform/query-client.ts'
import { mountInWebApp } from '../../testing/in-web-app.tsx'
import { catchPageLoads } from '../../testing/page-loads.ts'
import { aUser } from '../../testing/stored-user.fixtures.ts'
import { openCalls, recorderUrl, refused, unreachable } from '../../testing/wire.ts'
import { CreateDictation, useDictationCreated } from './index.ts'

const until = (check: () => void) => vi.waitFor(check, 10_000)
let key: string[] | Response | Error
let flagWhenAsked: string | null
let loads: string[]
let logged: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  localStorage.clear()
  storeUser(aUser())
  flagWhenAsked = 'never asked'
  key = ['the/key']
  openCalls().answer(identityCalls.encryptedKey, () => {
    flagWhenAsked = localStorage.getItem('dictationCreated')
    return key
  })
  loads = catchPageLoads()
  logged = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const button = page.getByRole('button', { name: 'Create Dictation' })
const leaves = () => until(() => expect(loads).toEqual([`${recorderUrl}/?encryptedKey=the%2Fkey&from=create`]))

test('on the job list the flag dictationCreated is stored before the key is requested [XAUTH-10, XAUTH-11]', async () => {
  mountInWebApp(<CreateDictation fromList />)
  await userEvent.click(button)
  await leaves()
  expect([flagWhenAsked, localStorage.getItem('dictationCreated')]).toEqual(['true', 'true'])
})

test('on the dashboard no flag is stored [XAUTH-11]', async () => {
  mountInWebApp(<CreateDictation />)
  await userEvent.click(button)
  await leaves()
  expect([flagWhenAsked, localStorage.getItem('dictationCreated')]).toEqual([null, null])
})

test('on return, also by the Back button, the list and its counts are loaded again once [XAUTH-11]', async () => {
  const fetched = vi.fn(async () => 3)
  function List() {
    useDictationCreated()
    const { data } = useQuery({ queryKey: [...jobQueries, 'counts'], queryFn: fetched, staleTime: Infinity })
    return <p>{data === undefined ? 'waiting' : `${data} jobs`}</p>
  }
  mountInWebApp(<List />)
  await expect.element(page.getByText('3 jobs')).toBeVisible()
  const before = fetched.mock.calls.length
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  localStorage.setItem('dictationCreated', 'true')
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  await until(() => expect(fetched).toHaveBeenCalledTimes(before + 1))
  expect(localStorage.getItem('dictationCreated')).toBeNull()
})

test.each([
  ['is refused', refused('You are not permitted to do this operation', 'not-permitted', 403)],
  ['breaks the server', refused('Internal error', '', 500)],
  ['is never answered', unreachable],
])('a key request that %s shows no message and is logged [XAUTH-12]', async (_name, answer) => {
  key = answer
  mountInWebApp(<CreateDictation fromList />)
  await expect.element(button).toBeVisible()
  const before = document.body.innerText
  await userEvent.click(button)
  await until(() => expect(logged).toHaveBeenCalledWith('Couldn’t open the recorder', expect.any(Error)))
  await until(() => expect(document.querySelector('.ant-btn-loading')).toBeNull())
  expect([document.body.innerText, loads, localStorage.getItem('dictationCreated')]).toEqual([before, [], null])
  expect(page.getByRole('alert').query()).toBeNull()
})
