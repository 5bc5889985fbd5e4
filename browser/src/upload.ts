import { sha256Hex, takeHash } from './chunk-hash.ts'
import type { Begun, Intake, JobOfDictation, NewDictation, SubmittedTakes } from './intake.ts'
import { missingChunks, storedChunks, type ChunkPlace, type StoredChunks } from './stored-chunks.ts'
import { backOffMs, ChunkLost, judge } from './upload-verdict.ts'
import { createWaker } from './waker.ts'

/** A recording as the upload sees it; it may grow meanwhile, and say something else of itself. */
export interface UploadSource {
  /** What it says of itself by now: the server is told before any later chunk goes. */
  begin(): NewDictation
  /** Resolves when what it says of itself is kept where it was recorded, or cannot be by now. */
  kept?(): Promise<unknown>
  takes(): readonly { take: number; chunks: number }[]
  /** @throws ChunkLost when it is nowhere any more */
  read(place: ChunkPlace): Promise<{ bytes: Uint8Array<ArrayBuffer>; durationMs: number }>
  /** What to keep of the takes, in order; nothing: all of it. */
  cuts(): SubmittedTakes['cuts']
  /** Takes over what the server has of it and this browser lost. */
  catchUp?(begun: Begun): void
  /** Compares itself with the job that there is; may reject as a call does, and is then asked again. */
  meet?(job: JobOfDictation, signal: AbortSignal): Promise<void>
}

export type UploadState =
  | { phase: 'sending' | 'up-to-date' | 'paused' | 'signed-out' }
  | { phase: 'waiting'; message: string; untilMs: number }
  | { phase: 'refused'; code: string; message: string }
  /** There is a job of it: this one asked for it, or another computer did. */
  | { phase: 'job'; job: JobOfDictation }
export type UploadProgress = UploadState & { sentChunks: number }

export interface Upload {
  /** The recording has grown. Does not cut a wait short: a recording that goes on must not hammer a server in trouble. */
  grown(): void
  /** The network is back, the person has signed in, or says "try again". */
  wake(): void
  pause(): void
  resume(): void
  /** Chunks that are nowhere any more are left out from now on. */
  goWithoutLost(): void
  /**
   * Sends what is missing, then makes the job; or finds the one that there is, which may hold less than this recording.
   * Rejects with the refusal, and when the upload is stopped; may be asked again.
   */
  submit(): Promise<JobOfDictation>
  /** Ends the upload, also a call under way. What is stored stays where it is. */
  stop(): void
}

interface Options {
  source: UploadSource
  intake: Intake
  onChange?: (progress: UploadProgress) => void
  /** Chunks on their way at once, so that some are hashed and sent while others reach the disk; they leave in order. */
  inFlight?: number
  sleep?: (ms: number) => Promise<void>
}

/** The page was closed, or the recording put away, before it was submitted. */
export class UploadStopped extends Error {
  override readonly name = 'UploadStopped'
}

const beginsAnew = 'The server does not know this recording any more. It is sent anew.'
const isUnknown = (error: unknown) => (error as { status?: number } | null)?.status === 404

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Sends a recording while it is made, and until the server has all of it: in order, hashed, again after every failure, from
 * what the server says it has received. Nothing is forgotten before the server has acknowledged it (Q023, Q169).
 */
