import { type RawBuilder, sql } from 'kysely'

/**
 * Matches any value of a list, and nothing for an empty one: `where('id', '=', anyOf(ids))`. The statement is the same for any
 * length.
 */
export const anyOf = <T extends string>(list: readonly T[]): RawBuilder<T> => sql`any(${[...list]})`
