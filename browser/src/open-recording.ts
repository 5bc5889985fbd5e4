import { caughtUp } from './caught-up.ts'
import type { Begun, JobOfDictation } from './intake.ts'
import { type KeptPart, keptMs, partsOutside } from './kept-parts.ts'
import { idAfter } from './new-id.ts'
import { type Piece, type Recording, type Recordings, unsaid } from './recordings.ts'
import type { ChunkPlace } from './stored-chunks.ts'
import { ChunkLost } from './upload-verdict.ts'
import { createWaker } from './waker.ts'

/** A recording that is open in this page: it can grow, be cut and be read while its pieces are being stored. */
export interface OpenRecording {
  /** With everything that was recorded, also what is not stored yet. A new object after each change. */
  readonly current: Recording
  /** True when all of it lies in this browser's store: only then may the page be closed without loss. */
  readonly isStored: boolean
  /** What is kept as soon as the take that was begun has its first piece. */
  readonly upcoming: readonly KeptPart[] | undefined
  /** True while a take is running, or is paused. */
  readonly isLive: boolean
  subscribe(listener: () => void): () => void
  /**
   * A take is begun. It counts from its first piece on: until then nothing is changed. `after`: what is kept before it, when
   * something is said again; what was kept until then is the way back.
   */
  startTake(mimeType: string, after?: readonly KeptPart[]): void
  /** No more pieces of the take will come. */
  endTake(): void
  /** Adds a piece to the last take. Never fails: what cannot be stored stays in memory and is tried again. */
  add(piece: Piece): void
  /** Keeps these parts of the takes, in this order; the next take follows them. */
  keep(parts: readonly KeptPart[], before?: readonly KeptPart[] | null): void
  change(change: Partial<Omit<Recording, 'recordingId' | 'takes' | 'file' | 'createdAt'>>): void
  /**
   * A job holds these parts: the rest becomes a dictation of its own. Its name follows from the first one's: a page that
   * crashed may have begun the same rest.
   */
  becomeRest(held: readonly KeptPart[], job: FollowedJob): void
  /** Takes over what the server has of it and this browser lost, as it was not stored when the page crashed. */
  catchUp(begun: Begun): void
  /** @throws ChunkLost when it is not in this browser */
  read(place: ChunkPlace): Promise<Piece>
  /** Resolves when all of it is stored. */
  stored(): Promise<void>
  /** Resolves when all of it is stored, or with false when there is no room for it by now. */
  mayBeStored(): Promise<boolean>
  /** Removes all of it from this browser. What is spoken after that follows the job, as a dictation of its own. */
  forget(job?: FollowedJob): Promise<void>
}

type FollowedJob = Pick<JobOfDictation, 'jobNumber' | 'patientName'>

export interface Opening {
  sleep?: ((ms: number) => Promise<void>) | undefined
  now?: (() => number) | undefined
  /** No other page has ever had it. */
  isNew?: boolean | undefined
}

interface Write {
  recording: Recording
  piece?: Piece & ChunkPlace
}

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
const retryMs = 2_000

/** The server counts takes to a million. */
const latestTake = 900_000

/**
 * Takes of a page that crashed may be on the server alone, also when nothing of them was stored here: those of the next page
 * are numbered by the time, above them.
 */
const firstTake = ({ takes, createdAt }: Recording, nowMs: number) =>
  Math.max((takes.at(-1)?.take ?? 0) + 1, Math.min(latestTake, Math.floor((nowMs - createdAt) / 1000)))

/** The server counts versions to two billion: 21 days in milliseconds. */
const latestTimedVersion = 1_800_000_000

/**
 * A page that crashed may have said more than it stored: the words of the next page are numbered by the time, above those.
 * Whoever has an older word has thus nothing of which a newer one does not know.
 */
const nextVersion = ({ version, createdAt }: Recording, nowMs: number) =>
  Math.max(version + 1, Math.min(latestTimedVersion, Math.floor(nowMs - createdAt)))

