import { unlockStore } from '@dictara/browser/draft-key'
import { createRecordings } from '@dictara/browser/recordings'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fetchDraftKey } from '../server-calls.ts'
import {
  api,
  button,
  choosePatient,
  goOffline,
  goOnline,
  hides,
  isSentOn,
  openTab,
  recordAndPause,
  recordAWhile,
  recordForJane,
  seconds,
  shows,
} from '../testing/recorder-tab.tsx'

const recordings = async () => createRecordings(await unlockStore(api.ada.id, fetchDraftKey))

const devices = navigator.mediaDevices
const real = devices.getUserMedia.bind(devices)
const put = IDBObjectStore.prototype.put
/** Makes the browser report a full disk. */
const fillUp = () => {
  IDBObjectStore.prototype.put = () => {
    throw new DOMException('There is no room.', 'QuotaExceededError')
  }
}
const makeRoom = () => {
  IDBObjectStore.prototype.put = put
}
afterEach(() => {
  devices.getUserMedia = real
  makeRoom()
})

/** Checks that there is one job and that it contains everything that was spoken. */
const expectWholeJob = () => {
  const [dictation] = api.dictations.values()
  expect(api.jobs()).toHaveLength(1)
  expect(api.jobs()[0]!.takes.reduce((sum, { chunks }) => sum + chunks, 0)).toBe(dictation!.chunks.size)
}

describe('repeating everything', () => {
  test('without a microphone changes nothing: the earlier recording is kept, listed with its length, and sent [QA-30]', async () => {
    await recordAndPause()
    await button(/^Back 5 seconds/).click()
    devices.getUserMedia = () => Promise.reject(new DOMException('', 'NotFoundError'))
    await button(/^Record again from 0:00/).click()
    await shows('No microphone was found.')
    await expect.element(button(/^Submit/)).toBeEnabled()
    await button('Keep for later').click()
    await shows(/0:0[1-9] recorded/)
    await button(/^Send the recording/).click()
    await shows('Job 10001 was submitted')
    expect(api.jobs()[0]!.cuts).toBeNull()
    expectWholeJob()
  })

  test('can be undone after the recording was put away: the earlier version is still there [QA-30]', async () => {
    await recordAndPause()
    await button(/^Back 5 seconds/).click()
    await button(/^Record again from 0:00/).click()
    await vi.waitFor(() => expect(api.calls.some((call) => call.includes('/take/1/'))).toBe(true), 10_000)
    await button(/^Pause/).click()
    await button('Keep for later').click()
    await button(/^Open the recording/).click()
    await button('Restore the previous version').click()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect(api.jobs()[0]!.cuts).toMatchObject([{ take: 0, startMs: 0 }])
  })

  test('in an older recorder that kept nothing offers the earlier version and no Send [QA-30]', async () => {
    await recordAndPause()
    await button('Keep for later').click()
    await shows('Unsent recordings')
    const kept = await recordings()
    const [recording] = await kept.list()
    await kept.save({ ...recording!, kept: [], before: recording!.kept })
    openTab()
    await shows(/0:00 recorded/)
    expect(button(/^Send the recording/).elements()).toHaveLength(0)
    await button(/^Open the recording/).click()
    await expect.element(button(/^Submit/)).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Alt>}s{/Alt}')
    await shows('Nothing has been recorded yet.')
    await button('Restore the previous version').click()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expectWholeJob()
  })
})

test('the page says how much of a recording the browser has removed, and submits the rest [QA-39]', async () => {
  await recordForJane()
  await goOffline()
  await seconds(3)
  const database = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('dictara-drafts')
    opening.onsuccess = () => resolve(opening.result)
  })
  const range = IDBKeyRange.bound([api.ada.id, 'chunk', ''], [api.ada.id, 'chunk', '\uffff'])
  const removing = database.transaction('entries', 'readwrite')
  removing.objectStore('entries').delete(range)
  await new Promise((resolve) => (removing.oncomplete = resolve))
  database.close()
  await seconds(2)
  goOnline()
  await shows(/^About \d seconds? of this recording is missing from this computer\.$/)
  await hides(/Nothing is lost/)
  await button('Continue without it').click()
  await isSentOn()
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  const { missing } = api.submits.at(-1)!.takes[0]!
  expect(missing!.length).toBeGreaterThan(0)
})

describe('a computer without space', () => {
  test('is reported in messages that agree, and sound that could not be stored is sent when the network is back [QA-38]', async () => {
    await recordForJane()
    fillUp()
    await goOffline()
    await shows('This computer is out of space for the recording.')
    await shows('Your recording is safe in this page. It will be sent automatically.')
    await hides(/safe on this computer/)
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(true)
    goOnline()
    await isSentOn()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expectWholeJob()
  })

  test('does not put a recording away that it cannot store, and says so; with space again it does', async () => {
    await recordAndPause()
    api.isAway = true
    fillUp()
    await button(/^Resume/).click()
    await seconds(2)
    await button('Keep for later').click()
    await shows('This computer is out of space, so the recording can’t be kept for later.')
    await expect.element(button(/^Submit/)).toBeEnabled()
    makeRoom()
    await button('Keep for later').click()
    await shows('Unsent recordings')
    goOnline()
    await button(/^Send the recording/).click()
    await shows('Job 10001 was submitted')
    expectWholeJob()
  })

  test('discards for good only after a second confirmation, here and on the server', async () => {
    openTab('?encryptedKey=key-of-ada')
    await choosePatient()
    fillUp()
    await recordAWhile()
    await button('Discard').click()
    await shows('This computer is out of space, so a discarded recording couldn’t be restored.')
    expect(api.dictations.size).toBe(1)
    await button('Discard permanently').click()
    await shows('New dictation')
    expect(api.dictations.size).toBe(0)
    makeRoom()
    expect(await (await recordings()).list()).toEqual([])
  })
})

test('a recording submitted without network is sent automatically when the recorder is opened again, which says so [QA-36]', async () => {
  await recordAndPause()
  api.isAway = true
  await button(/^Submit/).click()
  await shows(/will be sent automatically/)
  // The page does not ask before it closes.
  await vi.waitFor(() => {
    const leaving = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(leaving)
    expect(leaving.defaultPrevented).toBe(false)
  }, 5_000)
  api.isAway = false
  openTab()
  await shows('An earlier recording was sent as job 10001 of Jane Doe.')
  await hides('Unsent recordings')
  expectWholeJob()
})

test('a recording submitted without network says so in the list until the network is back, and is then sent [QA-36]', async () => {
  await recordAndPause()
  api.isAway = true
  await button(/^Submit/).click()
  await shows(/will be sent automatically/)
  api.isAway = false
  const answers = api.fault(/POST .*\/submit/, 'held')
  openTab()
  await shows(/recorded · Harbour North · being sent/)
  answers()
  await shows('An earlier recording was sent as job 10001 of Jane Doe.')
  expectWholeJob()
})
