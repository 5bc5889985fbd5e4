import { sha256Hex, takeHash } from './chunk-hash.ts'
import type { Intake, NewDictation, Submitted, SubmittedTakes } from './intake.ts'
import { missingChunks, storedChunks, type ChunkPlace, type StoredChunks } from './stored-chunks.ts'
import { backOffMs, judge } from './upload-verdict.ts'
import { createWaker } from './waker.ts'

/** A recording as the upload sees it; it may grow meanwhile. */
export interface UploadSource {
  begin: NewDictation
  takes(): readonly { take: number; chunks: number }[]
  read(place: ChunkPlace): Promise<Uint8Array<ArrayBuffer>>
  /** What to keep of the takes, in order; nothing: all of it. */
  cuts(): SubmittedTakes['cuts']
}

export type UploadState =
  | { phase: 'sending' | 'up-to-date' | 'paused' | 'signed-out' }
  | { phase: 'waiting'; message: string; untilMs: number }
  | { phase: 'refused'; code: string; message: string }
  | { phase: 'submitted'; jobId: string; jobNumber: string }
export type UploadProgress = UploadState & { sentChunks: number }

export interface Upload {
  /** The recording has grown. Does not cut a wait short: a recording that goes on must not hammer a server in trouble. */
  grown(): void
  /** The network is back, the person has signed in, or says "try again". */
  wake(): void
  pause(): void
  resume(): void
  /** Sends what is missing, then makes the job. Rejects with the refusal; may be asked again. */
  submit(): Promise<Submitted>
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

const delay = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/**
 * Sends a recording while it is made, and until the server has all of it: in order, hashed, again after every failure, from
 * what the server says it has received. Nothing is forgotten before the server has acknowledged it (Q023, Q169).
 */
export function createUpload({ source, intake, onChange, inFlight = 6, sleep = delay }: Options): Upload {
  const waker = createWaker(sleep)
  const ended = new AbortController()
  const hashes = new Map<string, string>()
  let stored: StoredChunks | undefined
  let state: UploadState = { phase: 'sending' }
  let paused = false
  let failures = 0
  let preparing: Promise<unknown> = Promise.resolve()
  let asked: PromiseWithResolvers<Submitted> | undefined

  const show = (next: UploadState) => {
    state = next
    onChange?.({ ...next, sentChunks: stored?.size ?? 0 })
  }

  async function hashOf(place: ChunkPlace, bytes?: Uint8Array<ArrayBuffer>) {
    const name = `${place.take}/${place.number}`
    const hash = hashes.get(name) ?? (await sha256Hex(bytes ?? (await source.read(place))))
    hashes.set(name, hash)
    return hash
  }

  /** One after the other, so that chunks leave in the order in which they were recorded. */
  function prepare(place: ChunkPlace) {
    const prepared = preparing.then(async () => {
      const bytes = await source.read(place)
      return { ...place, bytes, sha256: await hashOf(place, bytes) }
    })
    preparing = prepared.catch(() => undefined)
    return prepared
  }

  async function sendChunk(place: ChunkPlace, known: StoredChunks) {
    const chunk = await prepare(place)
    await intake.storeChunk({ dictationId: source.begin.dictationId, ...chunk }, ended.signal)
    known.add(place)
    failures = 0
    show({ phase: 'sending' })
  }

  /** Several senders take from one list; the first failure ends them all, after their chunk on its way. */
  async function sendMissing(known: StoredChunks) {
    const places = missingChunks(source.takes(), known)
    const sender = async () => {
      for (const place of places) {
        if (paused || ended.signal.aborted) return
        await sendChunk(place, known)
      }
    }
    const results = await Promise.allSettled(Array.from({ length: inFlight }, sender))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  }

  async function makeJob() {
    const takes: SubmittedTakes['takes'] = []
    for (const { take, chunks } of source.takes()) {
      const ordered: string[] = []
      for (let number = 0; number < chunks; number += 1) ordered.push(await hashOf({ take, number }))
      takes.push({ take, chunks, sha256: await takeHash(ordered) })
    }
    finish(await intake.submit(source.begin.dictationId, { takes, cuts: source.cuts() }, ended.signal))
  }

  function finish(job: Submitted) {
    show({ phase: 'submitted', ...job })
    asked?.resolve(job)
    ended.abort()
  }

  async function step() {
    stored ??= storedChunks((await intake.begin(source.begin, ended.signal)).takes)
    const missing = !missingChunks(source.takes(), stored).next().done
    if (missing) return sendMissing(stored)
    if (asked) return makeJob()
    show({ phase: 'up-to-date' })
    return waker.asleep()
  }

  async function recover(error: unknown) {
    if (ended.signal.aborted) return undefined
    const verdict = judge(error)
    // What the server has is asked for anew after every failure: an answer may have been lost on its way.
    stored = undefined
    if (verdict.kind === 'again') {
      failures += 1
      const waitMs = backOffMs(failures)
      show({ phase: 'waiting', message: verdict.message, untilMs: Date.now() + waitMs })
      return waker.asleep(waitMs)
    }
    if (verdict.kind === 'submitted') return intake.findSubmitted(source.begin.dictationId, ended.signal).then(finish)
    show(verdict.kind === 'refused' ? { phase: 'refused', ...verdict } : { phase: 'signed-out' })
    if (verdict.kind === 'refused') {
      asked?.reject(error)
      asked = undefined
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
      if (state.phase === 'up-to-date') waker.wake()
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
    submit: () => {
      asked ??= Promise.withResolvers<Submitted>()
      waker.wake()
      return asked.promise
    },
    stop: () => {
      ended.abort()
      waker.wake()
    },
  }
}
