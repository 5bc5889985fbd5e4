import { forgetDraftKeys } from '@dictara/browser/draft-key'
import { currentUser, storeUser, workAs } from '@dictara/browser/session'
import type { OutboxOrder, OutboxReport } from '@dictara/contract/outbox'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../testing/fake-api.ts'
import { api, button, choosePatient, closeTabs, openTab, recordAWhile, shows } from '../testing/recorder-tab.tsx'
import { serveOutbox } from './serve-outbox.ts'

let said: { report: OutboxReport; to: unknown }[]

/** Sends a message to this page, as the web application or another page would. */
const say = (data: OutboxOrder, origin = location.origin, source: Window = window.parent) =>
  window.dispatchEvent(new MessageEvent('message', { origin, source, data }))
const soon = () => new Promise((later) => setTimeout(later, 400))
const hears = (type: OutboxReport['type']) =>
  vi.waitFor(() => expect(said.map(({ report }) => report.type)).toContain(type), 10_000)

beforeEach(async () => {
  openTab('?encryptedKey=key-of-ada&from=create')
  await shows('New dictation')
  await choosePatient()
  await recordAWhile()
  await button(/^Pause/).click()
  await button('Keep for later').click()
  await shows('Unsent recordings')
  // The frame is a separate page, so close this one.
  closeTabs()
  forgetDraftKeys()
  // Meanwhile somebody else uses the recorder.
  const ben = aUser('ben', 'Ben Other')
  api.keys.set('key-of-ben', ben)
  storeUser(ben)
  said = []
  vi.spyOn(window.parent, 'postMessage').mockImplementation(((report: OutboxReport, to: unknown) => {
    said.push({ report, to })
  }) as typeof window.postMessage)
})
afterEach(() => {
  workAs(null)
  vi.restoreAllMocks()
})

test('the page in the frame reports unsent recordings of its person only to the web application, and disturbs no dictation', async () => {
  await serveOutbox()
  await hears('ready')
  for (const [origin, source] of [
    ['https://elsewhere.example', window.parent],
    [location.origin, window],
  ] as const)
    say({ type: 'look', userId: api.ada.id }, origin, source)
  await soon()
  expect(said.map(({ report }) => report.type)).toEqual(['ready'])

  say({ type: 'look', userId: api.ada.id })
  await hears('key-wanted')
  // The key of another person unlocks nothing.
  say({ type: 'key', encryptedKey: 'key-of-ben' })
  await soon()
  expect(said.map(({ report }) => report.type)).toEqual(['ready', 'key-wanted'])
  say({ type: 'key', encryptedKey: 'key-of-ada' })
  await hears('found')
  expect(said.at(-1)!.report).toMatchObject({
    unsent: [{ patientName: 'Jane Doe', lengthMs: expect.any(Number) }],
    sent: [],
  })
  expect(new Set(said.map(({ to }) => to))).toEqual(new Set([location.origin]))
  workAs(null)
  expect(currentUser()?.fullName).toBe('Ben Other')
})

test('a person without unsent recordings gets that answer without a session being opened', async () => {
  await serveOutbox()
  say({ type: 'look', userId: 'ben' })
  await hears('found')
  expect(said.at(-1)!.report).toEqual({ type: 'found', unsent: [], sent: [], isSending: false })
  expect(said.map(({ report }) => report.type)).not.toContain('key-wanted')
})
