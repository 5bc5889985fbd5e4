const lockName = (recordingId: string) => `dictara-recording-${recordingId}`

/** Gives a recording back; resolves when another tab may take it. */
export type Release = () => Promise<void>

/** Takes a recording for this page; nothing when another tab of this browser has it open. */
export function holdRecording(recordingId: string): Promise<Release | undefined> {
  return new Promise((answer) => {
    const given = Promise.withResolvers<void>()
    const held = navigator.locks.request(lockName(recordingId), { ifAvailable: true }, (lock) => {
      answer(lock ? release : undefined)
      return lock ? given.promise : undefined
    })
    const release = async () => {
      given.resolve()
      await held
    }
  })
}

/** The recordings that some tab of this browser has open. */
export async function heldRecordings(): Promise<Set<string>> {
  const { held = [] } = await navigator.locks.query()
  const prefix = lockName('')
  return new Set(held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : [])))
}
