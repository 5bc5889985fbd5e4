import { listeningRefusals } from '@dictara/contract/listening'
import type { Doors, TaskRef, Work } from '../../platform/database/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { hasTask, listTaskless } from '../../platform/tasks/index.ts'
import { findJob } from '../jobs/index.ts'
import { findCopy, findFailure, listCopyless, type ListeningCopy, saveFailure } from './listening.store.ts'
import type { ListeningPayload } from './prepare-listening.ts'

export type ListeningTask = TaskRef<ListeningPayload>

const keyOf = (jobId: string) => `listen ${jobId}`

export const askForCopy = (work: Work, task: ListeningTask, job: { id: string; dictationId: string }) =>
  work.enqueue(task, { clinicId: work.clinicId, jobId: job.id, dictationId: job.dictationId }, { key: keyOf(job.id) })

const minuteMs = 60_000
const longestPauseMs = 15 * minuteMs
const dayMs = 24 * 60 * minuteMs

/** Keeps why there is no copy, for the player to tell; unless it is hopeless the copy is tried again, ever less often. */
export async function noteFailure(work: Work, jobId: string, reason: string, isHopeless: boolean) {
  const times = ((await findFailure(work, jobId))?.times ?? 0) + 1
  const pauseMs = Math.min(longestPauseMs, minuteMs * 2 ** (times - 1))
  await saveFailure(work, jobId, {
    reason,
    times,
    retryAt: isHopeless ? null : new Date(work.now.getTime() + pauseMs),
  })
}

/**
 * The copy of a job. Where there is none it is being made from now on, by a transaction of its own, which the refusal
 * does not undo; unless it failed a moment ago.
 * @throws Refusal while it is being made, and with the reason where it could not be.
 */
export async function getCopy(work: Work, doors: Doors, task: ListeningTask, jobId: string): Promise<ListeningCopy> {
  const copy = await findCopy(work, jobId)
  if (copy) return copy
  const failure = await findFailure(work, jobId)
  if (failure) {
    const reason = failure.retryAt ? `${failure.reason} We’ll try again automatically.` : failure.reason
    throw new Refusal(listeningRefusals.failed, { reason })
  }
  const job = await findJob(work, jobId)
  if (job && !(await hasTask(work, [task.name], keyOf(jobId))))
    await doors.asSystem('task listen', (own) => askForCopy(own, task, job), work.clinicId)
  throw new Refusal(listeningRefusals.notReady)
}

/** Has copies made that failed a while ago, or whose task was lost: of the last day each minute, of all jobs daily. */
export function copiesToTakeUp(doors: Doors, task: ListeningTask): (now: Date) => Promise<number> {
  let sweptAllAt = 0
  return async (now) => {
    const isAllDue = now.getTime() - sweptAllAt >= dayMs
    const submitted = {
      from: isAllDue ? new Date(0) : new Date(now.getTime() - dayMs),
      until: new Date(now.getTime() - minuteMs),
    }
    const standing = await doors.asSystem('task reconcile', async (work) => {
      const copyless = await listCopyless(work, submitted)
      const keys = copyless.map(({ id }) => keyOf(id))
      const taskless = new Set((await listTaskless(work, [task.name], keys, now)).map(({ key }) => key))
      if (isAllDue && copyless.length === 0) sweptAllAt = now.getTime()
      return copyless.filter(({ id }) => taskless.has(keyOf(id)))
    })
    for (const job of standing)
      await doors.asSystem('task reconcile', (work) => askForCopy(work, task, job), job.clinicId)
    return standing.length
  }
}
