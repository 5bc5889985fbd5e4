/**
 * Writes the newest state to the local draft, one write at a time, so that an older one never lands on a newer.
 * `isBehind` while the newest is not written yet, or could not be.
 */
export const createDraftKeeper = <State>(write: (state: State) => void | Promise<void>) => {
  let next: { state: State } | undefined
  let isWriting = false
  let hasFailed = false
  const waiting = new Set<(isKept: boolean) => void>()
  const run = async () => {
    isWriting = true
    while (next) {
      const { state } = next
      next = undefined
      try {
        await write(state)
        hasFailed = false
      } catch {
        // Decided here: a draft that cannot be kept does not stop the editor, but leaving the page must warn (Q184).
        hasFailed = true
      }
    }
    isWriting = false
    for (const settle of waiting) settle(!hasFailed)
    waiting.clear()
  }
  return {
    keep: (state: State) => {
      next = { state }
      if (!isWriting) void run()
    },
    /** Waits for the newest state; true when it is written. */
    settled: () => (isWriting ? new Promise<boolean>((resolve) => waiting.add(resolve)) : Promise.resolve(!hasFailed)),
    isBehind: () => isWriting || hasFailed,
  }
}
