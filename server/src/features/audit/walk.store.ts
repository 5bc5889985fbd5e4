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

/** How many rows have to be walked to know the part, and the length of the list up to the cap. */
const rowsToWalk = (part: Part): number =>
  'page' in part ? Math.max(rowsBefore(part) + part.size + 1, totalCap + 1) : part.size

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
  /** Some of the rows, which are met sooner: where they alone are as many as a list counts, nothing else is counted. */
  sample?: (end: RawBuilder<unknown>) => RawBuilder<unknown>
}

/** Beyond so many rows of all walks together, a list of many rows is read by a single walk. */
const mostRowsOfWalks = 20_000

/** The ids of the part, and how many rows the list has up to the cap. */
export async function findPart(work: ClinicWork, part: Part, { alias, at, direction }: Order, walks: Walks) {
  const most = rowsToWalk(part)
  const { each, count, whole, sample } = walks
  const countOf = (walk: Walks['each']) =>
    valueOf<number>(
      work,
      sql`(select count(*)::int from (select from (${walk(sql`limit ${most}`)}) w limit ${most}) c)`,
    )
  const sampled = sample ? await countOf(sample) : 0
  const total = sampled === most ? most : await countOf(each)
  const needed = rowsBefore(part) + part.size
  // Where rows are few, walks are short. Where they are many, a single walk meets them soon.
  const isByOne = whole && total === most && count * needed > mostRowsOfWalks
  const word = sql.raw(direction === 'descend' ? 'desc' : 'asc')
  const end = sql`order by ${sql.ref(`${alias}.${at}`)} ${word}, ${sql.ref(`${alias}.id`)} ${word} limit ${needed}`
  const ids = await readIds(
    work,
    sql`select id from (${isByOne ? whole(end) : each(end)}) w order by at ${word}, id ${word}
      limit ${part.size} offset ${rowsBefore(part)}`,
  )
  return { ids, total }
}

/** The answer of a list: the rows of the part, and its length, which is capped where there are more rows. */
export async function answerOfPart<Row>(
  part: Part,
  finding: Promise<{ ids: string[]; total: number }>,
  read: (ids: readonly string[]) => Promise<Row[]>,
) {
  const { ids, total } = await finding
  const most = rowsToWalk(part) - 1
  const result = ids.length > 0 ? await read(ids) : []
  return total > most ? { result, size: most, extra: { sizeIsCapped: true } } : { result, size: total, extra: {} }
}
