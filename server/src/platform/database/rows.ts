import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from './tables.ts'
import type { Work } from './work.ts'

/** Columns of a table, as a statement gives them back. */
export type RowOf<T extends keyof Tables, C extends keyof Selectable<Tables[T]>> = Pick<Selectable<Tables[T]>, C>

/** The ids of one page of a list in their order, and how many the list has in all. */
export interface IdPage {
  ids: string[]
  total: number
  /** There are more matches than were looked at, so that this is not yet the page, and `total` a least number. */
  isCut?: boolean
}

/** The answer of a statement that selects `ids` and `total`, and where not all is looked at `is_cut`. */
export async function readIdPage({ db }: Pick<Work, 'db'>, statement: RawBuilder<unknown>): Promise<IdPage> {
  const { rows } = await (statement as RawBuilder<IdPage>).execute(db)
  return rows[0]!
}

/** The ids that a statement selects, in its order. */
export async function readIds({ db }: Pick<Work, 'db'>, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (statement as RawBuilder<{ id: string }>).execute(db)
  return rows.map(({ id }) => id)
}

/** The value of one expression, such as the answer of a function of the gate. */
export async function valueOf<T>({ db }: Pick<Work, 'db'>, expression: RawBuilder<T>): Promise<T> {
  const { rows } = await sql<{ value: T }>`select ${expression} as value`.execute(db)
  return rows[0]!.value
}