export function createUpload({ source, intake, onChange, inFlight = 6, sleep = delay }: Options): Upload {
  const waker = createWaker(sleep)
  const ended = new AbortController()
  const hashes = new Map<string, string>()
  const lost = new Set<string>()
  let begun: { version: number; stored: StoredChunks } | undefined
  let state: UploadState = { phase: 'sending' }
  let paused = false
  let mayLose = false
  let failures = 0
  let preparing: Promise<unknown> = Promise.resolve()
  let asked: PromiseWithResolvers<JobOfDictation> | undefined

  const nameOf = ({ take, number }: ChunkPlace) => `${take}/${number}`
  const show = (next: UploadState) => {
    state = next
    onChange?.({ ...next, sentChunks: begun?.stored.size ?? 0 })
  }

  async function hashOf(place: ChunkPlace, bytes?: Uint8Array<ArrayBuffer>) {
    const name = nameOf(place)
    const hash = hashes.get(name) ?? (await sha256Hex(bytes ?? (await source.read(place)).bytes))
    hashes.set(name, hash)
    return hash
  }

  /** One after the other, so that chunks leave in the order in which they were recorded. */
  function prepare(place: ChunkPlace) {
    const prepared = preparing.then(async () => {
      const piece = await source.read(place)
      return { ...place, ...piece, sha256: await hashOf(place, piece.bytes) }
    })
    preparing = prepared.catch(() => undefined)
    return prepared
  }

  async function sendChunk(place: ChunkPlace, stored: StoredChunks) {
    const { take, number, bytes, durationMs, sha256 } = await prepare(place)
    const chunk = { dictationId: source.begin().dictationId, take, number, bytes, durationMs, sha256 }
    await intake.storeChunk(chunk, ended.signal)
    stored.add(place)
    failures = 0
    show({ phase: 'sending' })
  }

  /** A chunk that is nowhere any more holds up no other: what there is goes first. */
  const sendOrMiss = (place: ChunkPlace, stored: StoredChunks) =>
    sendChunk(place, stored).catch((error: unknown) => {
      if (!(error instanceof ChunkLost)) throw error
      lost.add(nameOf(place))
    })

  function* toSend(takes: ReturnType<UploadSource['takes']>, stored: StoredChunks) {
    for (const place of missingChunks(takes, stored)) if (!lost.has(nameOf(place))) yield place
  }

  /** Several senders take from one list; the first failure ends them all, after their chunk on its way. */
  async function sendMissing(places: Iterable<ChunkPlace>, stored: StoredChunks) {
    const sender = async () => {
      for (const place of places) {
        if (paused || ended.signal.aborted) return
        await sendOrMiss(place, stored)
      }
    }
    const results = await Promise.allSettled(Array.from({ length: inFlight }, sender))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** The hash of a take is told when this browser has all of its bytes; otherwise what has arrived is taken as it is. */
  async function takeToSubmit(take: number, chunks: number, stored: StoredChunks) {
    const ordered: string[] = []
    const missing: number[] = []
    let isKnown = true
    for (let number = 0; number < chunks; number += 1) {
      const place = { take, number }
      // what was hashed once and is gone by now is missing all the same
      if (lost.has(nameOf(place)) && !stored.has(place)) {
        missing.push(number)
        continue
      }
      const hash = await hashOf(place).catch((error: unknown) => {
        if (!(error instanceof ChunkLost)) throw error
      })
      if (hash) ordered.push(hash)
      else if (stored.has(place)) isKnown = false
      else missing.push(number)
    }
    const sha256 = isKnown ? { sha256: await takeHash(ordered) } : {}
    return { take, chunks, ...sha256, ...(missing.length > 0 && { missing }) }
  }

  async function makeJob(stored: StoredChunks) {
    const { dictationId, patientId, facilityId } = source.begin()
    const cuts = source.cuts() ?? null
    const takes: SubmittedTakes['takes'] = []
    for (const { take, chunks } of source.takes()) takes.push(await takeToSubmit(take, chunks, stored))
    await finish(await intake.submit(dictationId, { patientId, facilityId, takes, cuts }, ended.signal))
  }

  async function finish(job: JobOfDictation) {
    await source.meet?.(job, ended.signal)
    show({ phase: 'job', job })
    asked?.resolve(job)
    ended.abort()
  }

  async function begin() {
    const said = source.begin()
    // a page that crashes must not come back with another patient than the server was told
    await source.kept?.()
    const answer = await intake.begin(said, ended.signal)
    source.catchUp?.(answer)
    begun = { version: said.version ?? 0, stored: storedChunks(answer.takes) }
  }

  async function step() {
    if (begun?.version !== (source.begin().version ?? 0)) return begin()
    const { stored } = begun
    const takes = source.takes()
    if (!toSend(takes, stored).next().done) return sendMissing(toSend(takes, stored), stored)
    if (lost.size > 0 && !mayLose) {
      if (asked) throw new ChunkLost()
      show({ phase: 'refused', code: 'chunk-lost', message: new ChunkLost().message })
    } else if (asked) return makeJob(stored)
    else show({ phase: 'up-to-date' })
    return waker.asleep()
  }

  async function recover(error: unknown) {
    if (ended.signal.aborted) return undefined
    // Known a moment ago: the server was put back to a state from before, and is told of it anew.
    const verdict = begun && isUnknown(error) ? ({ kind: 'again', message: beginsAnew } as const) : judge(error)
    // What the server has is asked for anew after every failure: an answer may have been lost on its way.
    begun = undefined
    if (verdict.kind === 'again') {
      failures += 1
      const waitMs = backOffMs(failures)
      show({ phase: 'waiting', message: verdict.message, untilMs: Date.now() + waitMs })
      return waker.asleep(waitMs)
    }
    if (verdict.kind === 'submitted') {
      const job = await intake.findJob(source.begin().dictationId, ended.signal)
      if (!job) throw new Error('The server has no job of what it says was submitted.')
      return finish(job)
    }
    show(verdict.kind === 'refused' ? { phase: 'refused', ...verdict } : { phase: 'signed-out' })
    if (verdict.kind === 'refused') {
      asked?.reject(error)
      asked = undefined
      // whoever pressed until now is answered by it
      waker.forget()
    }
    return waker.asleep()
  }

  async function run() {
    while (!ended.signal.aborted) {
      if (paused) {
        show({ phase: 'paused' })
        await waker.asleep()
      } else {
        await step().catch(recover).catch(recover)
      }
    }
  }

  void run()
  return {
    grown: () => {
      const isResting = state.phase === 'up-to-date' || (state.phase === 'refused' && state.code === 'chunk-lost')
      if (isResting) waker.wake()
    },
    wake: waker.wake,
    pause: () => {
      paused = true
      waker.wake()
    },
    resume: () => {
      paused = false
      waker.wake()
    },
    goWithoutLost: () => {
      mayLose = true
      waker.wake()
    },
    submit: () => {
      if (state.phase === 'job') return Promise.resolve(state.job)
      if (ended.signal.aborted) return Promise.reject(new UploadStopped())
      asked ??= Promise.withResolvers<JobOfDictation>()
      waker.wake()
      return asked.promise
    },
    stop: () => {
      ended.abort()
      asked?.reject(new UploadStopped())
      waker.wake()
    },
  }
}
