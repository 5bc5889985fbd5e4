import type { CompiledQuery, Kysely } from 'kysely'
import type pg from 'pg'
import type { Actor } from '../actor.ts'
import type { Clock } from '../clock.ts'
import { idForm } from '../ids.ts'
import type { Log } from '../log.ts'
import { auditingOnceAMinute } from './audit.ts'
import { kyselyOn, sendOn, sendTogether } from './connection.ts'
import { listenOn } from './listening.ts'
import { withLostConnection } from './lost.ts'
import { openKept, openPool, type Patience } from './pool.ts'
import type { databaseRoles } from './migrate.ts'
import type { Tables } from './tables.ts'
import { together } from './together.ts'
import type { ClinicWork, Work } from './work.ts'
import { type Enqueue, type Subscribers, workOn } from './work-on.ts'

/** What a gate call may use: the allow-listed functions of schema `gate`, one statement each. */
export interface Gate {
  readonly db: Kysely<Tables>
  readonly now: Date
}

/** What a member of the operator reads, why, and of which clinic. Without a clinic, the read is of who runs the clinics. */
export interface OperatorRead {
  what: string
  reason: string
  clinicId?: string
}

/** The only ways into the database (architecture.md section 3); each has its own role. */
export interface Doors {
  /** A transaction in the actor's clinic: row-level security reads and writes only that clinic's rows. */
  inClinic<T>(actor: Actor, run: (work: ClinicWork) => Promise<T>): Promise<T>
  /** For calls that have no clinic yet. Not a transaction: each function of the gate is one. */
  beforeClinic<T>(run: (gate: Gate) => Promise<T>): Promise<T>
  /** A transaction of the system, e.g. of a task; audited under `reason` when it names a clinic. */
  asSystem<T>(reason: string, run: (work: Work) => Promise<T>, clinicId?: string): Promise<T>
  /**
   * A read by the operator in a clinic that is not the actor's (S15). Its role sees that clinic's people, facilities and counts,
   * and who runs each clinic. Both clinics record who read, what and why.
   */
  asOperator<T>(actor: Actor, why: OperatorRead, run: (work: ClinicWork) => Promise<T>): Promise<T>
  /** A transaction in the dictionary, which belongs to no clinic (ADR 0015). Its role can access only the dictionary. */
  inDictionary<T>(actor: Actor, run: (work: ClinicWork) => Promise<T>): Promise<T>
  /** Like `asSystem`, for live pushes. They use a few connections of their own, so that tasks never wait for them. */
  forLive<T>(run: (work: Work) => Promise<T>, clinicId: string): Promise<T>
  /** A dedicated listening connection, for the live hub only; `missed` is called when the connection was lost and is back. */
  listen(channel: string, hear: (payload: string) => void, missed: () => void): Promise<() => Promise<void>>
  ping(): Promise<void>
  /** Opens connections for people, so that the first of them does not wait for it. */
  warm(): Promise<void>
  close(): Promise<void>
}

type DoorRole = (typeof databaseRoles)[number]

export interface DoorSettings {
  /** The database URL for a role. */
  urlFor(role: DoorRole): string
  poolSize: number
  clock: Clock
  log: Log
  subscribers: Subscribers
  enqueue: Enqueue
}

/** What most pages read. */
const tablesOfPages = [
  'users',
  'facilities',
  'patients',
  'jobs',
  'job_search',
  'job_counts',
  'sessions',
  'audit_events',
]
const liveConnections = 2
const operatorConnections = 2
const dictionaryConnections = 2

