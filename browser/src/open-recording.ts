import { caughtUp } from './caught-up.ts'
import type { Begun } from './intake.ts'
import { createListeners } from './listeners.ts'
import { type KeptPart, type Marker, partsOutside } from './kept-parts.ts'
import {
  type BegunTake,
  type FollowedJob,
  restOf,
  saying,
  withMarkers,
  withoutMarkers,
  withPiece,
  withTake,
} from './recording-changes.ts'
import { recordingWrites } from './recording-writes.ts'
import type { Piece, Recording, Recordings } from './recordings.ts'
import type { ChunkPlace } from './stored-chunks.ts'
import { ChunkLost } from './upload-verdict.ts'

/** A recording open in this page. It can grow, be cut and be read while its pieces are being stored. */
export interface OpenRecording {
  /** The recording including what is not stored yet. A new object after each change. */
  readonly current: Recording
  /** True if this browser's store contains all of it; only then can the page be closed without loss. */
  readonly isStored: boolean
  /** The parts that will be kept once the new take has its first piece. */
  readonly upcoming: readonly KeptPart[] | undefined
  /** True while a take is running or paused. */
  readonly isLive: boolean
  subscribe(listener: () => void): () => void
  /**
   * Begins a take. It counts from its first piece on; until then nothing changes. `after`: the parts kept before it, when something is said
   * again. The parts kept until then become the way back.
   */
  startTake(mimeType: string, after?: readonly KeptPart[]): void
  /** Ends the take: no more pieces will come. */
  endTake(): void
  /** Marks this moment of the running take. `sinceLastPieceMs`: the time spoken since its last piece. */
  mark(sinceLastPieceMs: number): void
  /** Removes these markers: nothing needs to be checked there. */
  unmark(markers: readonly Marker[]): void
  /** Restores removed markers. */
  markAgain(markers: readonly Marker[]): void
  /** Adds a piece to the last take. Never fails: a piece that cannot be stored stays in memory and is tried again. */
  add(piece: Piece): void
  /** Keeps these parts of the takes, in this order; the next take follows them. */
  keep(parts: readonly KeptPart[], before?: readonly KeptPart[] | null): void
  change(change: Partial<Omit<Recording, 'recordingId' | 'takes' | 'file' | 'createdAt'>>): void
  /**
   * A job contains these parts, so the rest becomes a separate dictation. The rest's name is derived from the first one's, because a page
   * that crashed may have begun the same rest.
   */
  becomeRest(held: readonly KeptPart[], job: FollowedJob): void
  /** Adds what the server has and this browser lost, because it was not stored when the page crashed. */
  catchUp(begun: Begun): void
  /** @throws ChunkLost if the chunk is not in this browser */
  read(place: ChunkPlace): Promise<Piece>
  /** Resolves when everything is stored. */
  stored(): Promise<void>
  /** Resolves with true when everything is stored, or with false if there is no room for it now. */
  mayBeStored(): Promise<boolean>
  /** Deletes the recording from this browser. Anything spoken after that becomes a separate dictation that follows the job. */
  forget(job?: FollowedJob): Promise<void>
}

export interface Opening {
  sleep?: ((ms: number) => Promise<void>) | undefined
  now?: (() => number) | undefined
  /** No other page has ever had this recording. */
  isNew?: boolean | undefined
}

export function openRecording(
  recordings: Recordings,
  initial: Recording,
  { sleep, now = Date.now, isNew = false }: Opening = {},
): OpenRecording {
  let current = initial
  let begun: BegunTake | undefined
  let running: number | undefined
  let isLive = false
  /** Markers in a take that has no piece, and therefore no number, yet. */
  let early: number[] = []
  let forgottenFor: FollowedJob | undefined
  const { tell, subscribe } = createListeners()
  const writes = recordingWrites(recordings, sleep, tell)

  function become(next: Recording, piece?: Piece & ChunkPlace) {
    current = next
    writes.add(next, piece)
    tell()
  }

  /** Adds the new take when its first piece arrives. */
  function begin(take: BegunTake) {
    const isOnlyMine = running !== undefined || (isNew && current.takes.length === 0)
    const recording = withTake(current, take, isOnlyMine, now())
    begun = undefined
    running = recording.takes.at(-1)!.take
    const marks = early.map((ms) => ({ take: running!, ms }))
    early = []
    return marks.length > 0 ? withMarkers(recording, marks) : recording
  }

  function becomeRest(held: readonly KeptPart[], job: FollowedJob) {
    if (begun) begun = { ...begun, kept: partsOutside(begun.kept, held), before: null }
    become(restOf(current, held, job))
  }

  return {
    get current() {
      return current
    },
    get isStored() {
      return writes.areDone()
    },
    get upcoming() {
      return begun?.kept
    },
    get isLive() {
      return isLive
    },
    subscribe,
    startTake(mimeType, after) {
      begun = { mimeType, kept: after ?? current.kept, before: after ? current.kept : current.before }
      isLive = true
      early = []
      tell()
    },
    mark(sinceLastPieceMs) {
      const take = current.takes.find((one) => one.take === running)
      const ms = Math.round((begun ? 0 : (take?.durationMs ?? 0)) + sinceLastPieceMs)
      if (begun) early.push(ms)
      else if (take && isLive) become(saying(withMarkers(current, [{ take: take.take, ms }]), {}, now()))
    },
    unmark(markers) {
      become(saying(withoutMarkers(current, markers), {}, now()))
    },
    markAgain(markers) {
      become(saying(withMarkers(withoutMarkers(current, markers), markers), {}, now()))
    },
    endTake() {
      begun = undefined
      isLive = false
      tell()
    },
    add(piece) {
      if (writes.isForgotten() && forgottenFor) {
        writes.remember()
        becomeRest(current.kept, forgottenFor)
      }
      const recording = begun ? begin(begun) : current
      const last = recording.takes.find(({ take }) => take === running)
      if (!last) throw new Error('A piece of sound came before its take was started.')
      become(withPiece(recording, last, piece), { ...piece, take: last.take, number: last.chunks })
    },
    keep(parts, before = null) {
      become(saying(current, { kept: [...parts], before: before && [...before] }, now()))
    },
    change(change) {
      become({ ...(change.details ? saying(current, {}, now()) : current), ...change })
    },
    becomeRest,
    catchUp(server) {
      const next = caughtUp(current, server)
      if (next) become(next)
    },
    async read(place) {
      const piece = writes.pieceAt(place) ?? (await recordings.readPiece(current.recordingId, place))
      if (!piece) throw new ChunkLost()
      return piece
    },
    stored: writes.done,
    mayBeStored: writes.mayBeDone,
    async forget(job) {
      forgottenFor = job
      await writes.forget(current.recordingId)
    },
  }
}
