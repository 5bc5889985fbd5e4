import { storeUser } from '@dictara/browser/session'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { aUser } from '../testing/fake-api.ts'
import {
  api,
  button,
  choosePatient,
  hides,
  listsNothing,
  openTab,
  recordAWhile,
  seconds,
  shows,
} from '../testing/recorder-tab.tsx'

const chunksSent = () => api.calls.filter((call) => call.startsWith('PUT')).length
/** Signs in again in another tab of this browser. */
const signedInAgain = () => {
  api.isSignedOut = false
  const renewed = { ...api.ada, token: `token-of-${api.ada.id}`, sessionId: 'new' }
  storeUser({ ...renewed, token: 'none' })
  storeUser(renewed)
}

describe('a session that ends', () => {
  beforeEach(async () => {
    openTab('?encryptedKey=key-of-ada&from=create')
    await shows('New dictation')
    await choosePatient()
    await recordAWhile()
  })

  test('during a recording shows a sign-in link that leads back here; the recording continues and is sent automatically [QA-17]', async () => {
    api.isSignedOut = true
    await shows('Your session has ended.')
    await shows('Recording')
    const link = page.getByRole('link', { name: 'Sign in' }).element() as HTMLAnchorElement
    expect([new URL(link.href).pathname, link.target]).toEqual(['/cross-Auth', '_blank'])
    expect(atob(new URL(link.href).searchParams.get('redirect-url')!)).toBe(`${location.origin}/recorder`)
    const before = chunksSent()
    signedInAgain()
    await vi.waitFor(() => expect(chunksSent()).toBeGreaterThan(before), 10_000)
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
  })

  test('during a pause does not prevent Resume: everything is kept, the page says so, and all is sent after the next sign-in [QA-19]', async () => {
    await button(/^Pause/).click()
    await shows('Saved')
    const before = chunksSent()
    api.isSignedOut = true
    await button(/^Resume/).click()
    await shows('Recording')
    await shows('Your session has ended.')
    await shows(/You can keep recording. It is safe on this computer/)
    signedInAgain()
    await vi.waitFor(() => expect(chunksSent()).toBeGreaterThan(before), 10_000)
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    const [dictation] = api.dictations.values()
    expect(api.submits[0]!.takes).toMatchObject([{ take: 0, chunks: dictation!.chunks.size }])
  })

  test('by a sign-out in another tab sends and shows nothing under the next person; the first person finds it again [QA-18]', async () => {
    storeUser(null)
    await shows('Your session has ended.')
    const ben = aUser('ben', 'Ben Other')
    api.keys.set('key-of-ben', ben)
    storeUser(ben)
    await shows('Ben Other has signed in on this computer.')
    const sent = api.calls.length
    await new Promise((later) => setTimeout(later, 1_500))
    expect(api.calls.slice(sent).filter((call) => !call.startsWith('GET'))).toEqual([])
    await button(/^Pause/).click()
    openTab('?encryptedKey=key-of-ben')
    await shows('New dictation')
    await listsNothing()
    openTab('?encryptedKey=key-of-ada')
    await shows('Unsent recordings')
    await button(/^Send the recording of/).click()
    await shows(/^Job \d+ was submitted/)
    const [dictation] = api.dictations.values()
    expect(api.submits.at(-1)!.takes).toMatchObject([{ take: 0, chunks: dictation!.chunks.size }])
  })
})

describe('another person who signs in in another tab', () => {
  const benSignsIn = () => {
    const ben = aUser(`ben-${crypto.randomUUID()}`, 'Ben Other')
    api.keys.set('key-of-ben', ben)
    storeUser(ben)
    return ben
  }
  const asked = (path: string) => api.calls.filter((call) => call === `GET /api${path}`).length

  test('does not have a page that still waits for the server opened with their key, whose drafts nobody could open later', async () => {
    openTab('?encryptedKey=key-of-ada')
    await shows('New dictation')
    const isBack = api.fault(/draft-key/, 'answer lost')
    openTab()
    await shows('Sign in to open your draft')
    benSignsIn()
    isBack()
    const before = asked('/authenticate/draft-key')
    // A waiting page retries automatically, but not after somebody else has signed in.
    await seconds(6)
    expect(asked('/authenticate/draft-key')).toBe(before)
    await hides('New dictation')
  })

  test('does not have their patients searched on this page or remembered here', async () => {
    openTab('?encryptedKey=key-of-ada')
    await shows('New dictation')
    await choosePatient()
    benSignsIn()
    await shows('Ben Other has signed in on this computer.')
    await button('Choose another patient').click()
    const before = asked('/clinic/doctor/patient-roster/patients')
    await page.getByRole('combobox', { name: 'Patient' }).fill('walter')
    await shows('Sign in to continue.')
    expect(asked('/clinic/doctor/patient-roster/patients')).toBe(before)
  })
})
