import type { ImportOutcome, ImportRow, PeopleImport } from '@dictara/contract/people-import'
import { sql } from 'kysely'
import { anyOf, asJson, type ClinicWork, type Work } from '../../platform/database/index.ts'
import type { RowToImport } from './import-rows.ts'
import { isManagedBy, people } from './people.store.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'peopleImports.unread': string[]
    'peopleImportRows.input': object
  }
}

type Head = Pick<PeopleImport, 'id' | 'fileName' | 'encoding' | 'unread' | 'state' | 'toAdd'>

const ofActor = ({ clinicId, actor }: ClinicWork) => ({ clinicId, userId: actor.userId })
/** So many rows go in one statement. */
const rowsAtOnce = 1_000

/** Those of these addresses, in lower case, that people have whom the actor manages. */
export const listManagedWith = (work: ClinicWork, emails: readonly string[]) =>
  people(work)
    .select(['u.fullName', 'u.userType', 'u.isEnabled', sql<string>`lower(u.email)`.as('email')])
    .where(sql<string>`lower(u.email)`, '=', anyOf(emails))
    .where(isManagedBy(work.actor))
    .execute()

/** Those of these NPI numbers that somebody of the clinic has. */
export const listNpisAmong = (work: Work, npis: readonly string[]) =>
  people(work).select('u.npi').where('u.npi', '=', anyOf(npis)).execute()

/** The actor's import, held until the commit. */
export const lockImport = (work: ClinicWork) =>
  work.db
    .selectFrom('peopleImports')
    .select(['id', 'state', 'createdAt'])
    .where(({ and }) => and(ofActor(work)))
    .forUpdate()
    .executeTakeFirst()

/** Writes a preview in the place of the one before. */
export async function replaceImport(
  work: ClinicWork,
  { unread, ...head }: Head,
  rows: readonly RowToImport[],
): Promise<void> {
  await work.db
    .deleteFrom('peopleImports')
    .where(({ and }) => and(ofActor(work)))
    .execute()
  await work.db
    .insertInto('peopleImports')
    .values({ ...ofActor(work), ...head, unread: asJson(unread), createdAt: work.now })
    .execute()
  for (let from = 0; from < rows.length; from += rowsAtOnce)
    await work.db
      .insertInto('peopleImportRows')
      .values(
        rows
          .slice(from, from + rowsAtOnce)
          .map(({ input, ...row }) => ({ ...ofActor(work), ...row, input: input && asJson(input) })),
      )
      .execute()
}

/** The actor's import as it stands; `rows`: with what becomes of each. */
export async function findImport(work: ClinicWork, rows: boolean): Promise<PeopleImport | undefined> {
  const head = await work.db
    .selectFrom('peopleImports')
    .select(['id', 'fileName', 'encoding', 'unread', 'state', 'toAdd'])
    .where(({ and }) => and(ofActor(work)))
    .executeTakeFirst()
  if (!head) return undefined
  const counted = await work.db
    .selectFrom('peopleImportRows')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
    .where(({ and }) => and(ofActor(work)))
    .groupBy('outcome')
    .execute()
  const of = (outcome: ImportOutcome) => Number(counted.find((one) => one.outcome === outcome)?.count ?? 0)
  const counts = { ADD: of('ADD'), HERE: of('HERE'), CANNOT: of('CANNOT'), ADDED: of('ADDED') }
  return { ...head, counts, rows: rows ? await listRows(work) : [] }
}

const listRows = (work: ClinicWork): Promise<ImportRow[]> =>
  work.db
    .selectFrom('peopleImportRows')
    .select(['line', 'fullName', 'email', 'role', 'facilities', 'outcome', 'why'])
    .where(({ and }) => and(ofActor(work)))
    .orderBy('line')
    .execute()

export async function updateState(work: ClinicWork, state: PeopleImport['state']): Promise<void> {
  await work.db
    .updateTable('peopleImports')
    .set({ state })
    .where(({ and }) => and(ofActor(work)))
    .execute()
}

/** The next rows that are to be added, in the order of the file. */
export const listNextRows = (work: ClinicWork, most: number) =>
  work.db
    .selectFrom('peopleImportRows')
    .select(['line', 'role', 'input'])
    .where(({ and }) => and({ ...ofActor(work), outcome: 'ADD' }))
    .orderBy('line')
    .limit(most)
    .execute()

/** What became of a row. */
export interface Settled {
  line: number
  outcome: 'ADDED' | 'CANNOT'
  why: string
}

export async function settleRows(work: ClinicWork, settled: readonly Settled[]): Promise<void> {
  await sql`update people_import_rows r set outcome = s.outcome, why = s.why
    from jsonb_to_recordset(${JSON.stringify(settled)}::jsonb) as s(line integer, outcome text, why text)
    where r.clinic_id = ${work.clinicId} and r.user_id = ${work.actor.userId} and r.line = s.line`.execute(work.db)
}

/** Ends an import: what was not added is told why. */
export async function endImport(work: Work, userId: string, why: string): Promise<void> {
  const of = { clinicId: work.clinicId, userId }
  await work.db
    .updateTable('peopleImportRows')
    .set({ outcome: 'CANNOT', why })
    .where(({ and }) => and({ ...of, outcome: 'ADD' }))
    .execute()
  await work.db
    .updateTable('peopleImports')
    .set({ state: 'DONE' })
    .where(({ and }) => and(of))
    .execute()
}
