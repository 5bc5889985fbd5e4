const lockName = (recordingId: string) => `dictara-recording-${recordingId}`

/** Gives a recording back; resolves when another tab may take it. */
export type Release = () => Promise<void>

/** Which tab of this browser has which recording: what one has open no other changes, sends or removes. */
export interface RecordingLocks {
  /** Takes a recording for this page; nothing when some page of this browser has it. */
  hold(recordingId: string): Promise<Release | undefined>
  /** The recordings that some page of this browser has. */
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
