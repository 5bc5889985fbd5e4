const lockName = (recordingId: string) => `dictara-recording-${recordingId}`

/** Releases a recording; resolves when another tab may take it. */
export type Release = () => Promise<void>

/** Tracks which tab has which recording open. No other tab changes, sends or removes it. */
export interface RecordingLocks {
  /** Takes a recording for this page; returns nothing when a page of this browser already has it. */
  hold(recordingId: string): Promise<Release | undefined>
  /** The recordings that any page of this browser has open. */
  held(): Promise<Set<string>>
}

export const recordingLocks: RecordingLocks = {
  hold: (recordingId) =>
    new Promise((answer) => {
      const given = Promise.withResolvers<void>()
      const held = navigator.locks.request(lockName(recordingId), { ifAvailable: true }, (lock) => {
        answer(lock ? release : undefined)
        return lock ? given.promise : undefined
      })
      const release = async () => {
        given.resolve()
        await held
      }
    }),
  async held() {
    const { held = [] } = await navigator.locks.query()
    const prefix = lockName('')
    return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
  },
}
