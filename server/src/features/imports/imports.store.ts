import type { Import, ImportOutcome, ImportRow } from '@dictara/contract/imports'
import { sql } from 'kysely'
import { asJson, type ClinicWork, type Work } from '../../platform/database/index.ts'
import type { ImportKind, ReadRow, RowToAdd, SettledRow } from './kind.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'imports.unread': string[]
    'importRows.input': object
  }
}

type Head = Pick<Import, 'id' | 'fileName' | 'encoding' | 'unread' | 'state' | 'toAdd'>
type KindName = ImportKind['name']

/** So many rows go in one statement. */
const rowsAtOnce = 1_000

/** The actor's last import of a kind. */
export function importsOf(work: ClinicWork, kind: KindName) {
  const { db, clinicId, actor } = work
  const own = { clinicId, userId: actor.userId, kind }
  const listRows = (): Promise<ImportRow[]> =>
    db
      .selectFrom('importRows')
      .select(['line', 'fullName', 'cells', 'outcome', 'why'])
      .where(({ and }) => and(own))
      .orderBy('line')
      .execute()

  return {
    /** Held until the commit. */
    lock: () =>
      db
        .selectFrom('imports')
        .select(['id', 'state', 'toAdd'])
        .where(({ and }) => and(own))
        .forUpdate()
        .executeTakeFirst(),

    /** Writes a preview in the place of the one before. */
    async replace({ unread, ...head }: Head, rows: readonly ReadRow[]): Promise<void> {
      await db
        .deleteFrom('imports')
        .where(({ and }) => and(own))
        .execute()
      await db
        .insertInto('imports')
        .values({ ...own, ...head, unread: asJson(unread), createdAt: work.now })
        .execute()
      for (let from = 0; from < rows.length; from += rowsAtOnce)
        await db
          .insertInto('importRows')
          .values(
            rows
              .slice(from, from + rowsAtOnce)
              .map(({ input, ...row }) => ({ ...own, ...row, input: input && asJson(input) })),
          )
          .execute()
    },

    /** As it is now; `rows`: with what becomes of each. */
    async find(rows: boolean): Promise<Import | undefined> {
      const head = await db
        .selectFrom('imports')
        .select(['id', 'fileName', 'encoding', 'unread', 'state', 'toAdd'])
        .where(({ and }) => and(own))
        .executeTakeFirst()
      if (!head) return undefined
      const counted = await db
        .selectFrom('importRows')
        .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
        .where(({ and }) => and(own))
        .groupBy('outcome')
        .execute()
      const of = (outcome: ImportOutcome) => Number(counted.find((one) => one.outcome === outcome)?.count ?? 0)
      const counts = { ADD: of('ADD'), HERE: of('HERE'), CANNOT: of('CANNOT'), ADDED: of('ADDED') }
      return { ...head, counts, rows: rows ? await listRows() : [] }
    },

    async updateState(state: Import['state']): Promise<void> {
      await db
        .updateTable('imports')
        .set({ state })
        .where(({ and }) => and(own))
        .execute()
    },

    /** The next rows that are to be added, in the order of the file. */
    listNext: (most: number): Promise<RowToAdd[]> =>
      db
        .selectFrom('importRows')
        .select('line')
        .select(({ ref }) => ref('input').$castTo<object>().as('input'))
        .where(({ and }) => and(own))
        .where('outcome', '=', sql.lit('ADD'))
        .orderBy('line')
        .limit(most)
        .execute(),

    async settle(settled: readonly SettledRow[]): Promise<void> {
      await sql`update import_rows r set outcome = s.outcome, why = s.why
        from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s(line integer, outcome text, why text)
        where r.clinic_id = ${clinicId} and r.user_id = ${actor.userId} and r.kind = ${kind} and r.line = s.line`.execute(
        db,
      )
    },
  }
}

/** Ends an import: what was not added is told why. */
export async function endImport(work: Work, kind: KindName, userId: string, why: string): Promise<void> {
  const of = { clinicId: work.clinicId, userId, kind }
  await work.db
    .updateTable('importRows')
    .set({ outcome: 'CANNOT', why })
    .where(({ and }) => and({ ...of, outcome: 'ADD' }))
    .execute()
  await work.db
    .updateTable('imports')
    .set({ state: 'DONE' })
    .where(({ and }) => and(of))
    .execute()
}
