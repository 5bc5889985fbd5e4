import type { Patient, PatientOption } from '@dictara/contract/patients'
import { sql } from 'kysely'
import type { z } from 'zod'
import { reachesFacility, seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, escapedForLike, type PageQuery, type Work, wordsOf } from '../../platform/database/index.ts'
import { optionColumns, patientsShown } from './patients.store.ts'

const most = 50
const mostWords = 5
/** How many patients a search is counted to. */
const countedMost = 1_000

const signsOfNames = /['’]/g
/** A day as people write it in the United States, without its zeros. */
const shortDay = /^(\d{1,2})\/(\d{1,2})(?=\/|$)/

/**
 * What `patients.searched` must be like: names are found from the beginning of a word, an MRN or a date of birth also by three or more
 * of its characters from the middle.
 */
function patternsFor(searchValue: string): string[] {
  const words = wordsOf(searchValue.replaceAll(signsOfNames, '')).slice(0, mostWords)
  return words.map((word) => {
    const day = word.replace(
      shortDay,
      (_, one: string, two: string) => `${one.padStart(2, '0')}/${two.padStart(2, '0')}`,
    )
    return `%${/\d/.test(day) && day.length > 2 ? '' : ' '}${escapedForLike(day)}%`
  })
}

/** Ids of those found, as rows `f` with their `place` in the order of the names. */
const found = (
  patterns: readonly string[],
  facilityIds: readonly string[] | null,
  direction: 'asc' | 'desc' | 'none',
  rows: number,
  skipped = 0,
) => sql<{ id: string; place: number }>`gate.find_patients(${patterns}::text[], ${facilityIds}::uuid[], ${direction},
  ${rows}::integer, ${skipped}::integer) with ordinality as f(id, place)`

/** Patients of a facility by name, MRN or date of birth, at most 50. */
export const searchPatients = (
  work: Work,
  facilityId: string,
  searchValue: string,
): Promise<z.input<typeof PatientOption>[]> =>
  work.db
    .selectFrom(
      sql<{
        id: string
        place: number
      }>`(select * from ${found(patternsFor(searchValue), [facilityId], 'asc', most)})`.as('f'),
    )
    .innerJoin('patients as p', (join) => join.onRef('p.id', '=', 'f.id').on('p.clinicId', '=', work.clinicId))
    .select(optionColumns)
    .orderBy('f.place')
    .execute()

interface PatientsQuery extends PageQuery<'name'> {
  searchValue: string
  facilityIds: readonly string[]
}

/** A page of the patients whom the actor reaches, by their names, and how many there are, counted to 1,000. */
export async function listPatients(
  work: ClinicWork,
  { page, size, searchValue, facilityIds, sortOrder }: PatientsQuery,
): Promise<{ result: z.input<typeof Patient>[]; size: number; isCapped: boolean }> {
  const { actor } = work
  const reached = facilityIds.length > 0 ? facilityIds.filter((id) => reachesFacility(actor, id)) : actor.facilityIds
  const within = seesWholeClinic(actor) && facilityIds.length === 0 ? null : reached
  const patterns = patternsFor(searchValue)
  const enough = Math.max(countedMost, (page + 1) * size) + 1
  const shown = found(patterns, within, sortOrder === 'descend' ? 'desc' : 'asc', size, page * size)
  const [result, counted] = await Promise.all([
    patientsShown(work)
      .innerJoin(sql<{ id: string; place: number }>`(select * from ${shown})`.as('f'), 'f.id', 'p.id')
      .orderBy('f.place')
      .execute(),
    sql<{ total: number }>`select count(*)::int as total from ${found(patterns, within, 'none', enough)}`.execute(
      work.db,
    ),
  ])
  const { total } = counted.rows[0]!
  return { result, size: Math.min(total, enough - 1), isCapped: total === enough }
}