export function openRecording(
  recordings: Recordings,
  initial: Recording,
  { sleep = delay, now = Date.now, isNew = false }: Opening = {},
): OpenRecording {
  let current = initial
  let begun: { mimeType: string; kept: readonly KeptPart[]; before: KeptPart[] | null } | undefined
  let running: number | undefined
  let isLive = false
  let isForgotten = false
  let forgottenFor: FollowedJob | undefined
  let removing: Promise<void> | undefined
  const writes: Write[] = []
  const listeners = new Set<() => void>()
  const waker = createWaker(sleep)
  let writing: Promise<void> | undefined
  let isFailing = false

  /** Writes in order, one at a time: a stored recording is always a beginning of the whole. */
  async function writeAll() {
    await removing?.catch(() => undefined)
    for (let write = writes[0]; write; write = writes[0]) {
      const isDone = await recordings.save(write.recording, write.piece).then(
        () => true,
        () => false,
      )
      isFailing = !isDone
      // it may be forgotten by now, and something else begun
      if (writes[0] === write && isDone) writes.shift()
      tell()
      if (!isDone && !isForgotten) await waker.asleep(retryMs)
    }
    writing = undefined
  }

  const tell = () => {
    for (const listener of listeners) listener()
  }

  function become(next: Recording, piece?: Piece & ChunkPlace) {
    current = next
    // with nothing to write there would be a promise of writing that never goes away
    if (!isForgotten) {
      writes.push(piece ? { recording: next, piece } : { recording: next })
      writing ??= writeAll()
    }
    tell()
  }

  /** What it says of itself is another: the server takes the newest. */
  const saying = (change: Partial<Recording>): Recording =>
    ({ version: nextVersion(current, now()), ...change }) as Recording

  /** The take that was begun, from its first piece on. */
  function withTake(): Recording {
    if (!begun) return current
    const isOnlyMine = running !== undefined || (isNew && current.takes.length === 0)
    const take = isOnlyMine ? (current.takes.at(-1)?.take ?? -1) + 1 : firstTake(current, now())
    running = take
    const { mimeType, kept, before } = begun
    begun = undefined
    return {
      ...current,
      ...saying({ kept: [...kept, { take, startMs: 0, endMs: null }], before }),
      takes: [...current.takes, { take, mimeType, chunks: 0, sizeBytes: 0, durationMs: 0 }],
    }
  }

  function becomeRest(held: readonly KeptPart[], { jobNumber, patientName }: FollowedJob) {
    const { kept: whole, takes } = current
    const kept = partsOutside(whole, held)
    if (begun) begun = { ...begun, kept: partsOutside(begun.kept, held), before: null }
    const fromTake = Math.min(...kept.map(({ take }) => take), (takes.at(-1)?.take ?? 0) + 1)
    const heldMs = keptMs(whole, takes) - keptMs(kept, takes)
    const follows = { jobNumber, patientName, heldMs, fromTake }
    const asNew = { ...unsaid, dictationId: idAfter(current.dictationId) }
    become({ ...current, ...asNew, kept, follows })
  }

  return {
    get current() {
      return current
    },
    get isStored() {
      return writes.length === 0
    },
    get upcoming() {
      return begun?.kept
    },
    get isLive() {
      return isLive
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    startTake(mimeType, after) {
      begun = { mimeType, kept: after ?? current.kept, before: after ? current.kept : current.before }
      isLive = true
      tell()
    },
    endTake() {
      begun = undefined
      isLive = false
      tell()
    },
    add(piece) {
      if (isForgotten && forgottenFor) {
        isForgotten = false
        becomeRest(current.kept, forgottenFor)
      }
      const recording = withTake()
      const last = recording.takes.find(({ take }) => take === running)
      if (!last) throw new Error('A piece of sound came before its take was started.')
      const grown = {
        ...last,
        chunks: last.chunks + 1,
        sizeBytes: last.sizeBytes + piece.bytes.length,
        durationMs: last.durationMs + piece.durationMs,
      }
      become(
        { ...recording, takes: recording.takes.map((take) => (take === last ? grown : take)) },
        { ...piece, take: last.take, number: last.chunks },
      )
    },
    keep(parts, before = null) {
      become({ ...current, ...saying({ kept: [...parts], before: before && [...before] }) })
    },
    change(change) {
      become({ ...current, ...(change.details && saying({})), ...change })
    },
    becomeRest,
    catchUp(server) {
      const next = caughtUp(current, server)
      if (next) become(next)
    },
    async read(place) {
      const unwritten = writes.find(({ piece }) => piece?.take === place.take && piece.number === place.number)
      const piece = unwritten?.piece ?? (await recordings.readPiece(current.recordingId, place))
      if (!piece) throw new ChunkLost()
      return piece
    },
    async stored() {
      waker.wake()
      while (writing) await writing
    },
    async mayBeStored() {
      isFailing = false
      waker.wake()
      while (writing && !isFailing) {
        const told = Promise.withResolvers<void>()
        listeners.add(told.resolve)
        await told.promise
        listeners.delete(told.resolve)
      }
      return writes.length === 0
    },
    async forget(job) {
      isForgotten = true
      forgottenFor = job
      writes.length = 0
      waker.wake()
      while (writing) await writing
      // more was spoken meanwhile: what is here belongs to it
      if (!isForgotten) return
      removing = recordings.remove(current.recordingId)
      await removing
    },
  }
}
