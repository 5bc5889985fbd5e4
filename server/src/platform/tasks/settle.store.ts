/** Of pg-boss's own connection. */
interface QueueDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** A run of a task, as the queue handed it out. */
export interface Claim {
  id: string
  name: string
  /** How often it was handed out before: the queue knows this run by it. */
  retryCount: number
}

export interface PutBack {
  afterSeconds: number
  failedTries: number
  /** From now on whatever else is due goes first. */
  letsOthersPass?: boolean
}

/** Where the number of tries that failed stands in a task's payload. */
export const failedTriesKey = 'failedTries'

/**
 * Puts a task back, to be run again after a pause. The queue's own count of how often it was handed out says nothing of
 * failures (a stopped server, a full disk), so that its limit moves along; what failed is counted in the payload.
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
 * Wakes who works on a queue in which a task is due, on the channel on which pg-boss itself tells of new tasks: it does not tell
 * of what waited for its moment or was put back.
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
 * After a clock that was ahead is set right: what waits for a moment long behind the longest pause is due, what a dead
 * server had is looked at again, and the queue looks after itself without waiting until then.
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
