/**
 * Writes the newest state to the local draft, one write at a time, so that an older state never overwrites a newer one.
 * `isBehind` while the newest state is not written or its write failed.
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
        // Decided here: a failed draft write does not stop the editor, but leaving the page must warn (Q184).
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
    /** Waits for the newest state; true if it is written. */
    settled: () => (isWriting ? new Promise<boolean>((resolve) => waiting.add(resolve)) : Promise.resolve(!hasFailed)),
    isBehind: () => isWriting || hasFailed,
  }
}
