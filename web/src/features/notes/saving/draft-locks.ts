/** Gives up the lock on a draft; resolves when another tab may write it. */
export type Release = () => Promise<void>

const channelName = 'dictara-notes'
/** The locks of this tab. */
const here = new Set<string>()

/** Informs the other tabs of this browser, and this one, that a note was opened or closed. */
function tell(place: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(place)
  channel.close()
}

/**
 * Makes this page the only writer of a draft; undefined if there is one already. The lock ends with the tab, even on a
 * crash.
 */
export function holdDraft(place: string, name: string): Promise<Release | undefined> {
  return new Promise((answer, failed) => {
    const given = Promise.withResolvers<void>()
    const held = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock) here.add(name)
      answer(lock ? release : undefined)
      if (lock) tell(place)
      return lock ? given.promise : undefined
    })
    held.catch(failed)
    const release = async () => {
      here.delete(name)
      given.resolve()
      await held
      tell(place)
    }
  })
}

/** The drafts under a place that some tab is writing. */
export async function heldDrafts(place: string): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  return new Set(held.flatMap(({ name }) => (name?.startsWith(place) ? [name] : [])))
}

const heldElsewhere = async (place: string) => [...(await heldDrafts(place))].filter((name) => !here.has(name))

/** Whether another tab of this browser is writing under a place. */
export const isHeldElsewhere = async (place: string): Promise<boolean> => (await heldElsewhere(place)).length > 0

/** Calls the listener when another tab opens or closes a note, or crashes, which releases its lock. */
export function watchDrafts(place: string, listener: () => void): () => void {
  const stopped = new AbortController()
  const awaited = new Set<string>()
  const channel = new BroadcastChannel(channelName)
  const look = async () => {
    for (const name of await heldElsewhere(place)) {
      if (awaited.has(name)) continue
      awaited.add(name)
      const isFree = navigator.locks.request(name, { signal: stopped.signal }, () => awaited.delete(name))
      isFree.then(listener, () => {})
    }
  }
  channel.addEventListener('message', ({ data }) => {
    if (data !== place) return
    listener()
    void look()
  })
  void look()
  return () => {
    stopped.abort()
    channel.close()
  }
}
