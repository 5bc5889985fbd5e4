import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, readIdPage, readIds } from '../../platform/database/index.ts'

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
  /** The same rows in a single walk along everything that might belong to the list, or along the first `looked` rows of that. */
  along?: (end: RawBuilder<unknown>, looked?: number) => RawBuilder<unknown>
}

/** Up to so many walks are short anyway. */
const fewWalks = 4
/** If the walks together would read more rows than this, a long list is read in a single walk. */
const mostRowsOfWalks = 20_000
/** The most walks of a search that has to check each row. */
const mostSeekingWalks = 40
/** How many rows beside those that are needed are read first, because most often the part is among them; of a search, which is dearer, more. */
const nearRows = 250
const nearRowsOfSearch = 1_000

const wordOf = ({ direction }: Order) => sql.raw(direction === 'descend' ? 'desc' : 'asc')

/** The end of a walk that reads only its first rows. */
export function firstOf(rows: number, order: Order): RawBuilder<unknown> {
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
  const { each, count, along } = walks
  const needed = rowsBefore(part) + part.size
  const end = sql`limit ${countedOf(part) + 1}`
  const counting = sql`select count(*)::int from (select from (${each(end)}) w ${end}) c`
  const partOf = (walk: RawBuilder<unknown>) => sql`select id from (${walk}) w ${endOfPart(part, order)}`
  const first = firstOf(needed, order)
  const isNear = along !== undefined && count > fewWalks
  const near = isNear ? along(first, needed + nearRows) : each(first)
  const { ids, total } = await readIdPage(work, sql`select (${counting}) as total, array(${partOf(near)}) as ids`)
  const counted = sizeOf(part, total)
  if (!isNear || ids.length === part.size) return { ids, ...counted }
  // The rows are rare. With few of them, all walks are short. With many, a single walk finds enough of them soon.
  const isByOne = counted.isCapped && count * needed > mostRowsOfWalks
  return { ids: await readIds(work, partOf((isByOne ? along : each)(first))), ...counted }
}

async function seek(work: ClinicWork, part: Part, order: Order, walkTo: Walks['each']): Promise<Found> {
  const most = rowsBefore(part) + part.size + 1
  const { ids, total } = await readIdPage(
    work,
    sql`with walked as materialized (${walkTo(firstOf(most + 1, order))})
      select (select count(*)::int from walked) as total, array(select id from walked ${endOfPart(part, order)}) as ids`,
  )
  return { ids, size: Math.min(total, most), isCapped: total > most }
}

/** Like `findPart`, for rules that are slow to check: in a single statement, which counts no further than it has to. */
export const seekPart = (work: ClinicWork, part: Part, order: Order, { each, count, along }: Walks): Promise<Found> =>
  seek(work, part, order, along && count > mostSeekingWalks ? along : each)

/** The part, if it is found among the first rows; undefined if they hold too little. */
export async function seekNear(
  work: ClinicWork,
  part: Part,
  order: Order,
  { along }: Required<Walks>,
): Promise<Found | undefined> {
  const found = await seek(work, part, order, (end) => along(end, rowsBefore(part) + part.size + nearRowsOfSearch))
  return found.isCapped ? found : undefined
}

/** The answer of a list: the rows of the part, and how many rows the list has. */
export async function answerOfPart<Row>(finding: Promise<Found>, read: (ids: readonly string[]) => Promise<Row[]>) {
  const { ids, size, isCapped } = await finding
  const result = ids.length > 0 ? await read(ids) : []
  return { result, size, ...(isCapped && { extra: { sizeIsCapped: true } }) }
}
