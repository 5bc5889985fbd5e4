import { CompiledQuery, type Insertable } from 'kysely'
import { preparedMark } from './connection.ts'
import { toSnakeCase } from './names.ts'
import type { Tables } from './tables.ts'
import type { Work } from './work.ts'

/** A statement whose text is written once; `parameters` are its values, from $1. */
export type FixedQuery<Row = unknown> = CompiledQuery<Row>

/**
 * A statement that is always the same, for what every message or call does: its text is made once here, and planned once by each
 * connection (see `preparedMark`). Making the text anew costs as much as PostgreSQL's work for it. The plan stays until the table is
 * analysed, so a statement that reads a table which begins empty must be fast by its key alone.
 * @returns the statement with its values
 */
export function fixed<Row = unknown>(text: string): (...values: readonly unknown[]) => FixedQuery<Row> {
  const marked = `${preparedMark} ${text}`
  return (...values) => CompiledQuery.raw(marked, [...values]) as FixedQuery<Row>
}

/** The rows of a fixed statement. */
export const ask = async <Row>({ db }: Pick<Work, 'db'>, query: FixedQuery<Row>): Promise<Row[]> =>
  (await db.executeQuery(query)).rows

type NewRows = { [T in keyof Tables]?: Insertable<Tables[T]> }

const insertions = new Map<string, (...values: readonly unknown[]) => FixedQuery>()

/**
 * One row for each of these tables, in this order and by one statement. It is fixed: for rows that always name the same columns, also
 * those that are null.
 */
export function insertion(rows: NewRows): FixedQuery {
  const tables = Object.entries(rows)
  const shape = tables.map(([table, row]) => `${table} ${Object.keys(row).join(' ')}`).join(';')
  const known = insertions.get(shape) ?? fixed(insertText(tables))
  insertions.set(shape, known)
  return known(...tables.flatMap(([, row]) => Object.values(row)))
}

function insertText(tables: readonly [string, object][]): string {
  let place = 0
  const inserts = tables.map(([table, row]) => {
    const columns = Object.keys(row)
    const places = columns.map(() => `$${(place += 1)}`)
    return `insert into ${toSnakeCase(table)} (${columns.map(toSnakeCase).join(', ')}) values (${places.join(', ')})`
  })
  const first = inserts.slice(0, -1).map((insert, at) => `row_${at} as (${insert})`)
  return `${first.length > 0 ? `with ${first.join(', ')} ` : ''}${inserts.at(-1)}`
}
