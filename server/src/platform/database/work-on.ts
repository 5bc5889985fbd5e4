import type { CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { type AuditOnceAMinute, writeAudit } from './audit.ts'
import { kyselyOn, sendTogether } from './connection.ts'
import type { EnqueueOptions, Events, TaskRef, Work } from './work.ts'

export type Subscriber<E extends keyof Events = keyof Events> = (work: Work, facts: Events[E]) => Promise<void>
export type Subscribers = { [E in keyof Events]?: Subscriber<E>[] }

/** Enqueues a task over the given connection. */
export type Enqueue = (client: pg.ClientBase, name: string, payload: object, options: EnqueueOptions) => Promise<void>

interface Surroundings {
  clock: Clock
  subscribers: Subscribers
  enqueue: Enqueue
  auditOnceAMinute: AuditOnceAMinute
  /** Collects the statements to send with the commit. */
  last: CompiledQuery[]
  /** Collects the callbacks to run after the commit. */
  afterwards: (() => Promise<void>)[]
}

/** The work object that a use case receives for the transaction open on `client`. */
export function workOn(
  client: pg.PoolClient,
  clinicId: string,
  actor: Actor | null,
  { clock, subscribers, enqueue, auditOnceAMinute, last, afterwards }: Surroundings,
): Work {
  const now = clock.now()
  const work: Work = {
    db: kyselyOn(client),
    now,
    clinicId,
    actor,
    // Passes `this` on, so that subscribers see a copy of the work that was made for another person or moment.
    async record(event, facts) {
      for (const subscriber of subscribers[event] ?? []) await (subscriber as Subscriber<typeof event>)(this, facts)
    },
    audit(facts, often) {
      return (often ? auditOnceAMinute : writeAudit)(this, facts)
    },
    async enqueue<P extends object>(task: TaskRef<P>, payload: P, options: EnqueueOptions = {}) {
      await enqueue(client, task.name, payload, options)
    },
    async attempt(run) {
      const before = [afterwards.length, last.length] as const
      // Like `begin`, this is sent together with the first statement of `run`.
      sendTogether(client)
      const begun = client.query('savepoint attempt')
      begun.catch(() => {})
      try {
        const answer = await run()
        await begun
        return answer
      } catch (error) {
        ;[afterwards.length, last.length] = before
        await client.query('rollback to savepoint attempt')
        throw error
      }
    },
    withCommit: (query) => void last.push(query),
    afterCommit: (step) => void afterwards.push(step),
    async announce(channel, message) {
      await client.query('select pg_notify($1, $2)', [channel, JSON.stringify(message)])
    },
  }
  return work
}
