import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, readIds, valueOf } from '../../platform/database/index.ts'

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

/** A list says how many rows it has up to this many. */
const totalCap = 1000

const rowsBefore = (part: Part) => ('page' in part ? part.page * part.size : 0)

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
  /** Each row costs so much that no more are counted than have to be. */
  isCostly?: boolean
}

/** Beyond so many rows of all walks together, a list of many rows is read by a single walk. */
const mostRowsOfWalks = 20_000

/** What a part of a list holds: ids in order, and how many rows the list has; capped: that there are more. */
export interface Found {
  ids: string[]
  size: number
  isCapped: boolean
}

/** Finds the part. Where the list is longer than the cap, its size is at least one more than the part and those before it show. */
export async function findPart(
  work: ClinicWork,
  part: Part,
  { alias, at, direction }: Order,
  walks: Walks,
): Promise<Found> {
  const { each, count, whole, isCostly } = walks
  const most = Math.max(rowsBefore(part) + part.size + 1, isCostly ? 0 : totalCap)
  const end = sql`limit ${most + 1}`
  const total = await valueOf<number>(work, sql`(select count(*)::int from (select from (${each(end)}) w ${end}) c)`)
  const isCapped = total > most
  const needed = rowsBefore(part) + part.size
  // Where rows are few, walks are short. Where they are many, a single walk meets them soon.
  const isByOne = whole && isCapped && count * needed > mostRowsOfWalks
  const word = sql.raw(direction === 'descend' ? 'desc' : 'asc')
  const inOrder = sql`order by ${sql.ref(`${alias}.${at}`)} ${word}, ${sql.ref(`${alias}.id`)} ${word} limit ${needed}`
  const ids = await readIds(
    work,
    sql`select id from (${isByOne ? whole(inOrder) : each(inOrder)}) w order by at ${word}, id ${word}
      limit ${part.size} offset ${rowsBefore(part)}`,
  )
  return { ids, size: Math.min(total, most), isCapped }
}

/** The answer of a list: the rows of the part, and how many there are. */
export async function answerOfPart<Row>(finding: Promise<Found>, read: (ids: readonly string[]) => Promise<Row[]>) {
  const { ids, size, isCapped } = await finding
  const result = ids.length > 0 ? await read(ids) : []
  return { result, size, ...(isCapped && { extra: { sizeIsCapped: true } }) }
}
