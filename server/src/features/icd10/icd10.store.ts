import type { Icd10Code } from '@dictara/contract/icd10'
import { sql } from 'kysely'
import { escapedForLike, rowsOf, valueOf, type Work } from '../../platform/database/index.ts'
import type { ListedCode } from './read-code-list.ts'
import type { CodeSearch } from './words.ts'

/** What list is loaded. */
export interface LoadedList {
  release: string
  codes: number
  billable: number
}

export const findLoadedList = (work: Work): Promise<LoadedList | undefined> =>
  work.db
    .selectFrom('icd10Codes')
    .select(({ fn }) => [
      'release',
      fn.countAll<number>().as('codes'),
      fn.countAll<number>().filterWhere('billable', '=', true).as('billable'),
    ])
    .groupBy('release')
    .executeTakeFirst()

export async function hasList(work: Work): Promise<boolean> {
  return (await work.db.selectFrom('icd10Codes').select('code').limit(1).executeTakeFirst()) !== undefined
}

/** @returns false while another transaction loads a list */
export async function isOnlyLoad(work: Work): Promise<boolean> {
  return valueOf(work, sql`pg_try_advisory_xact_lock(hashtextextended('load icd10 codes', 0))`)
}

export const deleteCodes = (work: Work) => work.db.deleteFrom('icd10Codes').execute()

export async function insertCodes(work: Work, release: string, codes: readonly ListedCode[]) {
  await sql`
    insert into icd10_codes (release, code, description, billable, words, bare_words)
    select ${release}, * from unnest(
      ${codes.map(({ code }) => code)}::text[],
      ${codes.map(({ description }) => description)}::text[],
      ${codes.map(({ billable }) => billable)}::boolean[],
      ${codes.map(({ words }) => words)}::text[],
      ${codes.map(({ bareWords }) => bareWords)}::text[])`.execute(work.db)
}

/**
 * The codes of the loaded list that fit best: the code itself, also where it is a category; those that begin so; those with all words, the
 * shorter descriptions first.
 */
export async function findListedCodes(work: Work, { code, words }: CodeSearch, most: number): Promise<Icd10Code[]> {
  const beginning = `${escapedForLike(code ?? '')}%`
  const asked = words.map((word) => `'${word}':*`).join(' & ')
  return rowsOf(
    work,
    sql`select code, description, billable from icd10_codes
    where code = ${code}
      or (billable and ${code !== null} and code like ${beginning})
      or (billable and array_to_tsvector(string_to_array(words, ' ')) @@ ${asked}::tsquery)
    order by code = ${code} desc, ${code !== null} and code like ${beginning} desc, length(description), code
    limit ${most}`,
  )
}

/** The billable code of each of these names, in bare words, where the loaded list has exactly one. */
export async function findCodesOfNames(work: Work, names: readonly string[]): Promise<Map<string, string>> {
  const rows = await work.db
    .selectFrom('icd10Codes')
    .select(({ fn }) => ['bareWords', fn.min('code').as('code')])
    .where('billable', '=', true)
    .where(({ eb, val }) => eb('bareWords', '=', sql<string>`any(${val([...names])}::text[])`))
    .groupBy('bareWords')
    .having(({ fn }) => fn.countAll(), '=', 1)
    .execute()
  return new Map(rows.map(({ bareWords, code }) => [bareWords, code]))
}
