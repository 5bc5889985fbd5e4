import type { Piece, Recording, Recordings } from './recordings.ts'
import type { ChunkPlace } from './stored-chunks.ts'
import { createWaker } from './waker.ts'

interface Write {
  recording: Recording
  piece?: Piece & ChunkPlace
}

const retryMs = 2_000

/**
 * The outstanding writes of a recording to this browser's store: in order, one at a time, each repeated until it succeeds. A stored
 * recording is therefore always a beginning of the whole.
 * @param onTried called after each try, also after a failed one
 */
export function recordingWrites(
  recordings: Recordings,
  sleep: ((ms: number) => Promise<void>) | undefined,
  onTried: () => void,
) {
  const writes: Write[] = []
  const waker = createWaker(sleep)
  let writing: Promise<void> | undefined
  let removing: Promise<void> | undefined
  let tried = Promise.withResolvers<void>()
  let isFailing = false
  let isForgotten = false

  async function writeAll() {
    await removing?.catch(() => undefined)
    for (let write = writes[0]; write; write = writes[0]) {
      const isDone = await recordings.save(write.recording, write.piece).then(
        () => true,
        () => false,
      )
      isFailing = !isDone
      // The write may have been dropped meanwhile, and another may be first.
      if (writes[0] === write && isDone) writes.shift()
      tried.resolve()
      tried = Promise.withResolvers()
      onTried()
      if (!isDone && !isForgotten) await waker.asleep(retryMs)
    }
    writing = undefined
  }

  return {
    areDone: () => writes.length === 0,
    /** With nothing to write there would be a promise of writing that never goes away: what is forgotten is not written. */
    add(recording: Recording, piece?: Piece & ChunkPlace) {
      if (isForgotten) return
      writes.push(piece ? { recording, piece } : { recording })
      writing ??= writeAll()
    },
    /** A piece that is only in memory. */
    pieceAt: ({ take, number }: ChunkPlace): Piece | undefined =>
      writes.find(({ piece }) => piece?.take === take && piece.number === number)?.piece,
    /** Resolves when everything is stored. */
    async done() {
      waker.wake()
      while (writing) await writing
    },
    /** Resolves with true when everything is stored, or with false if there is no room for it now. */
    async mayBeDone() {
      isFailing = false
      waker.wake()
      while (writing && !isFailing) await Promise.race([tried.promise, writing])
      return writes.length === 0
    },
    isForgotten: () => isForgotten,
    /** Writes the recording again from the next change on. */
    remember: () => {
      isForgotten = false
    },
    /** Deletes the recording, unless it is remembered meanwhile: the stored data then belongs to what was spoken since. */
    async forget(recordingId: string) {
      isForgotten = true
      writes.length = 0
      waker.wake()
      while (writing) await writing
      if (!isForgotten) return
      removing = recordings.remove(recordingId)
      await removing
    },
  }
}
