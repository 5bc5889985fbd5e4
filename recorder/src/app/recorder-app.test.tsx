import { forgetDraftKeys } from '@dictara/browser/draft-key'
import axe from 'axe-core'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import '../styles/theme.css'
import '../styles/controls.css'
import '../styles/layout.css'
import '../styles/recorder.css'
import { aUser, fakeApi } from '../testing/fake-api.ts'
import { arrive } from './arrive.ts'
import { RecorderApp } from './recorder-app.tsx'

let api: ReturnType<typeof fakeApi>
let root: Root | undefined

/** A tab is opened on the recorder, or reloaded: nothing is left but what the browser keeps. */
function openTab(query = '') {
  root?.unmount()
  document.body.replaceChildren()
  forgetDraftKeys()
  history.replaceState(null, '', `${location.pathname}${query}`)
  root = createRoot(document.body.appendChild(document.createElement('div')))
  root.render(<RecorderApp arriving={arrive()} />)
}

beforeEach(() => {
  api = fakeApi()
  localStorage.clear()
})
afterEach(() => {
  root?.unmount()
  root = undefined
  api.restore()
})

const button = (name: string | RegExp) => page.getByRole('button', { name })
const shows = (words: string | RegExp) => expect.element(page.getByText(words).first()).toBeVisible()

async function choosePatient() {
  await page.getByLabelText('Facility').selectOptions('Harbour North')
  await page.getByRole('combobox', { name: 'Patient' }).fill('jane')
  await page.getByRole('option', { name: /11\/02\/1984/ }).click()
}
async function recordAWhile() {
  await button('Record').click()
  await shows('Recording')
  await vi.waitFor(() => expect(api.calls.filter((call) => call.startsWith('PUT')).length).toBeGreaterThan(1), 10_000)
}

describe('arriving', () => {
  test('the key is redeemed, leaves the address at once, and the page says whose recording it is [XAUTH-10, XAUTH-15]', async () => {
    openTab('?encryptedKey=key-of-ada&from=create')
    expect(location.search).toBe('')
    await shows('Ada Lovett')
    await shows('Harbour Clinic')
    await shows('New dictation')
  })

  test('without a session it sends to the sign-in of the web application, which knows the way back [XAUTH-03, XAUTH-05]', async () => {
    openTab('?encryptedKey=used')
    await shows(/used already or is too old/)
    const link = page.getByRole('link', { name: 'Sign in' }).element() as HTMLAnchorElement
    const address = new URL(link.href)
    expect(address.pathname).toBe('/cross-Auth')
    expect(atob(address.searchParams.get('redirect-url')!)).toBe(`${location.origin}/recorder`)
  })
})

