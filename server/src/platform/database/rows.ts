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

/** The rows of a statement, as the function that returns them says. */
export async function rowsOf<Row>({ db }: Pick<Work, 'db'>, statement: RawBuilder<Row>): Promise<Row[]> {
  return (await statement.execute(db)).rows
}

/** The first row of a statement; a statement that may find none returns undefined then. */
export const rowOf = async <Row>(work: Pick<Work, 'db'>, statement: RawBuilder<Row>): Promise<Row> =>
  (await rowsOf(work, statement))[0] as Row

/** Reads the answer of a statement that selects `ids` and `total`, and `is_cut` where it may stop early. */
export const readIdPage = (work: Pick<Work, 'db'>, statement: RawBuilder<unknown>): Promise<IdPage> =>
  rowOf(work, statement as RawBuilder<IdPage>)

/** The ids that a statement selects, in its order. */
export async function readIds(work: Pick<Work, 'db'>, statement: RawBuilder<unknown>): Promise<string[]> {
  return (await rowsOf(work, statement as RawBuilder<{ id: string }>)).map(({ id }) => id)
}

/** Reads the value of one expression, such as the answer of a function of the gate. */
export async function valueOf<T>(work: Pick<Work, 'db'>, expression: RawBuilder<T>): Promise<T> {
  return (await rowOf(work, sql<{ value: T }>`select ${expression} as value`)).value
}
