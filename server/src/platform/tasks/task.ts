import type { TaskRef } from '../database/index.ts'

export interface TaskRun {
  signal: AbortSignal
  /** 1 for the first try. */
  attempt: number
  isLastAttempt: boolean
}

/**
 * Background work (architecture.md section 7). Handlers are idempotent: a killed server runs them again.
 * Throwing tries again after a pause, `GiveUp` ends it, and `whenDead` tells people in words what did not work.
 */
export interface Task<Payload extends object = object> extends TaskRef<Payload> {
  name: string
  about: string
  attempts: number
  retryDelaySeconds: number
  /** After this the run is aborted and counts as failed. */
  timeLimitSeconds: number
  /** How many run at once in one server copy. */
  parallel: number
  run(payload: Payload, run: TaskRun): Promise<void>
  whenDead?(payload: Payload, reason: string): Promise<void>
  /** Runs every so many seconds, on one copy only, with an empty payload. */
  everySeconds?: number
}

export const defineTask = <P extends object>(task: Task<P>): Task<P> => task
