import type { KeptPart } from './kept-parts.ts'
import type { Piece, Recording, Recordings } from './recordings.ts'
import type { ChunkPlace } from './stored-chunks.ts'
import { ChunkLost } from './upload-verdict.ts'
import { createWaker } from './waker.ts'

/** A recording that is open in this page: it can grow, be cut and be read while its pieces are being stored. */
export interface OpenRecording {
  /** With everything that was recorded, also what is not stored yet. A new object after each change. */
  readonly current: Recording
  /** True when all of it lies in this browser's store: only then may the page be closed without loss. */
  readonly isStored: boolean
  subscribe(listener: () => void): () => void
  startTake(mimeType: string): void
  /** Adds a piece to the last take. Never fails: what cannot be stored stays in memory and is tried again. */
  add(piece: Piece): void
  /** Keeps these parts of the takes, in this order; the next take follows them. */
  keep(parts: readonly KeptPart[]): void
  change(change: Partial<Pick<Recording, 'details' | 'dictationId' | 'isDiscarded'>>): void
  /** @throws ChunkLost when it is not in this browser */
  read(place: ChunkPlace): Promise<Uint8Array<ArrayBuffer>>
  /** Resolves when all of it is stored. */
  stored(): Promise<void>
}

interface Write {
  recording: Recording
  piece?: Piece & ChunkPlace
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const retryMs = 2_000

export function openRecording(recordings: Recordings, initial: Recording, sleep = delay): OpenRecording {
  let current = initial
  const writes: Write[] = []
  const listeners = new Set<() => void>()
  const waker = createWaker(sleep)
  let writing: Promise<void> | undefined

  /** Writes in order, one at a time: a stored recording is always a beginning of the whole. */
  async function writeAll() {
    for (let write = writes[0]; write; write = writes[0]) {
      const isDone = await recordings.save(write.recording, write.piece).then(
        () => true,
        () => false,
      )
      if (isDone) writes.shift()
      else await waker.asleep(retryMs)
      tell()
    }
    writing = undefined
  }

  const tell = () => {
    for (const listener of listeners) listener()
  }

  function become(next: Recording, piece?: Piece & ChunkPlace) {
    current = next
    writes.push(piece ? { recording: next, piece } : { recording: next })
    writing ??= writeAll()
    tell()
  }

  return {
    get current() {
      return current
    },
    get isStored() {
      return writes.length === 0
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    startTake(mimeType) {
      const take = (current.takes.at(-1)?.take ?? -1) + 1
      const begun = { take, mimeType, chunks: 0, sizeBytes: 0, durationMs: 0 }
      become({
        ...current,
        takes: [...current.takes, begun],
        kept: [...current.kept, { take, startMs: 0, endMs: null }],
      })
    },
    add(piece) {
      const last = current.takes.at(-1)
      if (!last) throw new Error('A piece of sound came before its take was started.')
      const grown = {
        ...last,
        chunks: last.chunks + 1,
        sizeBytes: last.sizeBytes + piece.bytes.length,
        durationMs: last.durationMs + piece.durationMs,
      }
      become(
        { ...current, takes: [...current.takes.slice(0, -1), grown] },
        { ...piece, take: last.take, number: last.chunks },
      )
    },
    keep(parts) {
      become({ ...current, kept: [...parts] })
    },
    change(change) {
      become({ ...current, ...change })
    },
    async read(place) {
      const unwritten = writes.find(({ piece }) => piece?.take === place.take && piece.number === place.number)
      const piece = unwritten?.piece ?? (await recordings.readPiece(current.recordingId, place))
      if (!piece) throw new ChunkLost()
      return piece.bytes
    },
    async stored() {
      waker.wake()
      while (writing) await writing
    },
  }
}
