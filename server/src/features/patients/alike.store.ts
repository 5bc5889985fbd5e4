import { sql } from 'kysely'
import { anyOf, type RowOf, rowsOf, type Work } from '../../platform/database/index.ts'

/** A patient to be added, from a row of a file or from the form. */
export interface Candidate extends RowOf<'patients', 'facilityId' | 'firstName' | 'lastName' | 'birthDate'> {
  line: number
  /** Null if a number will be generated. */
  medicalRecordNumber: string | null
}

export type Known = RowOf<'patients', 'id' | 'firstName' | 'lastName' | 'birthDate' | 'medicalRecordNumber'>

export interface Compared {
  line: number
  /** The same for two of one name and birth date at one facility, case and accents aside. */
  likeness: string
  /** The patient with this MRN at the facility, now or before a merge, ignoring case. */
  holder: (Known & { isAlike: boolean }) | null
  /** A patient at the facility with this name and birth date; else one with this name whose birth date is not known. */
  alike: Known | null
}

/**
 * Compares candidates with the patients of their facilities, each by an index. The keys are made first: behind row-level security only
 * what is leakproof, as plain equality is, finds its way into an index. That of likeness is the only one that fits, so that it is taken
 * before the table is analysed, too.
 */
export const comparePatients = async (work: Work, candidates: readonly Candidate[]): Promise<Compared[]> => {
  const given = candidates.map(({ line, facilityId, firstName, lastName, birthDate, medicalRecordNumber }) => ({
    line,
    facility_id: facilityId,
    first_name: firstName,
    last_name: lastName,
    birth_date: birthDate,
    record: medicalRecordNumber,
  }))
  return rowsOf(
    work,
    sql`with r as materialized (
      select line, facility_id, birth_date, lower(record) as record_key, name_key(first_name, last_name) as name_key
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as c(line integer, facility_id uuid, first_name text, last_name text, birth_date date, record text))
    select r.line as "line", concat_ws(E'\n', r.facility_id, r.birth_date, r.name_key) as "likeness",
      holder.told as "holder", alike.told as "alike"
    from r
    left join lateral (
      select ${told} || jsonb_build_object('isAlike', ${isAlike}) as told
      from patients p where p.clinic_id = ${work.clinicId} and p.facility_id = r.facility_id and p.record_key = r.record_key
      union all
      select ${told} || jsonb_build_object('isAlike', ${isAlike}) as told
      from former_record_numbers n join patients p on p.clinic_id = n.clinic_id and p.id = n.patient_id
      where n.clinic_id = ${work.clinicId} and n.facility_id = r.facility_id and n.record_key = r.record_key
    ) holder on true
    left join lateral (
      select told from (
        select ${told} as told, 1 as place from patients p
        where p.clinic_id = ${work.clinicId} and p.birth_date = r.birth_date and p.name_key = r.name_key
          and p.facility_id is not distinct from r.facility_id
        union all
        select ${told}, 2 from patients p
        where p.clinic_id = ${work.clinicId} and p.birth_date is null and p.name_key = r.name_key
          and p.facility_id is not distinct from r.facility_id
      ) found order by place limit 1
    ) alike on true`,
  )
}

/** A patient whose birth date is unknown is compared by name alone. */
const isAlike = sql`(p.birth_date is null or p.birth_date = r.birth_date) and p.name_key = r.name_key`

const told = sql`jsonb_build_object('id', p.id, 'firstName', p.first_name, 'lastName', p.last_name,
  'birthDate', p.birth_date, 'medicalRecordNumber', p.medical_record_number)`

/** The given MRNs, in lower case, that patients of the facility already have, or had before a merge. */
export const listRecordsAmong = (work: Work, facilityId: string, records: readonly string[]) =>
  work.db
    .selectFrom('patients')
    .select('recordKey')
    .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
    .where('recordKey', '=', anyOf(records))
    .unionAll(
      work.db
        .selectFrom('formerRecordNumbers')
        .select('recordKey')
        .where(({ and }) => and({ clinicId: work.clinicId, facilityId }))
        .where('recordKey', '=', anyOf(records)),
    )
    .execute()
