/** Calls that a person has decided on but that are not sent yet. They are sent before a session ends, in whichever tab they are. */
const unsent = new Set<() => Promise<unknown>>()

/** The name of the channel that tells other tabs to send, and of the lock that each tab holds while it has unsent calls. */
const name = 'dictara-unsent-calls'
const sendWithinMs = 2_000

/** Registers a function that sends calls of this page, until the returned function is called. */
export function registerUnsentCalls(send: () => Promise<unknown>): () => void {
  unsent.add(send)
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', () => void send())
  const { promise: isSent, resolve } = Promise.withResolvers<void>()
  void navigator.locks.request(name, { mode: 'shared' }, () => isSent)
  return () => {
    unsent.delete(send)
    channel.close()
    resolve()
  }
}

/** Sends all unsent calls now, including those of other tabs, and waits at most two seconds for the answers. */
export async function sendUnsentCalls(): Promise<void> {
  const sent = Promise.allSettled([...unsent].map((send) => send()))
  const channel = new BroadcastChannel(name)
  channel.postMessage('send')
  channel.close()
  const inTime = { signal: AbortSignal.timeout(sendWithinMs) }
  const isAllSent = navigator.locks.request(name, inTime, () => {}).catch(() => {})
  await Promise.race([Promise.all([sent, isAllSent]), new Promise((late) => setTimeout(late, sendWithinMs))])
}
