import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, readIdPage, readIds, valueOf } from '../../platform/database/index.ts'

/** The part of an ordered list that is wanted: a page of it, or what comes after the row of an id. */
export type Part = { page: number; size: number } | { after: string | undefined; size: number }

export type Direction = 'ascend' | 'descend'

/** What a list is ordered by: a moment of its table, then the id. `alias` is the table's name in the query. */
export interface Order {
  table: 'sessions' | 'jobs' | 'audit_events'
  alias: string
  at: 'created_at' | 'submitted_at' | 'at'
  direction: Direction
}

/** A list says how many rows it has up to this many, and as many as its pager needs. */
const totalCap = 1000

const rowsBefore = (part: Part) => ('page' in part ? part.page * part.size : 0)
const countedOf = (part: Part) => Math.max(rowsBefore(part) + part.size + 1, totalCap)

/** How many rows a list of so many says that it has. */
export function sizeOf(part: Part, total: number): Pick<Found, 'size' | 'isCapped'> {
  const most = countedOf(part)
  return { size: Math.min(total, most), isCapped: total > most }
}

/** True for rows of the wanted part or later ones. The moment is compared by itself too, since an index can use only that. */
export function comesAfter(part: Part, { table, alias, at, direction }: Order): RawBuilder<boolean> {
  if ('page' in part || !part.after) return sql<boolean>`true`
  const [column, id] = [sql.ref(`${alias}.${at}`), sql.ref(`${alias}.id`)]
  const sign = sql.raw(direction === 'descend' ? '<' : '>')
  const last = sql`from ${sql.table(table)} o where o.id = ${part.after}`
  const lastAt = sql.ref(`o.${at}`)
  return sql<boolean>`(${column} ${sign}= (select ${lastAt} ${last}) and (${column}, ${id}) ${sign} (select ${lastAt}, o.id ${last}))`
}

/** How walks go through the rows of a list. Each is ended by an order and a number of rows, and selects `id` and `at`. */
export interface Walks {
  /** One walk for each person, facility or job of the list, all of them together. */
  each: (end: RawBuilder<unknown>) => RawBuilder<unknown>
  /** How many walks these are. */
  count: number
  /** The same rows by a single walk; absent where no index gives its order. */
  whole?: (end: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** Beyond so many rows of all walks together, a list of many rows is read by a single walk. */
const mostRowsOfWalks = 20_000
/** Where each row has to be looked at before it is known whether it is sought, so many walks are made at most. */
const mostSeekingWalks = 40

const wordOf = ({ direction }: Order) => sql.raw(direction === 'descend' ? 'desc' : 'asc')

/** Ends a walk at its first rows. */
function firstOf(rows: number, order: Order): RawBuilder<unknown> {
  const [column, id] = [sql.ref(`${order.alias}.${order.at}`), sql.ref(`${order.alias}.id`)]
  return sql`order by ${column} ${wordOf(order)}, ${id} ${wordOf(order)} limit ${rows}`
}

/** Ends a query of the rows of all walks, which have an `id` and an `at`, at the part. */
export const endOfPart = (part: Part, order: Order): RawBuilder<unknown> =>
  sql`order by at ${wordOf(order)}, id ${wordOf(order)} limit ${part.size} offset ${rowsBefore(part)}`

/** What a part of a list holds: ids in order, and how many rows the list has; capped: that there are more. */
export interface Found {
  ids: string[]
  size: number
  isCapped: boolean
}

/** Finds the part. Where the list is longer than the cap, its size is at least one more than the part and those before it show. */
export async function findPart(work: ClinicWork, part: Part, order: Order, walks: Walks): Promise<Found> {
  const { each, count, whole } = walks
  const needed = rowsBefore(part) + part.size
  const end = sql`limit ${countedOf(part) + 1}`
  const total = await valueOf<number>(work, sql`(select count(*)::int from (select from (${each(end)}) w ${end}) c)`)
  const counted = sizeOf(part, total)
  // Where rows are few, walks are short. Where they are many, a single walk meets them soon.
  const isByOne = whole && counted.isCapped && count * needed > mostRowsOfWalks
  const walk = isByOne ? whole : each
  const ids = await readIds(work, sql`select id from (${walk(firstOf(needed, order))}) w ${endOfPart(part, order)}`)
  return { ids, ...counted }
}

/** Finds the part like `findPart`, where each row costs much: in a single statement that counts no further than it has to. */
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

/** The answer of a list: the rows of the part, and how many there are. */
export async function answerOfPart<Row>(finding: Promise<Found>, read: (ids: readonly string[]) => Promise<Row[]>) {
  const { ids, size, isCapped } = await finding
  const result = ids.length > 0 ? await read(ids) : []
  return { result, size, ...(isCapped && { extra: { sizeIsCapped: true } }) }
}
