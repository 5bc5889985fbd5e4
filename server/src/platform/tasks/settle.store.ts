/** Statements run on pg-boss's own connection. */
interface QueueDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** A run of a task as the queue gave it out. */
export interface Claim {
  id: string
  name: string
  /** How often the task was handed out before; identifies this run to the queue. */
  retryCount: number
}

export interface PutBack {
  afterSeconds: number
  failedTries: number
  /** From now on, all other due tasks go first. */
  letsOthersPass?: boolean
}

/** The payload field that holds the number of failed tries. */
export const failedTriesKey = 'failedTries'

/**
 * Puts a task back to run again after a pause. The queue's own count of runs also includes runs that did not fail (a stopped
 * server, a full disk), so its limit grows along; failures are counted in the payload.
 */
export async function putBack(
  database: QueueDatabase,
  { id, name, retryCount }: Claim,
  { afterSeconds, failedTries, letsOthersPass }: PutBack,
): Promise<void> {
  await database.executeSql(
    `update pgboss.job set state = 'retry', start_after = pgboss.job_now() + $4 * interval '1 second', heartbeat_on = null,
       retry_limit = retry_limit + 1, priority = case when $6 then -1 else priority end,
       data = coalesce(data, '{}') || jsonb_build_object('${failedTriesKey}', $5::int)
     where name = $1 and id = $2 and state = 'active' and retry_count = $3`,
    [name, id, retryCount, afterSeconds, failedTries, letsOthersPass ?? false],
  )
}

/**
 * Wakes the workers of a queue in which a task is due, on pg-boss's own channel for new tasks. pg-boss announces neither tasks
 * whose time has come nor tasks that were put back.
 */
export async function wakeForDue(database: QueueDatabase, names: readonly string[]): Promise<void> {
  await database.executeSql(
    `select pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) from unnest($1::text[]) as queues (name)
     where exists (select from pgboss.job
       where job.name = queues.name and state < 'active' and not blocked and start_after <= pgboss.job_now())`,
    [names],
  )
}

/**
 * Recovers after a clock that ran ahead was set right: tasks scheduled later than the longest pause become due, tasks of a dead
 * server are checked again, and the queue runs its own maintenance without waiting.
 */
export async function forgetTheFuture(database: QueueDatabase): Promise<void> {
  for (const text of [
    `update pgboss.job set start_after = pgboss.job_now()
     where state < 'active' and start_after > pgboss.job_now() + interval '15 minutes'`,
    `update pgboss.job set started_on = least(started_on, pgboss.job_now()), heartbeat_on = pgboss.job_now()
     where state = 'active' and heartbeat_on > pgboss.job_now() + interval '1 minute'`,
    `update pgboss.queue set monitor_claim_on = least(monitor_claim_on, pgboss.job_now()),
       monitor_on = least(monitor_on, pgboss.job_now()), maintain_on = least(maintain_on, pgboss.job_now())
     where greatest(monitor_claim_on, monitor_on, maintain_on) > pgboss.job_now() + interval '1 minute'`,
  ])
    await database.executeSql(text)
}
