import type { ColumnType } from 'kysely'

/** What the jsonb columns hold, by `table.column`; a feature adds its own in its `.store.ts` by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the features
export interface JsonColumns {}

/** A value as `asJson` has written it out; plain text is not taken for it. */
export type JsonText<T> = string & { readonly written: T }

/** For a jsonb column: the driver would send an array as one of PostgreSQL's own. */
export const asJson = <T>(value: T) => JSON.stringify(value) as JsonText<T>

type Held<K extends string> = K extends keyof JsonColumns ? JsonColumns[K] : unknown
/** A jsonb column: read as what it holds, written by `asJson`. */
export type Json<K extends string> = ColumnType<Held<K>, JsonText<Held<K>>, JsonText<Held<K>>>

/** A column that need not be given. */
export type Defaulted<T> =
  T extends ColumnType<infer Read, infer Written, infer Changed>
    ? ColumnType<Read, Written | undefined, Changed>
    : ColumnType<T, T | undefined, T>
