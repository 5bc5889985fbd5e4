import type { TaskRef } from '../database/index.ts'

export interface TaskRun {
  signal: AbortSignal
  /** 1 for the first try; a run that was cut off, or found no room on the disk, is none. */
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
  /** How many of them for one group (see `EnqueueOptions`); others pass them. */
  parallelOfGroup?: number
  run(payload: Payload, run: TaskRun): Promise<void>
  /** @param isHopeless when trying again would not help. */
  whenDead?(payload: Payload, reason: string, isHopeless: boolean): Promise<void>
  /** Runs every so many seconds, on one copy only, with an empty payload. */
  everySeconds?: number
}

export const defineTask = <P extends object>(task: Task<P>): Task<P> => task
