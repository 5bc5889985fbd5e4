import type { Patient, PatientOption } from '@dictara/contract/patients'
import { sql } from 'kysely'
import type { z } from 'zod'
import { reachesFacility, seesWholeClinic } from '../../platform/actor.ts'
import {
  anyOf,
  type ClinicWork,
  escapedForLike,
  type PageQuery,
  readIdPage,
  type Work,
  wordsOf,
} from '../../platform/database/index.ts'
import { optionColumns, patientsShown } from './patients.store.ts'

const most = 50
const mostWords = 5
/** How many patients a search is counted to. */
const countedMost = 1_000

const signsOfNames = /['’]/g
/** A day as people write it in the United States, without its zeros. */
const shortDay = /^(\d{1,2})\/(\d{1,2})(?=\/|$)/

/**
 * Names are found from the beginning of a word, an MRN or a date of birth also by three or more of its characters from the middle, for
 * which there are patterns that `patients.searched` must be like. A word without a digit finds only MRNs that have none.
 */
function readSearch(searchValue: string) {
  const words = wordsOf(searchValue.replaceAll(signsOfNames, ''))
    .slice(0, mostWords)
    .map((word) =>
      word.replace(shortDay, (_, one: string, two: string) => `${one.padStart(2, '0')}/${two.padStart(2, '0')}`),
    )
  const isNumber = (word: string) => /\d/.test(word)
  return {
    beginnings: words.filter((word) => !isNumber(word)),
    patterns: words.filter(isNumber).map((word) => `%${word.length > 2 ? '' : ' '}${escapedForLike(word)}%`),
  }
}

interface Asked {
  searchValue: string
  /** Null for all of the clinic. */
  facilityIds: readonly string[] | null
  descending: boolean
  counted: number
  rows: number
  skipped: number
}

/** Ids of those found, in the order of their names, and how many there are. */
function find(work: Work, { searchValue, facilityIds, descending, counted, rows, skipped }: Asked) {
  const { beginnings, patterns } = readSearch(searchValue)
  return readIdPage(
    work,
    sql`select ids, total from gate.find_patients(${beginnings}::text[],
    ${patterns}::text[], ${facilityIds}::uuid[], ${descending}, ${counted}::integer, ${rows}::integer, ${skipped}::integer)`,
  )
}

const inOrderOf = (ids: readonly string[]) => sql`array_position(${ids}::uuid[], p.id)`

/** Patients of a facility by name, MRN or date of birth, at most 50. */
export async function searchPatients(
  work: Work,
  facilityId: string,
  searchValue: string,
): Promise<z.input<typeof PatientOption>[]> {
  const asked = { searchValue, facilityIds: [facilityId], descending: false, counted: most, rows: most, skipped: 0 }
  const { ids } = await find(work, asked)
  return work.db
    .selectFrom('patients as p')
    .select(optionColumns)
    .where('p.clinicId', '=', work.clinicId)
    .where('p.id', '=', anyOf(ids))
    .orderBy(inOrderOf(ids))
    .execute()
}

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
  const skipped = page * size
  const counted = Math.max(countedMost, skipped + size)
  const descending = sortOrder === 'descend'
  const { ids, total } = await find(work, {
    searchValue,
    facilityIds: within,
    descending,
    counted,
    rows: size,
    skipped,
  })
  const result = await patientsShown(work).where('p.id', '=', anyOf(ids)).orderBy(inOrderOf(ids)).execute()
  return { result, size: Math.min(total, counted), isCapped: total > counted }
}
