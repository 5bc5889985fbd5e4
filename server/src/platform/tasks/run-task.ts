import { isDatabaseLost } from '../database/index.ts'
import { isDiskFull, type RoomQueue } from '../full-disk.ts'
import type { Log } from '../log.ts'
import { GiveUp } from '../refusal.ts'
import { StorageAway } from '../storage-away.ts'
import { failedTriesKey, type PutBack } from './settle.store.ts'
import { failedRepeatedly } from './doing.ts'
import type { Task } from './task.ts'

/** The outcome of one run: finished for good, or to be put back. */
export type Ending = 'done' | PutBack

/** A task as the queue hands it out. */
export interface Handed {
  id: string
  data: object
}

export interface RunParts {
  log: Log
  rooms: RoomQueue
  fullDiskPauseMs: number
  /** Aborted when the server stops. */
  stopping: AbortSignal
}

const longestPauseSeconds = 300
/** The pause before a task that lost its database runs again. */
const databasePauseSeconds = 5
const storagePauseSeconds = 15

/** Doubles the pause each time, with jitter so that tasks do not retry in step. */
const pauseAfter = (task: Task, failedTries: number) =>
  Math.min(longestPauseSeconds, Math.max(1, task.retryDelaySeconds) * 2 ** (failedTries - 1) * (1 + Math.random()))

/**
 * Runs a task once. Only a failure of the task itself uses up a try, not a stopping server, a full disk or a lost database.
 * @param claimed aborted when the queue has given the task to another run.
 * @throws what `whenDead` throws: then the queue runs the task again.
 */
export async function runTask(
  task: Task,
  { id, data }: Handed,
  claimed: AbortSignal,
  { log, rooms, fullDiskPauseMs, stopping }: RunParts,
): Promise<Ending> {
  const { [failedTriesKey]: failedBefore = 0, ...payload } = data as { [failedTriesKey]?: number }
  const again = (afterSeconds: number, failedTries = failedBefore): PutBack => ({ afterSeconds, failedTries })
  const onceThereIsRoom = () => ({ ...again((fullDiskPauseMs / 1000) * (1 + Math.random() / 4)), letsOthersPass: true })
  if (stopping.aborted) return again(0)
  if (!rooms.mayTry(id)) return onceThereIsRoom()
  const attempt = failedBefore + 1
  const isLastAttempt = attempt >= task.attempts
  try {
    const limit = AbortSignal.timeout(task.timeLimitSeconds * 1000)
    const signal = AbortSignal.any([stopping, claimed, limit])
    await task.run(payload, { id, signal, attempt, isLastAttempt })
    rooms.left(id)
    return 'done'
  } catch (error) {
    if (isDiskFull(error) && !stopping.aborted && !claimed.aborted) {
      rooms.turnedAway(id)
      log.warn({ task: task.name, attempt, error }, 'a task waits for room on the disk')
      return onceThereIsRoom()
    }
    rooms.left(id)
    if (stopping.aborted || claimed.aborted) return again(0)
    if (isDatabaseLost(error)) return again(databasePauseSeconds)
    if (error instanceof StorageAway) {
      log.warn({ task: task.name, attempt, error }, 'a task waits for the data folder to be back')
      return again(storagePauseSeconds)
    }
    const given = error instanceof GiveUp ? error : undefined
    const ends = given !== undefined || isLastAttempt
    log.warn({ task: task.name, attempt, error }, ends ? 'a task failed for good' : 'a task failed and is tried again')
    if (!ends) return again(pauseAfter(task, attempt), attempt)
    await task.whenDead?.(payload, given?.message ?? failedRepeatedly(error), given !== undefined && !given.mayPass)
    return 'done'
  }
}
