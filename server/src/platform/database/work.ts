import type { CompiledQuery, Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Actor } from '../actor.ts'
import type { Tables } from './tables.ts'

/** Events by name; features add theirs by declaration merging. Subscribers run in the same transaction. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the features
export interface Events {}

/**
 * Audit events by name, with their detail: ids and counts, never names or text of a note; null for an event without detail.
 * Features add theirs by declaration merging; the events of the contract's rows are named there.
 */
export interface AuditEvents {
  'system.entered': { reason: string }
  /** A member of the operator looked into another clinic, or into all clinics (S15). */
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

/** A task to enqueue: the queue's row is written in the same transaction. */
export interface TaskRef<Payload> {
  name: string
  payloadType?: Payload
}

export interface EnqueueOptions {
  /** Only one task with this key can wait; enqueuing a second has no further effect. */
  key?: string
  startAfterSeconds?: number
  /** The task limits how many tasks of one group run at once, e.g. of one clinic. */
  group?: string
  priority?: number
}

/** One transaction, as use cases see it (architecture.md section 3). Nothing takes effect outside it before the commit. */
export interface Work {
  readonly db: Kysely<Tables>
  /** The time of the transaction; constant throughout. */
  readonly now: Date
  readonly clinicId: string
  readonly actor: Actor | null
  /** Calls the event's subscribers inside this transaction, in the order of app.ts. */
  record<E extends keyof Events>(event: E, facts: Events[E]): Promise<void>
  /** With `once-a-minute`, repeated reads or saves give at most one row a minute for the same session and facts. */
  audit<E extends keyof AuditEvents>(facts: AuditFacts<E>, often?: 'once-a-minute'): Promise<void>
  enqueue<P extends object>(task: TaskRef<P>, payload: P, options?: EnqueueOptions): Promise<void>
  /** Runs a part of the transaction. If it throws, only this part is rolled back and the rest goes on. One attempt at a time. */
  attempt<T>(run: () => Promise<T>): Promise<T>
  /** Sends a last statement, whose answer nobody needs, together with the commit. If it fails, so does the transaction. */
  withCommit(query: CompiledQuery): void
  /** Runs after the commit; for actions that cannot be undone. It may be lost if the server is killed. */
  afterCommit(run: () => Promise<void>): void
  /** Notifies every server copy after the commit. A message holds at most 7,900 bytes, so send ids. */
  announce(channel: string, message: Record<string, unknown>): Promise<void>
}

/** The transaction of a person's call. */
export interface ClinicWork extends Work {
  readonly actor: Actor
}

export type { Clock }