export function openDoors(settings: DoorSettings): Doors {
  const { clock, log } = settings
  const auditOnceAMinute = auditingOnceAMinute()
  const pool = (role: DoorRole, max: number, patience: Patience) =>
    openPool(settings.urlFor(role), role, max, patience, log)
  // Together with the wait for a connection, these limits answer a person within 20 s whatever the database does.
  const app = pool('dictara_app', settings.poolSize, { statementMs: 12_000, lockMs: 8_000 })
  const gate = pool('dictara_gate', Math.max(2, Math.ceil(settings.poolSize / 2)), {
    statementMs: 7_500,
    lockMs: 6_000,
  })
  const system = pool('dictara_system', Math.max(3, Math.ceil(settings.poolSize / 2)), {
    statementMs: 15_000,
    lockMs: 10_000,
  })
  const operator = pool('dictara_operator', operatorConnections, { statementMs: 12_000, lockMs: 8_000 })
  const dictionary = pool('dictara_dictionary', dictionaryConnections, { statementMs: 12_000, lockMs: 8_000 })
  const live = pool('dictara_system', liveConnections, { statementMs: 12_000, lockMs: 8_000 })

  async function transaction<T>(
    from: pg.Pool,
    clinicId: string,
    actor: Actor | null,
    run: (work: Work) => Promise<T>,
  ): Promise<T> {
    if (clinicId !== '' && !idForm.test(clinicId)) throw new Error('not a clinic id')
    const client = await from.connect().catch((error: unknown) => {
      throw withLostConnection(error)
    })
    let broken: Error | undefined
    try {
      // Sent with the first query of `run`, not awaited before it (measured: awaiting one by one costs half the throughput).
      sendTogether(client)
      const begun = client.query(`begin; select set_config('dictara.clinic', '${clinicId}', true)`)
      begun.catch(() => {})
      const afterwards: (() => Promise<void>)[] = []
      const last: CompiledQuery[] = []
      const answer = await run(workOn(client, clinicId, actor, { ...settings, auditOnceAMinute, last, afterwards }))
      await begun
      // When a statement of the transaction failed, PostgreSQL answers the commit with ROLLBACK and no error.
      sendTogether(client)
      const ended = await together([...last.map((query) => sendOn(client, query)), client.query('commit')])
      if (ended.at(-1)?.command !== 'COMMIT')
        throw new Error('a statement of this transaction failed: nothing of it was kept')
      for (const step of afterwards)
        step().catch((error: unknown) => log.warn({ error }, 'a step after a commit failed'))
      return answer
    } catch (error) {
      try {
        await client.query('rollback')
      } catch (lost) {
        broken = lost as Error
      }
      throw broken ? withLostConnection(error) : error
    } finally {
      client.release(broken)
    }
  }

  return {
    inClinic(actor, run) {
      if (!actor.clinicId) throw new Error('this person belongs to no clinic')
      return transaction(app, actor.clinicId, actor, (work) => run(work as ClinicWork))
    },
    beforeClinic: (run) => run({ db: kyselyOn(gate), now: clock.now() }),
    asSystem: (reason, run, clinicId = '') =>
      transaction(system, clinicId, null, async (work) => {
        const answer = await run(work)
        if (clinicId && !reason.startsWith('task ')) await work.audit({ event: 'system.entered', detail: { reason } })
        return answer
      }),
    async asOperator(actor, { what, reason, clinicId }, run) {
      if (!actor.superAdmin || !actor.clinicId) throw new Error('this person is none of the operator’s')
      const own = actor.clinicId
      const into = clinicId ?? own
      const detail = { what, reason, ...(into !== own && { clinicId: into }) }
      // Write the audit rows before reading: nothing is read that could not be recorded.
      if (into !== own)
        await transaction(operator, own, actor, (work) => work.audit({ event: 'operator.looked', detail }))
      // Read there with the rights of the clinic's administrator.
      const looking = { ...actor, clinicId: into, userType: 'clinicAdmin' as const }
      return transaction(operator, into, looking, async (work) => {
        // Searching a list letter by letter counts as one look; each look into another clinic is recorded separately.
        await work.audit({ event: 'operator.looked', detail }, into === own ? 'once-a-minute' : undefined)
        return run(work as ClinicWork)
      })
    },
    inDictionary(actor, run) {
      if (actor.userType !== 'dictaraGod') throw new Error('this person does not keep the dictionary')
      return transaction(dictionary, '', actor, (work) => run(work as ClinicWork))
    },
    forLive: (run, clinicId) => transaction(live, clinicId, null, run),
    listen: (channel, hear, missed) => listenOn({ url: settings.urlFor('dictara_system'), channel, hear, missed, log }),
    async ping() {
      const { rows } = await gate.query<{ writes: string }>("select current_setting('transaction_read_only') as writes")
      if (rows[0]!.writes === 'on') throw new Error('the database takes no writes')
    },
    warm: () => openKept(app, tablesOfPages),
    async close() {
      await Promise.all([app.end(), gate.end(), system.end(), operator.end(), dictionary.end(), live.end()])
    },
  }
}