describe('a dictation', () => {
  beforeEach(async () => {
    openTab('?encryptedKey=key-of-ada&from=create')
    await shows('New dictation')
  })

  test('is recorded, sent while it is made, submitted, and answers its job number [XAUTH-01]', async () => {
    await choosePatient()
    await recordAWhile()
    await shows('MRN 10377')
    await button(/^Pause/).click()
    await shows('Everything so far is safely on the server. 100 %')
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    const [dictation] = api.dictations.values()
    expect(dictation?.body).toMatchObject({ patientId: expect.stringMatching(/a2$/), mimeType: 'audio/webm' })
    expect(api.submits[0]?.takes).toEqual([{ take: 0, chunks: dictation?.chunks.size, sha256: expect.any(String) }])
    expect(api.submits[0]?.cuts).toBeUndefined()
  })

  test('goes on while the network is away, and is sent when it is back', async () => {
    await choosePatient()
    api.isAway = true
    await button('Record').click()
    await shows(/is kept on this computer and is sent by itself/)
    api.isAway = false
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
  })

  test('goes on when the session has ended, and is sent after the next sign-in', async () => {
    await choosePatient()
    await recordAWhile()
    api.isSignedOut = true
    await shows('Your session has ended.')
    await shows('Recording')
    api.isSignedOut = false
    const renewed = { ...api.ada, sessionId: 'new' }
    localStorage.setItem('dictara-user', JSON.stringify(renewed))
    await button('Try now').click()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
  })

  test('is not sent under the name of somebody else who signs in in a second tab', async () => {
    await choosePatient()
    await recordAWhile()
    api.keys.set('key-of-ben', aUser('ben', 'Ben Other'))
    localStorage.setItem('dictara-user', JSON.stringify(aUser('ben', 'Ben Other')))
    window.dispatchEvent(new StorageEvent('storage', { key: 'dictara-user' }))
    await shows('Ben Other has signed in on this computer.')
    await shows('Your session has ended.')
    const sent = api.calls.length
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect(api.calls.length).toBe(sent)
  })

  test('can be said again from a place: the take before is cut there, and the new one follows', async () => {
    await choosePatient()
    await recordAWhile()
    await button(/^Pause/).click()
    const slider = page.getByRole('slider', { name: 'Place in the recording' }).element() as HTMLInputElement
    slider.focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await button(/^Record again from/).click()
    await shows('Recording')
    await vi.waitFor(() => expect(api.calls.some((call) => call.includes('/take/1/'))).toBe(true), 10_000)
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect(api.submits[0]?.takes).toHaveLength(2)
    expect(api.submits[0]?.cuts?.map(({ take }) => take)).toEqual([0, 1])
  })

  test('that was left by a crash is listed, can be opened, played and sent; another person sees nothing of it', async () => {
    await choosePatient()
    await recordAWhile()
    openTab()
    await shows('Unsent recordings')
    await shows(/Doe, Jane · born 11\/02\/1984 · MRN 10377/)
    api.keys.set('key-of-ben', aUser('ben', 'Ben Other'))
    openTab('?encryptedKey=key-of-ben')
    await shows('Ben Other')
    await shows('New dictation')
    expect(page.getByText('Unsent recordings').elements()).toHaveLength(0)
    openTab('?encryptedKey=key-of-ada')
    await button(/^Open the recording/).click()
    await button(/^Play/).click()
    await expect.element(button(/^Stop playing/)).toBeVisible()
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    await button('Dictate another').click()
    await shows('New dictation')
    expect(page.getByText('Unsent recordings').elements()).toHaveLength(0)
  })

  test('that was discarded comes back with Undo', async () => {
    await choosePatient()
    await recordAWhile()
    await button(/^Pause/).click()
    await button('Discard').click()
    await shows('The recording was discarded.')
    await button('Undo').click()
    await shows('Unsent recordings')
  })

  test('of another computer is listed, and what has arrived can be sent', async () => {
    api.elsewhere = [
      {
        dictationId: 'e',
        patientName: 'Brook, Walter',
        createdDate: '2026-11-20T10:00:00Z',
        takes: [{ take: 0, received: [[0, 4]] }],
      },
    ]
    openTab()
    await shows(/begun on another computer/)
    await button('Send the recording of Brook, Walter').click()
    await shows('Job 20001 was submitted')
    expect(api.submits[0]).toEqual({ takes: [{ take: 0, chunks: 5 }] })
  })

  test('can be a file: sent in chunks and submitted; a letter is refused before a byte of it is sent', async () => {
    await choosePatient()
    const chooser = page.getByLabelText(/Drop a recording here/)
    await userEvent.upload(chooser, new File(['Dear Dr.'], 'letter.pdf'))
    await shows(/This is not a recording/)
    expect(api.calls.some((call) => call.includes('/dictation/'))).toBe(false)
    await userEvent.upload(chooser, new File([new Uint8Array(2_500_000)], 'visit.mp3', { type: 'audio/mpeg' }))
    await shows('visit.mp3')
    await shows('Everything so far is safely on the server. 100 %')
    await button(/^Submit/).click()
    await shows('Job 10001 was submitted')
    expect([...api.dictations.values()][0]?.chunks.size).toBe(3)
  })
})

describe('the page', () => {
  const violations = async () => {
    const { violations: found } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)
  }

  for (const theme of ['light', 'dark']) {
    test(`has no violation of WCAG 2.2 AA at any step, ${theme}, wide and narrow`, async () => {
      localStorage.setItem('dictara-theme', theme)
      openTab('?encryptedKey=key-of-ada')
      await shows('New dictation')
      document.documentElement.lang = 'en'
      document.title = 'Recorder'
      await page.getByLabelText('Facility').selectOptions('Harbour North')
      await page.getByRole('combobox', { name: 'Patient' }).click()
      await expect.element(page.getByRole('option', { name: /07\/30\/1949/ })).toBeVisible()
      for (const width of [1200, 360]) {
        await page.viewport(width, 800)
        expect(await violations()).toEqual([])
      }
      await page.getByRole('option', { name: /07\/30\/1949/ }).click()
      await recordAWhile()
      expect(await violations()).toEqual([])
      await button(/^Pause/).click()
      await page.viewport(1200, 800)
      expect(await violations()).toEqual([])
      await button(/^Submit/).click()
      await shows('Job 10001 was submitted')
      expect(await violations()).toEqual([])
    })
  }

  test('does everything by keyboard, with the keys shown on the buttons', async () => {
    openTab('?encryptedKey=key-of-ada')
    await choosePatient()
    await userEvent.keyboard('{Alt>}r{/Alt}')
    await shows('Recording')
    await vi.waitFor(() => expect(api.calls.some((call) => call.startsWith('PUT'))).toBe(true), 10_000)
    await userEvent.keyboard('{Alt>}r{/Alt}')
    await shows('Paused')
    await userEvent.keyboard('{Alt>}p{/Alt}')
    await expect.element(button(/^Stop playing/)).toBeVisible()
    await userEvent.keyboard('{Alt>}s{/Alt}')
    await shows('Job 10001 was submitted')
  })
})
