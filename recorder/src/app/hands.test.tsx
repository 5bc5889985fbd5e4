import { afterEach, expect, test, vi } from 'vitest'
import { button, choosePatient, hides, isSentOn, openTab, shows } from '../testing/recorder-tab.tsx'

afterEach(() => void vi.restoreAllMocks())

const held = async () => {
  const { held: locks = [] } = await navigator.locks.query()
  return locks.filter(({ name }) => name?.startsWith('dictara-recording-'))
}

test('a browser that stores nothing is reported as such, since signing in or waiting would not help', async () => {
  // All test files share a page, and an earlier file may have opened this database.
  await new Promise((done) => (indexedDB.deleteDatabase('dictara-drafts').onsuccess = done))
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(() => {
    throw new DOMException('Blocked.', 'SecurityError')
  })
  openTab('?encryptedKey=key-of-ada')
  await shows('This browser blocks storage on this computer.')
  await hides(/Sign in to dictate/)
  await hides(/cannot be reached/)
})

test('a browser without space for remembered data still sends what is recorded', async () => {
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No room.', 'QuotaExceededError')
  })
  await button('Record').click()
  await isSentOn()
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
})

test('pressing Record several times quickly starts one recording', async () => {
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  const record = button('Record').element() as HTMLElement
  for (let time = 0; time < 3; time += 1) record.click()
  await shows('Recording')
  await isSentOn()
  expect(await held()).toHaveLength(1)
})

test('an unanswered prompt of the browser is reported, and does not keep the person here', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(new Promise(() => {}))
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  await button('Record').click()
  await shows('Waiting for the microphone.')
  await button('Keep for later').click()
  await shows('New dictation')
})
