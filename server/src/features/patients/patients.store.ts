import type { PatientOption } from '@dictara/contract/patients'
import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'

const most = 50

/** Patients of a facility whose name, MRN or date of birth holds every word of the search. */
export async function searchPatients(work: Work, facilityId: string, searchValue: string): Promise<PatientOption[]> {
  const words = searchValue
    .trim()
    .split(/[\s,]+/)
    .filter(Boolean)
    .slice(0, 5)
  const each = words.map((word) => {
    const escaped = word.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)
    return sql`(first_name ilike ${`${escaped}%`} or last_name ilike ${`${escaped}%`} or medical_record_number ilike ${`%${escaped}%`}
      or to_char(birth_date, 'MM/DD/YYYY') like ${`%${escaped}%`} or birth_date::text like ${`%${escaped}%`})`
  })
  const matches = each.length > 0 ? sql`(${sql.join(each, sql` and `)})` : sql`true`
  const { rows } = await sql<PatientOption>`
    select id as pid, first_name, last_name, birth_date, medical_record_number, bed_id, last_note_at as last_note_date
    from patients where clinic_id = ${work.clinicId} and facility_id = ${facilityId} and ${matches}
    order by lower(last_name), lower(first_name), id limit ${most}`.execute(work.db)
  return rows
}

/** True when the patient is one of the facility. */
export async function isPatientOf(work: Work, facilityId: string, patientId: string): Promise<boolean> {
  const { rows } = await sql`
    select from patients where clinic_id = ${work.clinicId} and facility_id = ${facilityId} and id = ${patientId}`.execute(
    work.db,
  )
  return rows.length > 0
}

/** Whether the roster is switched on for the caller, or for any doctor an admin could make one for (Q037). */
export async function hasRoster(work: Work, userId: string, isAdmin: boolean): Promise<boolean> {
  const { rows } = await sql`
    select from users where clinic_id = ${work.clinicId} and activate_roster and is_enabled
      and (id = ${userId} or (${isAdmin} and user_type = 'doctor')) limit 1`.execute(work.db)
  return rows.length > 0
}

export interface PatientFacts {
  id: string
  medicalRecordNumber: string
  firstName: string
  lastName: string
  birthDate: string
  gender: string
  bedId: string | null
  admissionDate: string | null
  termType: string
}

/** A patient who exists, such as one that a job names. */
export async function getPatient(work: Work, patientId: string): Promise<PatientFacts> {
  const { rows } = await sql<PatientFacts>`
    select id, medical_record_number, first_name, last_name, birth_date, gender, bed_id, admission_date, term_type
    from patients where clinic_id = ${work.clinicId} and id = ${patientId}`.execute(work.db)
  return rows[0]!
}
