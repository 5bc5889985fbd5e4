import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Actor } from '../actor.ts'
import type { Tables } from './tables.ts'

/** What has happened, by name; features add their own by declaration merging. Subscribers run in the same transaction. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the features
export interface Events {}

/**
 * What is audited, by name, and its detail: ids and counts, never names or text of a note; null where it has none. Features add
 * theirs by declaration merging; the events of the contract's rows are named there.
 */
export interface AuditEvents {
  'system.entered': { reason: string }
  /** Somebody of the operator, in another clinic or for all of them (S15). */
  'operator.looked': { what: string; reason: string; clinicId?: string }
}

interface AuditedThing {
  jobId?: string | null
  patientId?: string | null
  facilityId?: string | null
  fromStatus?: string | null
  toStatus?: string | null
  level?: string | null
  comment?: string | null
}

export type AuditFacts<E extends keyof AuditEvents = keyof AuditEvents> = AuditedThing & {
  event: E
} & (AuditEvents[E] extends null ? { detail?: never } : { detail: AuditEvents[E] })

/** A task as it is enqueued: the queue's row is written in the same transaction. */
export interface TaskRef<Payload> {
  name: string
  payloadType?: Payload
}

export interface EnqueueOptions {
  /** At most one waiting task of this key; a second is the same. */
  key?: string
  startAfterSeconds?: number
  /** Of tasks of one group only so many run at once as the task says, e.g. of one clinic. */
  group?: string
  priority?: number
}

/** One transaction, as use cases see it (architecture.md section 3). Nothing leaves it before the commit. */
export interface Work {
  readonly db: Kysely<Tables>
  /** The moment of the transaction; one value throughout. */
  readonly now: Date
  readonly clinicId: string
  readonly actor: Actor | null
  /** Tells subscribers, in the order of app.ts, inside this transaction. */
  record<E extends keyof Events>(event: E, facts: Events[E]): Promise<void>
  /** `once-a-minute`: of what is read or saved again and again, one row a minute for the same session and facts. */
  audit<E extends keyof AuditEvents>(facts: AuditFacts<E>, often?: 'once-a-minute'): Promise<void>
  enqueue<P extends object>(task: TaskRef<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /** A part that is undone by itself when it throws: the rest of the transaction goes on. One at a time. */
  attempt<T>(run: () => Promise<T>): Promise<T>
  /** Runs once the transaction is committed; for what cannot be undone. It may be lost with a killed server. */
  afterCommit(run: () => Promise<void>): void
  /** Tells every server copy after the commit; at most 7,900 bytes: send ids. */
  announce(channel: string, message: Record<string, unknown>): Promise<void>
}

/** A transaction that a person's call runs in. */
export interface ClinicWork extends Work {
  readonly actor: Actor
}

export type { Clock }
