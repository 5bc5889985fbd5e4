import type { JobStatus } from '@dictara/contract/jobs'
import type { Doors, TaskRef, Work } from '../../platform/database/index.ts'
import { listTaskless } from '../../platform/tasks/index.ts'
import { listJobsOnTheirWay, type StandingJob } from './jobs.store.ts'

/** Jobs that moved more recently are left alone: their task may still be about to start or to end. */
const restsAfterMs = 60_000
/** After this many tasks ended within `countedMs` without moving the job, another would not help. */
const mostTasks = 5
const countedMs = 6 * 60 * 60 * 1000

/** What a feature does with jobs in its statuses that no task is working on. */
export interface TakingUp {
  statuses: readonly JobStatus[]
  /** The tasks that move such a job on. */
  tasks: readonly TaskRef<object>[]
  /** Their key; absent: the job’s id. */
  keyOf?(job: StandingJob): string
  begin(work: Work, job: StandingJob): Promise<void>
  /** Absent: a task that ended may have moved other jobs, so another is always begun. */
  giveUp?(work: Work, job: StandingJob): Promise<void>
}

/** Starts a task for each job that has none, or fails the job with a reason. @returns the number of such jobs. */
export async function takeUpJobs(
  doors: Doors,
  { statuses, tasks, keyOf = ({ id }) => id, begin, giveUp = begin }: TakingUp,
  now: Date,
): Promise<number> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const standing = await doors.asSystem('task reconcile', async (work) => {
    const jobs = await listJobsOnTheirWay(work, statuses, ago(restsAfterMs))
    const names = tasks.map(({ name }) => name)
    const taskless = await listTaskless(work, names, [...new Set(jobs.map(keyOf))], ago(countedMs))
    const endedOf = new Map(taskless.map(({ key, ended }) => [key, ended]))
    return jobs.flatMap((job) => {
      const ended = endedOf.get(keyOf(job))
      return ended === undefined ? [] : [{ job, ended }]
    })
  })
  for (const { job, ended } of standing)
    await doors.asSystem('task reconcile', (work) => (ended < mostTasks ? begin : giveUp)(work, job), job.clinicId)
  return standing.length
}
