/** What a person has decided and the server is still to be told: sent before a session ends, in whichever tab that is. */
const owed = new Set<() => Promise<unknown>>()

/** Names the channel that tells other tabs to send, and the lock that each of them holds as long as it owes something. */
const name = 'dictara-owed-calls'
const sendWithinMs = 2_000

/** A page says that it owes something and how to send it, until the returned function is called. */
export function oweCalls(send: () => Promise<unknown>): () => void {
  owed.add(send)
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', () => void send())
  const { promise: isSent, resolve } = Promise.withResolvers<void>()
  void navigator.locks.request(name, { mode: 'shared' }, () => isSent)
  return () => {
    owed.delete(send)
    channel.close()
    resolve()
  }
}

/** Sends all of it now, also what other tabs owe, and waits no longer than a moment for the answers. */
export async function sendOwedCalls(): Promise<void> {
  const sent = Promise.allSettled([...owed].map((send) => send()))
  const channel = new BroadcastChannel(name)
  channel.postMessage('send')
  channel.close()
  const inTime = { signal: AbortSignal.timeout(sendWithinMs) }
  const isNothingOwed = navigator.locks.request(name, inTime, () => {}).catch(() => {})
  await Promise.race([Promise.all([sent, isNothingOwed]), new Promise((late) => setTimeout(late, sendWithinMs))])
}
