import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, readIdPage, readIds, valueOf } from '../../platform/database/index.ts'

/** A part of an ordered list: a page, or the rows after the row of an id. */
export type Part = { page: number; size: number } | { after: string | undefined; size: number }

export type Direction = 'ascend' | 'descend'

/** The order of a list: by a time of its table, then by id. `alias` is the table's name in the query. */
export interface Order {
  table: 'sessions' | 'jobs' | 'audit_events'
  alias: string
  at: 'created_at' | 'submitted_at' | 'at'
  direction: Direction
}

/** Rows are counted up to this number, or further if the pager needs it. */
const totalCap = 1000

const rowsBefore = (part: Part) => ('page' in part ? part.page * part.size : 0)
const countedOf = (part: Part) => Math.max(rowsBefore(part) + part.size + 1, totalCap)

/** The number of rows to tell of a list with `total` counted ones, and whether there are more. */
export function sizeOf(part: Part, total: number): Pick<Found, 'size' | 'isCapped'> {
  const most = countedOf(part)
  return { size: Math.min(total, most), isCapped: total > most }
}

/** True for the rows after the part's id; for a page, all. The time is also compared by itself, because an index can use only that. */
export function comesAfter(part: Part, { table, alias, at, direction }: Order): RawBuilder<boolean> {
  if ('page' in part || !part.after) return sql<boolean>`true`
  const [column, id] = [sql.ref(`${alias}.${at}`), sql.ref(`${alias}.id`)]
  const sign = sql.raw(direction === 'descend' ? '<' : '>')
  const last = sql`from ${sql.table(table)} o where o.id = ${part.after}`
  const lastAt = sql.ref(`o.${at}`)
  return sql<boolean>`(${column} ${sign}= (select ${lastAt} ${last}) and (${column}, ${id}) ${sign} (select ${lastAt}, o.id ${last}))`
}

/** Queries that read the rows of a list, called walks. Each selects `id` and `at`; `end` is its order and limit. */
export interface Walks {
  /** All walks in one query: one for each person, facility or job of the list. */
  each: (end: RawBuilder<unknown>) => RawBuilder<unknown>
  /** How many walks these are. */
  count: number
  /** The same rows in a single walk; absent if no index gives its order. */
  whole?: (end: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** If the walks together would read more rows than this, a long list is read in a single walk. */
const mostRowsOfWalks = 20_000
/** The most walks of a search that has to check each row. */
const mostSeekingWalks = 40

const wordOf = ({ direction }: Order) => sql.raw(direction === 'descend' ? 'desc' : 'asc')

/** The end of a walk that reads only its first rows. */
function firstOf(rows: number, order: Order): RawBuilder<unknown> {
  const [column, id] = [sql.ref(`${order.alias}.${order.at}`), sql.ref(`${order.alias}.id`)]
  return sql`order by ${column} ${wordOf(order)}, ${id} ${wordOf(order)} limit ${rows}`
}

/** The end of a query over the rows of all walks: it leaves the part. */
export const endOfPart = (part: Part, order: Order): RawBuilder<unknown> =>
  sql`order by at ${wordOf(order)}, id ${wordOf(order)} limit ${part.size} offset ${rowsBefore(part)}`

/** A part of a list: its ids in order, and how many rows the whole list has; `isCapped`: it has more. */
export interface Found {
  ids: string[]
  size: number
  isCapped: boolean
}

/** Finds the part. For a list longer than the cap, the size is at least one more than the rows up to the part's end. */
export async function findPart(work: ClinicWork, part: Part, order: Order, walks: Walks): Promise<Found> {
  const { each, count, whole } = walks
  const needed = rowsBefore(part) + part.size
  const end = sql`limit ${countedOf(part) + 1}`
  const total = await valueOf<number>(work, sql`(select count(*)::int from (select from (${each(end)}) w ${end}) c)`)
  const counted = sizeOf(part, total)
  // With few rows, all walks are short. With many, a single walk finds enough of them soon.
  const isByOne = whole && counted.isCapped && count * needed > mostRowsOfWalks
  const walk = isByOne ? whole : each
  const ids = await readIds(work, sql`select id from (${walk(firstOf(needed, order))}) w ${endOfPart(part, order)}`)
  return { ids, ...counted }
}

/** Like `findPart`, for rules that are slow to check: in a single statement, which counts no further than it has to. */
export async function seekPart(work: ClinicWork, part: Part, order: Order, walks: Walks): Promise<Found> {
  const { each, count, whole } = walks
  const most = rowsBefore(part) + part.size + 1
  const walk = whole && count > mostSeekingWalks ? whole : each
  const { ids, total } = await readIdPage(
    work,
    sql`with walked as materialized (${walk(firstOf(most + 1, order))})
      select (select count(*)::int from walked) as total, array(select id from walked ${endOfPart(part, order)}) as ids`,
  )
  return { ids, size: Math.min(total, most), isCapped: total > most }
}

/** The answer of a list: the rows of the part, and how many rows the list has. */
export async function answerOfPart<Row>(finding: Promise<Found>, read: (ids: readonly string[]) => Promise<Row[]>) {
  const { ids, size, isCapped } = await finding
  const result = ids.length > 0 ? await read(ids) : []
  return { result, size, ...(isCapped && { extra: { sizeIsCapped: true } }) }
}
