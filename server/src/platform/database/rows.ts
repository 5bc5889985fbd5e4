import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tables } from './tables.ts'
import type { Work } from './work.ts'

/** Columns of a table, as a statement returns them. */
export type RowOf<T extends keyof Tables, C extends keyof Selectable<Tables[T]>> = Pick<Selectable<Tables[T]>, C>

/** The ids of one page in the list's order, and the total number of rows in the list. */
export interface IdPage {
  ids: string[]
  total: number
  /** The search stopped early because there were more matches. The page is not final and `total` is a lower bound. */
  isCut?: boolean
}

/** Reads the answer of a statement that selects `ids` and `total`, and `is_cut` where it may stop early. */
export async function readIdPage({ db }: Pick<Work, 'db'>, statement: RawBuilder<unknown>): Promise<IdPage> {
  const { rows } = await (statement as RawBuilder<IdPage>).execute(db)
  return rows[0]!
}

/** The ids that a statement selects, in its order. */
export async function readIds({ db }: Pick<Work, 'db'>, statement: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await (statement as RawBuilder<{ id: string }>).execute(db)
  return rows.map(({ id }) => id)
}

/** Reads the value of one expression, such as the answer of a function of the gate. */
export async function valueOf<T>({ db }: Pick<Work, 'db'>, expression: RawBuilder<T>): Promise<T> {
  const { rows } = await sql<{ value: T }>`select ${expression} as value`.execute(db)
  return rows[0]!.value
}
