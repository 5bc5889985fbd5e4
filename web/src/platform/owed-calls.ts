/** What a person has decided and the server is still to be told: sent before a session ends. */
const owed = new Set<() => Promise<unknown>>()

const sendWithinMs = 2_000

/** A page says how to send what it may owe, until the returned function is called. */
export function oweCalls(send: () => Promise<unknown>): () => void {
  owed.add(send)
  return () => void owed.delete(send)
}

/** Sends all of it now, and waits no longer than a moment for the answers. */
export async function sendOwedCalls(): Promise<void> {
  const sent = Promise.allSettled([...owed].map((send) => send()))
  await Promise.race([sent, new Promise((late) => setTimeout(late, sendWithinMs))])
}
