import { type Expression, type RawBuilder, sql } from 'kysely'

/**
 * The rows of a query as one array, in the query's order; `[]` without rows. Each row has a single column `one`, made by
 * Kysely's `jsonBuildObject`. Kysely's `jsonArrayFrom` does not work here: nothing is renamed inside JSON, so the keys would
 * stay snake_case.
 */
export const jsonArrayOf = <T>(rows: Expression<{ one: T }>): RawBuilder<T[]> =>
  sql`(select coalesce(json_agg(r.one), '[]') from ${rows} as r)`
