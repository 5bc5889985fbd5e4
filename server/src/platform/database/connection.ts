import type { Socket } from 'node:net'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { names } from './names.ts'
import type { Tables } from './tables.ts'

pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()
const plugins = [names]

/**
 * Put before a statement whose planning costs more than its work, e.g. a page of a list: each connection plans it once.
 * For statements of few different texts; past the hundredth text they are planned each time again.
 */
export const preparedMark = '/* prepared */'
const mostPrepared = 100
const preparedNames = new Map<string, string>()

function preparedName(text: string): string | undefined {
  if (!text.startsWith(preparedMark)) return undefined
  const known = preparedNames.get(text)
  if (known || preparedNames.size >= mostPrepared) return known
  const name = `prepared_${preparedNames.size}`
  preparedNames.set(text, name)
  return name
}

/** Sends all queries made in the current step of the event loop as one packet: each packet costs 0.1 ms. A pool is left alone. */
export function sendTogether(client: pg.ClientBase | pg.Pool): void {
  const stream = (client as { connection?: { stream: Socket } }).connection?.stream
  if (!stream || stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}

/** Sends a statement on a connection; as a prepared one if it is marked so. */
export function sendOn(client: pg.ClientBase | pg.Pool, query: Pick<CompiledQuery, 'sql' | 'parameters'>) {
  const name = preparedName(query.sql)
  const values = query.parameters as unknown[]
  sendTogether(client)
  return name ? client.query({ name, text: query.sql, values }) : client.query(query.sql, values)
}

const speaking = new WeakMap<pg.ClientBase | pg.Pool, Kysely<Tables>>()

/** The Kysely that speaks on exactly this connection; transactions are the doors' business. */
export function kyselyOn(client: pg.ClientBase | pg.Pool): Kysely<Tables> {
  const known = speaking.get(client) ?? makeKysely(client)
  speaking.set(client, known)
  return known
}

function makeKysely(client: pg.ClientBase | pg.Pool): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: { sql: string; parameters: readonly unknown[] }): Promise<QueryResult<R>> {
      const result = await sendOn(client, query)
      return { rows: result.rows as R[], numAffectedRows: BigInt(result.rowCount ?? 0) }
    },
    // oxlint-disable-next-line require-yield -- results here are pages; nothing streams
    async *streamQuery() {
      throw new Error('Streaming is not used: lists are pages.')
    },
  }
  const refuse = async () => {
    throw new Error('Transactions are opened by the doors of platform/database.')
  }
  const driver: Driver = {
    init: async () => {},
    acquireConnection: async () => connection,
    beginTransaction: refuse,
    commitTransaction: refuse,
    rollbackTransaction: refuse,
    releaseConnection: async () => {},
    destroy: async () => {},
  }
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createQueryCompiler: () => compiler,
      createAdapter: () => adapter,
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
    plugins,
  })
}
