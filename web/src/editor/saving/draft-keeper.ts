/**
 * Writes the newest state to the local draft, one write at a time, so that an older one never lands on a newer.
 * `isBehind` while the newest is not written yet, or could not be.
 */
export const createDraftKeeper = <State>(write: (state: State) => void | Promise<void>) => {
  let next: { state: State } | undefined
  let isWriting = false
  let hasFailed = false
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
  }
  return {
    keep: (state: State) => {
      next = { state }
      if (!isWriting) void run()
    },
    isBehind: () => isWriting || hasFailed,
  }
}
