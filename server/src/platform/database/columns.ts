import type { ColumnType } from 'kysely'

/** The types of the jsonb columns, by `table.column`; a feature adds its own in its `.store.ts` by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by the features
export interface JsonColumns {}

/** A value serialised by `asJson`; the type keeps plain text from being passed instead. */
export type JsonText<T> = string & { readonly written: T }

/** Serialises a value for a jsonb column: the driver would send an array as a PostgreSQL array. */
export const asJson = <T>(value: T) => JSON.stringify(value) as JsonText<T>

type Held<K extends string> = K extends keyof JsonColumns ? JsonColumns[K] : unknown
/** A jsonb column: read as its value, written with `asJson`. */
export type Json<K extends string> = ColumnType<Held<K>, JsonText<Held<K>>, JsonText<Held<K>>>

/** A column that is optional on insert. */
export type Defaulted<T> =
  T extends ColumnType<infer Read, infer Written, infer Changed>
    ? ColumnType<Read, Written | undefined, Changed>
    : ColumnType<T, T | undefined, T>
