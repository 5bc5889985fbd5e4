import type { LiveFrame } from '@dictara/contract/notifications'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { api, button, choosePatient, hides, openTab, recordAWhile, shows } from '../testing/recorder-tab.tsx'

/** Stands in for the live channel of this page. The test sends the messages of the server here. */
class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static last: FakeSocket
  readyState = 1
  constructor() {
    super()
    FakeSocket.last = this
  }
  send() {}
  close() {}
  say(frame: LiveFrame) {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }))
  }
}
const real = window.WebSocket
beforeEach(() => {
  window.WebSocket = FakeSocket as unknown as typeof WebSocket
})
afterEach(() => {
  window.WebSocket = real
})

const aRow = (jobNumber: string, more: object) => ({
  jobId: `job-${jobNumber}`,
  jobNumber,
  patientName: 'Walter Brook',
  authorId: api.ada.id,
  submissionTime: new Date().toISOString(),
  level: null,
  returned: false,
  progress: null,
  reasonForFailing: null,
  ...more,
})
const says = (status: 'CONVERTING' | 'IN_PROGRESS', progress?: number) =>
  FakeSocket.last.say({
    type: 'job',
    jobId: api.jobs()[0]!.jobId,
    status,
    level: null,
    version: 2,
    isEnabled: true,
    heldBy: null,
    ...(progress !== undefined && { progress }),
  })

test('after Submit the page stays: the job is in the stack and turns into text there, and the next dictation has its patient field focused', async () => {
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  await recordAWhile()
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  await shows('New dictation')
  await vi.waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('combobox'))
  await shows('10001')
  await shows('Converting')
  says('CONVERTING', 0.4)
  await shows('Converting 40 %')
  await expect.element(page.getByRole('button', { name: /^Open note/ })).not.toBeInTheDocument()
  says('IN_PROGRESS')
  await shows('Typing')
  await expect.element(button('Open note of job 10001')).toBeVisible()
  await hides(/^Converting/)
})

test('after a reload the stack shows the server’s list of this person’s recent submissions only', async () => {
  openTab('?encryptedKey=key-of-ada')
  await shows('New dictation')
  await expect.element(page.getByRole('list', { name: 'Recently sent' })).not.toBeInTheDocument()
  api.rows = [
    aRow('000021', { status: 'CONVERTING', progress: 0.25 }),
    aRow('000020', { status: 'IN_PROGRESS', returned: true }),
    aRow('000019', { status: 'IN_PROGRESS', submissionTime: '2026-01-02T08:00:00Z' }),
    aRow('000018', { status: 'IN_PROGRESS', authorId: 'somebody-else' }),
  ]
  openTab()
  await shows('000021')
  await expect.element(page.getByRole('list', { name: 'Recently sent' })).toBeVisible()
  await shows('Converting 25 %')
  await shows('Returned')
  await hides('000019')
  await hides('000018')
})

test('STAT is sent to the server, shown during the dictation, and switched off for the next one [Q200]', async () => {
  openTab('?encryptedKey=key-of-ada')
  await choosePatient()
  const stat = page.getByRole('switch', { name: 'STAT' })
  await userEvent.keyboard('{Alt>}t{/Alt}')
  await expect.element(stat).toBeChecked()
  await recordAWhile()
  await shows('STAT')
  await button(/^Submit/).click()
  await shows('Job 10001 was submitted')
  expect([...api.dictations.values()][0]?.body.priority).toBe('STAT')
  await expect.element(stat).not.toBeChecked()
})
