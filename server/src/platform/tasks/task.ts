import type { TaskRef } from '../database/index.ts'

export interface TaskRun {
  /** Of the task: the same each time it runs. */
  id: string
  signal: AbortSignal
  /** 1 for the first try. A run that was cut off or found the disk full does not count. */
  attempt: number
  isLastAttempt: boolean
}

/**
 * Background work (architecture.md section 7). Handlers are idempotent: a killed server runs them again. A handler that throws
 * is retried after a pause, `GiveUp` ends the task, and `whenDead` tells people what failed.
 */
export interface Task<Payload extends object = object> extends TaskRef<Payload> {
  name: string
  about: string
  attempts: number
  retryDelaySeconds: number
  /** After this time the run is aborted and counts as failed. */
  timeLimitSeconds: number
  /** How many run at once in one server copy. */
  parallel: number
  /** How many of them run for one group (see `EnqueueOptions`); tasks of other groups overtake the waiting ones. */
  parallelOfGroup?: number
  run(payload: Payload, run: TaskRun): Promise<void>
  /** @param isHopeless true when a retry would not help. */
  whenDead?(payload: Payload, reason: string, isHopeless: boolean): Promise<void>
  /** Runs at this interval in seconds, on one copy only, with an empty payload. */
  everySeconds?: number
}

export const defineTask = <P extends object>(task: Task<P>): Task<P> => task
