import { type RawBuilder, sql } from 'kysely'

/** One of these, none for an empty list: `where('id', '=', anyOf(ids))`; the statement is the same for any number of them. */
export const anyOf = <T extends string>(list: readonly T[]): RawBuilder<T> => sql<T>`any(${[...list]})`
