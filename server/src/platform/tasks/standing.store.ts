import { sql } from 'kysely'
import { rowOf, rowsOf, type Work } from '../database/index.ts'
import type { Task } from './task.ts'

const withDead = (names: readonly string[]) => names.flatMap((name) => [name, `${name}.dead`])

/** Whether one of these tasks is waiting or running for a key, or is about to tell people that it failed. */
export async function hasTask(work: Work, names: readonly string[], key: string): Promise<boolean> {
  const { rows } = await sql`
    select from pgboss.job where name = any(${withDead(names)}) and state < 'completed' and singleton_key = ${key} limit 1`.execute(
    work.db,
  )
  return rows.length > 0
}

/** How many tasks of a key have ended since a moment. */
interface Taskless {
  key: string
  ended: number
}

/** The given keys for which none of these tasks is waiting or running. */
export async function listTaskless(
  work: Work,
  names: readonly string[],
  keys: readonly string[],
  endedSince: Date,
): Promise<Taskless[]> {
  return rowsOf(
    work,
    sql`select wanted.key, count(task.id)::int as ended
    from unnest(${[...keys]}::text[]) as wanted (key)
    left join pgboss.job task on task.singleton_key = wanted.key and task.name = any(${withDead(names)})
      and (task.state < 'completed' or task.created_on > ${endedSince})
    group by wanted.key
    having not coalesce(bool_or(task.state < 'completed'), false)`,
  )
}

/** The overdue tasks by name: how many wait, and how long the oldest has waited. */
export async function listOverdue(
  work: Work,
  tasks: readonly Pick<Task, 'name'>[],
  atLeastSeconds: number,
): Promise<{ name: string; waiting: number; oldestSeconds: number }[]> {
  return rowsOf(
    work,
    sql`select name, count(*)::int as waiting,
      floor(extract(epoch from pgboss.job_now() - min(greatest(created_on, start_after))))::int as oldest_seconds
    from pgboss.job
    where name = any(${tasks.map(({ name }) => name)}) and state < 'active'
      and greatest(created_on, start_after) < pgboss.job_now() - ${atLeastSeconds} * interval '1 second'
    group by name`,
  )
}

/** How many tasks of this name are waiting in the work's clinic, counted up to a thousand, and since when. */
export async function readStanding(work: Work, name: string): Promise<{ waiting: number; waitingSince: Date | null }> {
  return rowOf(
    work,
    sql`select count(*)::int as waiting, min(created_on) as waiting_since from (
      select created_on from pgboss.job
      where name = ${name} and state < 'completed' and data ->> 'clinicId' = ${work.clinicId} limit 1000
    ) task`,
  )
}
