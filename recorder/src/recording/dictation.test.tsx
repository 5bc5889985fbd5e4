import { chunkBytes } from '@dictara/contract/dictations'
import { storeUser } from '@dictara/browser/session'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aUser } from '../testing/fake-api.ts'
import {
  api,
  button,
  choosePatient,
  isSentOn,
  listsNothing,
  openTab,
  recordAWhile,
  shows,
} from '../testing/recorder-tab.tsx'

describe('a dictation', () => {
  beforeEach(async () => {
    openTab('?encryptedKey=key-of-ada&from=create')
    await shows('New dictation')
  })

  test('is recorded, sent during the recording and submitted, and the page shows its job number [XAUTH-01]', async () => {
    await choosePatient()
    await recordAWhile()
    await shows('MRN 10377')
    await button(/^Pause/).click()
    await shows('Saved')
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    const [dictation] = api.dictations.values()
    expect(dictation?.body).toMatchObject({ patientId: expect.stringMatching(/a2$/), mimeType: 'audio/webm' })
    expect(api.submits[0]?.takes).toEqual([{ take: 0, chunks: dictation?.chunks.size, sha256: expect.any(String) }])
    expect(api.submits[0]?.cuts).toBeNull()
  })

  test('continues without network, and is sent when it is back', async () => {
    await choosePatient()
    api.isAway = true
    await button('Record').click()
    await shows(/is safe on this computer. It will be sent automatically/)
    api.isAway = false
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
  })

  test('continues after the session has ended, and is sent after the next sign-in', async () => {
    await choosePatient()
    await recordAWhile()
    api.isSignedOut = true
    await shows('Your session has ended.')
    await shows('Recording')
    api.isSignedOut = false
    const renewed = { ...api.ada, sessionId: 'new' }
    storeUser(renewed)
    await button('Try now').click()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
  })

  test('is not sent under the name of another person who signs in in a second tab', async () => {
    await choosePatient()
    await recordAWhile()
    api.keys.set('key-of-ben', aUser('ben', 'Ben Other'))
    storeUser(aUser('ben', 'Ben Other'))
    await shows('Ben Other has signed in on this computer.')
    await shows('Your session has ended.')
    const sent = api.calls.length
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(api.calls.length).toBe(sent)
  })

  test('can be repeated from a place: the earlier take is cut there, and the new one follows', async () => {
    await choosePatient()
    await recordAWhile()
    await button(/^Pause/).click()
    // Try again if needed: while the take ends, the slider is rendered again and misses keys.
    await vi.waitFor(async () => {
      const slider = page.getByRole('slider', { name: 'Place in the recording' }).element() as HTMLInputElement
      slider.focus()
      await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
      expect(button(/^Record again from \d/).query()).not.toBeNull()
    }, 20_000)
    await button(/^Record again from/).click()
    await shows('Recording')
    await vi.waitFor(() => expect(api.calls.some((call) => call.includes('/take/1/'))).toBe(true), 10_000)
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect(api.submits[0]?.takes).toHaveLength(2)
    expect(api.submits[0]?.cuts?.map(({ take }) => take)).toEqual([0, 1])
  })

  test('left by a crash is listed, and can be opened, played and sent; another person sees nothing of it', async () => {
    await choosePatient()
    await recordAWhile()
    openTab()
    await shows('Unsent recordings')
    await shows(/Jane Doe · born Nov 2, 1984 · MRN 10377/)
    api.keys.set('key-of-ben', aUser('ben', 'Ben Other'))
    openTab('?encryptedKey=key-of-ben')
    await shows('Ben Other')
    await shows('New dictation')
    await listsNothing()
    openTab('?encryptedKey=key-of-ada')
    await button(/^Open the recording/).click()
    await button(/^Play/).click()
    await expect.element(button(/^Stop playing/)).toBeVisible()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    await shows('New dictation')
    await listsNothing()
  })

  test('put away for later is listed immediately, and can be opened again in the same tab', async () => {
    await choosePatient()
    await recordAWhile()
    await button(/^Pause/).click()
    await button('Keep for later').click()
    await shows('Unsent recordings')
    await button(/^Open the recording/).click()
    await expect.element(button(/^Play/)).toBeVisible()
  })

  test('that was discarded comes back with Undo', async () => {
    await choosePatient()
    await recordAWhile()
    await button(/^Pause/).click()
    await button('Discard').click()
    await shows('Recording of Jane Doe discarded')
    await button('Undo').click()
    await shows('Unsent recordings')
  })

  test('from another computer is listed, and the part that has arrived can be sent', async () => {
    const [dictationId, sha256] = ['e', '0'.repeat(64)]
    const facilityId = '00000000-0000-7000-8000-0000000000f1'
    const patientId = '00000000-0000-7000-8000-0000000000a3'
    api.server.begin({ dictationId, facilityId, patientId, mimeType: 'audio/webm', computer: 'ward' })
    for (const number of [0, 1, 2, 3, 4])
      api.server.storeChunk({ dictationId, take: 0, number, bytes: new Uint8Array([1]), durationMs: 800, sha256 })
    openTab()
    await shows(/started on another computer · we have the first 0:04 and can send that/)
    await button('Send the recording of Walter Brook').click()
    await shows('Job 10001 was submitted')
    expect(api.submits[0]).toMatchObject({ patientId: expect.stringMatching(/a3$/), takes: [{ take: 0, chunks: 5 }] })
  })

  test('can be a file, which is sent in chunks; a file that is not a recording is refused before a byte of it is sent [QA-45]', async () => {
    await choosePatient()
    chooseFile(new File(['Dear Dr.'], 'letter.pdf'))
    await shows(/This is not a recording/)
    expect(api.calls.some((call) => call.includes('/dictation/'))).toBe(false)
    chooseFile(new File([new Uint8Array(2 * chunkBytes + 1_000)], 'visit.mp3', { type: 'audio/mpeg' }))
    await shows('visit.mp3')
    await shows('Saved')
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect([...api.dictations.values()][0]?.chunks.size).toBe(3)
  })

  test('of more than 500 MB is refused with a reason before a byte of it is sent [QA-44]', async () => {
    await choosePatient()
    const mebibyte = new Blob([new Uint8Array(1_048_576)])
    const carried = new DataTransfer()
    carried.items.add(new File(Array<Blob>(501).fill(mebibyte), 'day.wav', { type: 'audio/wav' }))
    const field = page.getByLabelText(/Drop a recording here/).element()
    field.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: carried }))
    await shows(/too large \(limit 500 MB\). Split it./)
    expect(api.calls.filter((call) => call.includes('/dictation/') || call.startsWith('POST'))).toEqual([])
  })

  test('stays on the page when a file is dropped beside the field, also during recording [QA-42]', async () => {
    const drop = (beside: Element) => {
      const dropped = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: new DataTransfer() })
      beside.dispatchEvent(dropped)
      // If this is false, the browser opens the file and leaves the page.
      return dropped.defaultPrevented
    }
    expect(drop(page.getByRole('heading', { name: 'New dictation' }).element())).toBe(true)
    await choosePatient()
    await recordAWhile()
    expect(drop(button(/^Submit/).element())).toBe(true)
    await isSentOn()
  })
})

/** Chooses a file as a file dialog would. Vitest's own upload of two megabytes took most of the time of these tests. */
function chooseFile(file: File) {
  const chosen = new DataTransfer()
  chosen.items.add(file)
  const chooser = page.getByLabelText(/Drop a recording here/).element() as HTMLInputElement
  chooser.files = chosen.files
  chooser.dispatchEvent(new Event('change', { bubbles: true }))
}
