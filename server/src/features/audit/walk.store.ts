import { type RawBuilder, sql } from 'kysely'

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

const wordOf = (direction: Direction) => sql.raw(direction === 'descend' ? 'desc' : 'asc')

/** True for rows of the wanted part or later ones. The moment is compared by itself too, since an index can use only that. */
export function comesAfter(part: Part, { table, alias, at, direction }: Order): RawBuilder<boolean> {
  if ('page' in part || !part.after) return sql<boolean>`true`
  const [column, id] = [sql.ref(`${alias}.${at}`), sql.ref(`${alias}.id`)]
  const sign = sql.raw(direction === 'descend' ? '<' : '>')
  const last = sql`from ${sql.table(table)} o where o.id = ${part.after}`
  const lastAt = sql.ref(`o.${at}`)
  return sql<boolean>`(${column} ${sign}= (select ${lastAt} ${last}) and (${column}, ${id}) ${sign} (select ${lastAt}, o.id ${last}))`
}

/** Ends a walk: in the order of the list, as far as is needed. */
export const inOrder = (part: Part, { alias, at, direction }: Order): RawBuilder<unknown> =>
  sql`order by ${sql.ref(`${alias}.${at}`)} ${wordOf(direction)}, ${sql.ref(`${alias}.id`)} ${wordOf(direction)} limit ${rowsToWalk(part)}`

/** From the rows (`id`, `at`) of one or several walks: the ids of the part, and how many rows there are up to the cap. */
export const partOf = (walks: RawBuilder<unknown>, part: Part, direction: Direction): RawBuilder<unknown> => sql`
  with walked as materialized (${walks})
  select (select count(*)::int from (select from walked limit ${rowsToWalk(part)}) w) as total, array(
    select id from walked order by at ${wordOf(direction)}, id ${wordOf(direction)}
    limit ${part.size} offset ${rowsBefore(part)}) as ids`

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
