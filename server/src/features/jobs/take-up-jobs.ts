import type { JobStatus } from '@dictara/contract/jobs'
import type { Doors, TaskRef, Work } from '../../platform/database/index.ts'
import { listTaskless } from '../../platform/tasks/index.ts'
import { listJobsOnTheirWay, type StandingJob } from './jobs.store.ts'

/** A job that moved just now has its task in the same transaction, or soon is taken off its list. */
const restsAfterMs = 60_000
/** So many tasks that ended within so long without moving the job: another would do no better. */
const mostTasks = 5
const countedMs = 6 * 60 * 60 * 1000

/** What a feature does with jobs of its statuses that wait for nothing any more. */
export interface TakingUp {
  statuses: readonly JobStatus[]
  /** Any of which moves the job on; their key is the job's id. */
  tasks: readonly TaskRef<object>[]
  begin(work: Work, job: StandingJob): Promise<void>
  giveUp(work: Work, job: StandingJob): Promise<void>
}

/** Gives jobs that stand without a task one again, or ends their waiting with a reason. @returns how many. */
export async function takeUpJobs(
  doors: Doors,
  { statuses, tasks, begin, giveUp }: TakingUp,
  now: Date,
): Promise<number> {
  const ago = (ms: number) => new Date(now.getTime() - ms)
  const standing = await doors.asSystem('task reconcile', async (work) => {
    const jobs = await listJobsOnTheirWay(work, statuses, ago(restsAfterMs))
    const names = tasks.map(({ name }) => name)
    const taskless = await listTaskless(
      work,
      names,
      jobs.map(({ id }) => id),
      ago(countedMs),
    )
    const endedOf = new Map(taskless.map(({ key, ended }) => [key, ended]))
    return jobs.flatMap((job) => {
      const ended = endedOf.get(job.id)
      return ended === undefined ? [] : [{ job, ended }]
    })
  })
  for (const { job, ended } of standing)
    await doors.asSystem('task reconcile', (work) => (ended < mostTasks ? begin : giveUp)(work, job), job.clinicId)
  return standing.length
}
