import { type Expression, type SelectQueryBuilder, type SimplifyResult, type StringReference, sql } from 'kysely'
import { preparedMark } from './connection.ts'
import { hasWords, hasWordsReady } from './search.ts'
import type { Work } from './work.ts'

/** A caller's query of a list; `page` counts from 0. */
export interface PageQuery<Key extends string = string> {
  page: number
  size: number
  /** Every word must occur somewhere in the searched columns, ignoring case and accents. */
  search?: string
  sortKey?: Key
  sortOrder?: 'ascend' | 'descend'
}

/** `size` is the number of all matching rows, even when the page lies past the end. */
export interface PageOf<Row> {
  result: Row[]
  size: number
}

interface PageList<DB, TB extends keyof DB, Row, Key extends string> {
  /** The rows of the whole list, unordered and without the columns to show. */
  from: SelectQueryBuilder<DB, TB, object>
  /** The same list, needing only its first rows in order: for lists whose pages an index can walk. */
  first?: (rows: number) => SelectQueryBuilder<DB, TB, object>
  /** The number of rows in the whole list, where counting is cheaper than walking it. */
  total?: Expression<number>
  /** Adds the columns that a row shows and the tables that hold them. */
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever tables it joins, its rows are what counts
  columns: (from: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<any, any, Row>
  /** The columns to search, as if they were one text. */
  search?: readonly (StringReference<DB, TB> | Expression<unknown>)[]
  /** Instead of `search`: a column prepared for searching (`searched_text`), for long lists of long texts. */
  searched?: StringReference<DB, TB>
  /** The sortable columns. The list sorts by the first, ascending, unless the caller asks otherwise. Rows without a value come last. */
  sort: Record<Key, StringReference<DB, TB> | Expression<unknown>>
  /** Orders rows that are equal in the sort column. */
  tie: StringReference<DB, TB>
}

const columnOf = (one: unknown) => (typeof one === 'string' ? sql.ref(one) : (one as Expression<unknown>))

/** Reads one page of a plain list and the list's length in one statement. Lists of jobs have their own (job-lists/list-page.store.ts). */
export async function page<DB, TB extends keyof DB, Row, Key extends string>(
  { db }: Pick<Work, 'db'>,
  query: PageQuery<NoInfer<Key>>,
  { from, first, total, columns, search = [], searched, sort, tie }: PageList<DB, TB, Row, Key>,
): Promise<PageOf<SimplifyResult<Row>>> {
  const isFound = (words: string) =>
    searched
      ? hasWordsReady(sql<string>`${columnOf(searched)}`, words)
      : hasWords(sql<string>`concat_ws(' ', ${sql.join(search.map(columnOf))})`, words)
  const found = query.search ? from.where(isFound(query.search)) : from
  const counted =
    total && !query.search
      ? sql`select (${total})::int as page_total`
      : sql`select count(*)::int as page_total from (${found.select(sql`1`.as('one'))}) as walked`
  const direction = sql.raw(query.sortOrder === 'descend' ? 'desc' : 'asc')
  const key = query.sortKey ?? (Object.keys(sort)[0] as Key)
  const order = sql`${columnOf(sort[key])} ${direction} nulls last, ${columnOf(tie)} ${direction}`
  const walked = query.search || !first ? found : first((query.page + 1) * query.size)
  const shown = columns(walked)
    .select(sql<number>`row_number() over (order by ${order})`.as('pagePlace'))
    .orderBy(order)
    .limit(query.size)
    .offset(query.page * query.size)
  // Planning a list that joins several tables takes as long as walking it. So each connection plans it only once, without comparing plans
  // again.
  const prepared = sql.raw(first ? preparedMark : '')
  const asPlanned = first && !query.search ? sql`set local plan_cache_mode = force_generic_plan`.execute(db) : undefined
  const [{ rows }] = await Promise.all([
    sql<SimplifyResult<Row> & { pageTotal: number; pagePlace: number | null }>`${prepared}
      select counted.page_total, shown.*
      from (${counted}) as counted
      left join (${shown}) as shown on true order by shown.page_place`.execute(db),
    asPlanned,
  ])
  const result = rows
    .filter(({ pagePlace }) => pagePlace !== null)
    .map(({ pageTotal: _total, pagePlace: _place, ...row }) => row as unknown as SimplifyResult<Row>)
  return { result, size: rows[0]!.pageTotal }
}
