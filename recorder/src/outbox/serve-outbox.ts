import { call } from '@dictara/browser/call'
import { unlockStore } from '@dictara/browser/draft-key'
import { hasEntries } from '@dictara/browser/encrypted-store'
import { createRecordings, recordingKind } from '@dictara/browser/recordings'
import { workAs } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import type { OutboxOrder, OutboxReport } from '@dictara/contract/outbox'
import { loadConfiguration } from '../app/way-back.ts'
import { recordingLocks } from '../sending/recording-lock.ts'
import { fetchDraftKey, recorderServer } from '../server-calls.ts'
import { runOutbox } from './run-outbox.ts'

/**
 * The page in the web application's hidden frame: reports its person's unsent recordings in this browser, and sends
 * those that the person has submitted. It uses a separate session that the tabs of the recorder do not see.
 */
export async function serveOutbox(): Promise<void> {
  const web = new URL((await loadConfiguration()).webUrl).origin
  const say = (report: OutboxReport) => window.parent.postMessage(report, web)
  let userId: string | undefined

  async function look() {
    // Most people have nothing here, so no session is opened for it.
    if (await hasEntries(userId!, recordingKind)) say({ type: 'key-wanted' })
    else say({ type: 'found', unsent: [], sent: [], isSending: false })
  }
  async function open(encryptedKey: string) {
    const { result } = await call(identityCalls.checkLogin, { query: { encryptedKey } }, { handler: false })
    const user = result[0]!
    if (user.id !== userId) return
    workAs(user)
    const recordings = createRecordings(await unlockStore(user.id, fetchDraftKey))
    const shelf = { recordings, server: recorderServer(), locks: recordingLocks }
    await runOutbox(shelf, (found) => say({ type: 'found', ...found }))
  }

  window.addEventListener('message', ({ origin, source, data }: MessageEvent<OutboxOrder>) => {
    if (origin !== web || source !== window.parent) return
    if (data.type === 'look') userId = data.userId
    // Failures are not reported: the web application itself shows that it got no answer.
    void (data.type === 'look' ? look() : open(data.encryptedKey)).catch(() => {})
  })
  say({ type: 'ready' })
}
