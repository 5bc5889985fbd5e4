import { chunksToSend } from './chunks-to-send.ts'
import type { Intake, JobOfDictation } from './intake.ts'
import type { StoredChunks } from './stored-chunks.ts'
import { sayTo, type UploadSource } from './upload-source.ts'
import { backOffMs, ChunkLost, judge } from './upload-verdict.ts'
import { createWaker } from './waker.ts'

export type UploadState =
  | { phase: 'sending' | 'up-to-date' | 'paused' | 'signed-out' }
  | { phase: 'waiting'; message: string; untilMs: number }
  | { phase: 'refused'; code: string; message: string }
  /** A job exists: this upload or another computer submitted it. */
  | { phase: 'job'; job: JobOfDictation }
export type UploadProgress = UploadState & { sentChunks: number }

export interface Upload {
  /** The recording has grown. Does not shorten a wait, so that a growing recording does not flood a server in trouble. */
  grown(): void
  /** The network is back, the person has signed in, or pressed "try again". */
  wake(): void
  pause(): void
  resume(): void
  /** Skip chunks that no longer exist from now on. */
  goWithoutLost(): void
  /**
   * Sends what is missing, then makes the job, or finds the existing one, which may contain less than this recording. Rejects on a refusal
   * or when the upload is stopped; may be called again.
   */
  submit(): Promise<JobOfDictation>
  /** Ends the upload, including a call in progress. Stored data stays where it is. */
  stop(): void
}

interface Options {
  source: UploadSource
  intake: Intake
  onChange?: (progress: UploadProgress) => void
  /** Number of chunks in flight, so that some are hashed and sent while others reach the disk; they leave in order. */
  inFlight?: number
  sleep?: ((ms: number) => Promise<void>) | undefined
}

/** The page was closed, or the recording was put away, before it was submitted. */
export class UploadStopped extends Error {
  override readonly name = 'UploadStopped'
}

/**
 * Sends a recording while it is being made, until the server has all of it: in order, hashed, and after every failure again from what the
 * server says it has received. Nothing is deleted before the server has acknowledged it (Q023, Q169).
 */
export function createUpload({ source, intake, onChange, inFlight = 6, sleep }: Options): Upload {
  const waker = createWaker(sleep)
  const ended = new AbortController()
  const server = sayTo(intake, source, ended.signal)
  const chunks = chunksToSend(source)
  let begun: { version: number; stored: StoredChunks } | undefined
  let state: UploadState = { phase: 'sending' }
  let paused = false
  let mayLose = false
  let failures = 0
  let asked: PromiseWithResolvers<JobOfDictation> | undefined

  const show = (next: UploadState) => {
    state = next
    onChange?.({ ...next, sentChunks: begun?.stored.size ?? 0 })
  }

  const goesOn = () => !paused && !ended.signal.aborted
  async function store(chunk: Parameters<typeof server.store>[0], stored: StoredChunks) {
    await server.store(chunk)
    stored.add(chunk)
    failures = 0
    show({ phase: 'sending' })
  }

  async function finish(job: JobOfDictation) {
    await source.meet?.(job, ended.signal)
    show({ phase: 'job', job })
    asked?.resolve(job)
    ended.abort()
  }

  async function step() {
    if (begun?.version !== (source.begin().version ?? 0)) {
      begun = await server.begin()
      return undefined
    }
    const { stored } = begun
    const takes = source.takes()
    if (chunks.isMissing(takes, stored))
      return chunks.sendMissing(takes, stored, { inFlight, goesOn, store: (chunk) => store(chunk, stored) })
    if (chunks.hasLost() && !mayLose) {
      if (asked) throw new ChunkLost()
      show({ phase: 'refused', code: 'chunk-lost', message: new ChunkLost().message })
    } else if (asked) return finish(await server.submit(chunks.submitted(takes, stored)))
    else show({ phase: 'up-to-date' })
    return waker.asleep()
  }

  async function recover(error: unknown) {
    if (ended.signal.aborted) return undefined
    const verdict = judge(error, begun !== undefined)
    // Ask again after every failure what the server has: an answer may have been lost.
    begun = undefined
    if (verdict.kind === 'again') {
      failures += 1
      const waitMs = backOffMs(failures)
      show({ phase: 'waiting', message: verdict.message, untilMs: Date.now() + waitMs })
      return waker.asleep(waitMs)
    }
    if (verdict.kind === 'submitted') return finish(await server.findJob())
    show(verdict.kind === 'refused' ? { phase: 'refused', ...verdict } : { phase: 'signed-out' })
    if (verdict.kind === 'refused') {
      asked?.reject(error)
      asked = undefined
      // This result answers every press until now.
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
