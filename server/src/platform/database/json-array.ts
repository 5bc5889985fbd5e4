import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * The rows of a query as one array, in its order; `[]` without rows. Each row is its one column `one`, made by Kysely's
 * `jsonBuildObject`. Not its `jsonArrayFrom`: in JSON nothing is renamed, and the keys would be the database's snake_case.
 */
export const jsonArrayOf = <T>(rows: Expression<{ one: T }>): RawBuilder<T[]> =>
  sql<T[]>`(select coalesce(json_agg(r.one), '[]') from ${rows} as r)`
