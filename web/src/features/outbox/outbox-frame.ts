import { call } from '@dictara/browser/call'
import { currentUser, onUserChange } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'
import { type OutboxOrder, outboxPage, type OutboxReport } from '@dictara/contract/outbox'
import { loadSiteConfig } from '../../platform/site-config.ts'

export type Found = Extract<OutboxReport, { type: 'found' }>

/** Without an answer after this time the frame counts as unreachable. */
const answerWithinMs = 30_000

/**
 * Asks the recorder's page in a hidden frame for a person's unsent recordings in this browser, and lets it send the
 * submitted ones. Calls `onFound` after every change; null: it could not be asked.
 * @returns a function that ends it, after the sending in progress
 */
export function askOutbox(userId: string, onFound: (found: Found | null) => void): () => void {
  const frame = document.createElement('iframe')
  let tell = onFound
  let isSending = false
  let isWanted = true
  const late = setTimeout(() => tell(null), answerWithinMs)
  const close = () => {
    isWanted = false
    clearTimeout(late)
    stopWatching()
    window.removeEventListener('message', hear)
    frame.remove()
  }
  const stopWatching = onUserChange(() => currentUser()?.id === userId || close())
  let recorder = ''
  const say = (order: OutboxOrder) => frame.contentWindow?.postMessage(order, recorder)

  async function handOverKey() {
    const { result } = await call(identityCalls.encryptedKey, {}, { handler: false })
    if (currentUser()?.id === userId) say({ type: 'key', encryptedKey: result[0]! })
  }
  function hear({ origin, source, data }: MessageEvent<OutboxReport>) {
    if (origin !== recorder || source !== frame.contentWindow) return
    if (data.type === 'ready') say({ type: 'look', userId })
    else if (data.type === 'key-wanted') void handOverKey().catch(() => tell(null))
    else {
      clearTimeout(late)
      isSending = data.isSending
      tell(data)
      if (!isWanted && !isSending) close()
    }
  }

  window.addEventListener('message', hear)
  frame.hidden = true
  frame.title = 'Unsent recordings'
  loadSiteConfig().then(
    ({ recorderUrl }) => {
      if (!isWanted) return
      recorder = new URL(recorderUrl).origin
      frame.src = recorder + outboxPage
      document.body.append(frame)
    },
    () => tell(null),
  )
  return () => {
    isWanted = false
    tell = () => {}
    if (!isSending) close()
  }
}
