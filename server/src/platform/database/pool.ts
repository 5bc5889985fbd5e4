import pg from 'pg'
import type { Log } from '../log.ts'

/** How long a door waits: for a connection, and on both sides of the line for an answer. */
export interface Patience {
  statementMs: number
  lockMs: number
}

const connectMs = 5_000
/** So many connections of a pool stay open while nobody asks: the first call of a new one takes 20 ms longer. */
const mostKept = 3
/** How much later than the database we give up ourselves: then it is silent, and the line with it. */
const silenceMs = 1_500

/**
 * What our statements rely on, whatever the owner of an external PostgreSQL has set for it, a database or a role: how
 * days and times are written, where names are looked for, and that a transaction sees what others have committed.
 */
const ourSession = {
  datestyle: 'ISO,MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  search_path: 'public',
  default_transaction_isolation: 'read\\ committed',
  statement_timeout: 0,
  lock_timeout: 0,
}

/** What DATABASE_URL asks for by `options` stays, where we rely on nothing else. */
function asOurSession(url: string): string {
  const to = new URL(url)
  const ours = Object.entries(ourSession).map(([name, value]) => `-c ${name}=${value}`)
  to.searchParams.set('options', [to.searchParams.get('options') ?? '', ...ours].join(' ').trim())
  return to.toString()
}

/** Settings of every connection of ours: what is lost or silent is noticed, and nothing waits for ever. */
export const lineTo = (url: string) => ({
  connectionString: asOurSession(url),
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
})

/**
 * A single connection, e.g. for migrations. Its loss fails what is asked of it, and nothing else.
 * @returns it, to be ended or bound by `await using`. @throws as `connect` does.
 */
export async function connectAlone(url: string, more: pg.ClientConfig = {}): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ ...more, ...lineTo(url) })
  client.on('error', () => {})
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}

/** The connections of one role, handed out for a statement or a transaction each. */
export function openPool(url: string, role: string, max: number, patience: Patience, log: Log): pg.Pool {
  const pool = new pg.Pool({
    ...lineTo(url),
    max,
    min: Math.min(max, mostKept),
    pipeline: true,
    idleTimeoutMillis: 60_000,
    application_name: role,
    statement_timeout: patience.statementMs,
    query_timeout: patience.statementMs + silenceMs,
    idle_in_transaction_session_timeout: 30_000,
    lock_timeout: patience.lockMs,
  } as pg.PoolConfig)
  pool.on('error', () => {})
  // The pool hears its idle connections only; one that is lost between two statements of a transaction says so itself.
  pool.on('connect', (client) => client.on('error', (error) => log.warn({ error }, 'a database connection was lost')))
  pool.on('release', (error: unknown) => {
    if (error instanceof Error && !(error instanceof pg.DatabaseError)) dropIdle(pool)
  })
  return pool
}

/** Opens the connections that stay open, before anybody needs them; each learns what the tables are. */
export async function openKept(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  const look = tables.map((table) => `select from ${table} limit 0`).join(';')
  await Promise.all(Array.from({ length: mostKept }, () => pool.query(look)))
}

/** Where one line was found dead the others are, too: each of them would fail somebody else's call. */
function dropIdle(pool: pg.Pool) {
  for (let left = pool.idleCount; left > 0; left -= 1)
    pool.connect().then(
      (client) => client.release(true),
      () => {},
    )
}
