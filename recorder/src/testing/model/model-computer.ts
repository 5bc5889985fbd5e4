import type { Piece, Recording, Recordings } from '@dictara/browser/recordings'
import type { ChunkPlace } from '@dictara/browser/stored-chunks'
import type { RecorderServer, Shelf } from '../../sending/shelf.ts'
import { arrivedTakes } from '../../unsent/unsent.ts'
import type { OnItsWay } from './fates.ts'
import type { MemoryServer } from './memory-server.ts'
import type { VirtualTime } from './virtual-time.ts'

/** The state of a network. `deaf`: requests arrive, but most answers are lost. */
export type Network = 'on' | 'off' | 'slow' | 'dead' | 'flaky' | 'deaf'

const never = new Promise<never>(() => undefined)

/** A computer with a browser: its disk, its locks, and its network. */
export function aComputer(time: VirtualTime, random: () => number) {
  const computer = {
    network: 'on' as Network,
    isSignedIn: true,
    isFull: false,
    /** The current virtual time in Unix milliseconds. */
    nowMs: 1_000_000,
    stored: new Map<string, Recording>(),
    pieces: new Map<string, Piece>(),
    locks: new Map<string, { isAlive: boolean }>(),
    /** The dictations that hold the rest of a job. */
    rests: new Set<string>(),
    time,
    random,
  }
  return computer
}
export type Computer = ReturnType<typeof aComputer>

const nameOf = (recordingId: string, { take, number }: ChunkPlace) => `${recordingId}/${take}/${number}`

/**
 * The browser's store as one tab sees it. A write that was started by a crashed tab has happened completely or not at
 * all.
 */
function storeOf(computer: Computer, tab: { isAlive: boolean }): Recordings {
  async function act<T>(work: () => T): Promise<T> {
    await computer.time.turn()
    if (!tab.isAlive) return never
    const answer = work()
    await computer.time.turn()
    return tab.isAlive ? answer : never
  }
  const under = (recordingId: string) =>
    [...computer.pieces.keys()].filter((name) => name.startsWith(`${recordingId}/`))
  const put = (recordingId: string, { take, number, ...piece }: Piece & ChunkPlace) =>
    computer.pieces.set(nameOf(recordingId, { take, number }), piece)

  return {
    list: () => act(() => structuredClone([...computer.stored.values()])),
    get: (recordingId) => act(() => structuredClone(computer.stored.get(recordingId))),
    save: (recording, piece) =>
      act(() => {
        if (computer.isFull) throw new DOMException('full', 'QuotaExceededError')
        computer.stored.set(recording.recordingId, structuredClone(recording))
        if (recording.follows) computer.rests.add(recording.dictationId)
        if (piece) put(recording.recordingId, piece)
      }),
    savePiece: (recordingId, piece) => act(() => void put(recordingId, piece)),
    readPiece: (recordingId, place) => act(() => computer.pieces.get(nameOf(recordingId, place))),
    readTake: (recordingId, take) =>
      act(() => under(`${recordingId}/${take}`).map((name) => computer.pieces.get(name)!)),
    countPieces: (recordingId) => act(() => under(recordingId).length),
    remove: (recordingId) =>
      act(() => {
        computer.stored.delete(recordingId)
        for (const name of under(recordingId)) computer.pieces.delete(name)
      }),
    tidy: () =>
      act(() => {
        for (const name of computer.pieces.keys())
          if (!computer.stored.has(name.split('/')[0]!)) computer.pieces.delete(name)
      }),
  }
}

/** The server through a computer's network; calls sent by a crashed tab may still arrive. */
function overNetwork(server: MemoryServer, computer: Computer, tab: { isAlive: boolean }, onItsWay: Set<OnItsWay>) {
  const { turns } = computer.time
  const lost = () => new TypeError('Failed to fetch')
  async function way(isBack: boolean) {
    const begun = computer.network
    await turns(begun === 'slow' ? 2 + Math.floor(computer.random() * 20) : 1)
    if (begun === 'off' || (begun === 'flaky' && computer.random() < 0.3)) throw lost()
    if (begun === 'deaf' && isBack && computer.random() < 0.7) throw lost()
    // A time limit ends the calls that are neither answered nor reset.
    if (begun === 'dead') {
      await turns(30)
      throw lost()
    }
  }
  async function call<T>(serve: () => T | Promise<T>, signal?: AbortSignal, sent?: OnItsWay): Promise<T> {
    if (!tab.isAlive) return never
    if (signal?.aborted) throw lost()
    if (!computer.isSignedIn) throw Object.assign(new Error('Please sign in.'), { status: 401, code: 'signed-out' })
    if (sent) onItsWay.add(sent)
    const arrived = way(false).finally(() => sent && onItsWay.delete(sent))
    await arrived
    const answer = await serve()
    await way(true)
    if (!tab.isAlive) return never
    if (signal?.aborted) throw lost()
    return structuredClone(answer)
  }

  return {
    begin: (body, signal) =>
      call(() => server.begin(body), signal, {
        dictationId: body.dictationId,
        said: { version: body.version ?? 0, cuts: body.cuts ?? null },
      }),
    storeChunk: (chunk, signal) =>
      call(() => server.storeChunk(chunk), signal, {
        dictationId: chunk.dictationId,
        place: `${chunk.take}/${chunk.number}`,
      }),
    submit: (dictationId, body, signal) => call(() => server.submit(dictationId, body), signal),
    findJob: (dictationId, signal) => call(() => server.findJob(dictationId), signal),
    drop: (dictationId) => call(() => server.drop(dictationId)),
    listOpen: () => call(server.listOpen),
    changePatient: (jobId, patientId) => call(() => server.changePatient(jobId, patientId)),
    submitArrived: (dictation) =>
      call(() =>
        server.submit(dictation.dictationId, {
          patientId: dictation.patientId,
          facilityId: dictation.facilityId,
          takes: arrivedTakes(dictation),
        }),
      ),
  } satisfies RecorderServer
}

/** Returns everything that a tab of this computer depends on. */
export function shelfOf(
  server: MemoryServer,
  computer: Computer,
  tab: { isAlive: boolean },
  onItsWay = new Set<OnItsWay>(),
): Shelf {
  const { turn, turns } = computer.time
  return {
    recordings: storeOf(computer, tab),
    server: overNetwork(server, computer, tab, onItsWay),
    locks: {
      async hold(recordingId) {
        await turn()
        if (!tab.isAlive) return never
        if (computer.locks.get(recordingId)?.isAlive) return undefined
        computer.locks.set(recordingId, tab)
        return async () => {
          if (tab.isAlive && computer.locks.get(recordingId) === tab) computer.locks.delete(recordingId)
        }
      },
      held: async () => new Set([...computer.locks].flatMap(([id, holder]) => (holder.isAlive ? [id] : []))),
    },
    sleep: () => turns(3),
    now: () => computer.nowMs,
  }
}
