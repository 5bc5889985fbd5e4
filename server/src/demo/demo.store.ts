import { sql } from 'kysely'
import type { Work } from '../platform/database/index.ts'
import { newId } from '../platform/ids.ts'
import type { DemoPatient } from './patients.ts'
import type { DemoPerson } from './people.ts'

/** True once any clinic exists: the demo is made on the first start only. */
export async function hasClinics(work: Work): Promise<boolean> {
  return (await sql`select from clinics limit 1`.execute(work.db)).rows.length > 0
}

export async function insertClinic(work: Work, name: string): Promise<string> {
  const clinicId = newId()
  await sql`insert into clinics (clinic_id, name, demo) values (${clinicId}, ${name}, true)`.execute(work.db)
  return clinicId
}

export async function insertFacility(
  work: Work,
  clinicId: string,
  facility: { name: string; isEnabled?: boolean; isParent?: boolean; organisationId: string },
  workTypes: readonly string[],
): Promise<string> {
  const id = newId()
  await sql`insert into facilities (clinic_id, id, name, is_enabled, is_parent, transcription_flow, reviewer_count, organisation_id, note_type, ehr_type, plan)
    values (${clinicId}, ${id}, ${facility.name}, ${facility.isEnabled ?? true}, ${facility.isParent ?? false},
      'TRANSCRIPTION_REVIEWER', 2, ${facility.organisationId}, 'Progress Note', 'demo', 'STANDARD')`.execute(work.db)
  for (const [position, name] of workTypes.entries())
    await sql`insert into facility_work_types (clinic_id, facility_id, name, position) values (${clinicId}, ${id}, ${name}, ${position})`.execute(
      work.db,
    )
  return id
}

export async function insertPerson(
  work: Work,
  clinicId: string | null,
  person: DemoPerson & { email: string; passwordHash: string },
  facilityIds: readonly string[],
): Promise<string> {
  const id = newId()
  await sql`insert into users (id, clinic_id, email, password_hash, first_name, last_name, npi, user_type, user_privilege,
      super_admin, facility_access, reviewer_flow, activate_roster, phone_country_code, phone_number)
    values (${id}, ${clinicId}, ${person.email}, ${person.passwordHash}, ${person.firstName}, ${person.lastName},
      ${person.npi ?? null}, ${person.userType}, ${person.userPrivilege}, ${person.superAdmin ?? false},
      ${person.userType === 'clinicAdmin' || person.userType === 'admin'}, ${person.reviewerFlow ?? 'NONE'},
      ${person.activateRoster ?? false}, '+1', '2025550100')`.execute(work.db)
  for (const facilityId of clinicId ? facilityIds : [])
    await sql`insert into facility_users (clinic_id, facility_id, user_id) values (${clinicId}, ${facilityId}, ${id})`.execute(
      work.db,
    )
  return id
}

/** Both reviewers at both levels for an author, and one group of them. */
export async function linkReviewers(
  work: Work,
  clinicId: string,
  authorId: string,
  reviewerIds: readonly string[],
  billerId: string,
) {
  await sql`update users set biller_id = ${billerId} where clinic_id = ${clinicId} and id = ${authorId}`.execute(
    work.db,
  )
  for (const level of ['LEVEL_1', 'LEVEL_2'])
    for (const reviewerId of reviewerIds)
      await sql`insert into author_reviewers (clinic_id, author_id, level, reviewer_id) values (${clinicId}, ${authorId}, ${level}, ${reviewerId})`.execute(
        work.db,
      )
}

export async function insertGroup(
  work: Work,
  clinicId: string,
  name: string,
  level: string,
  reviewerIds: readonly string[],
) {
  const id = newId()
  await sql`insert into reviewer_groups (clinic_id, id, group_name, level) values (${clinicId}, ${id}, ${name}, ${level})`.execute(
    work.db,
  )
  for (const reviewerId of reviewerIds)
    await sql`insert into reviewer_group_members (clinic_id, group_id, reviewer_id) values (${clinicId}, ${id}, ${reviewerId})`.execute(
      work.db,
    )
}

export async function insertPatients(
  work: Work,
  clinicId: string,
  facilityIds: readonly string[],
  patients: readonly DemoPatient[],
) {
  for (const [index, p] of patients.entries())
    await sql`insert into patients (clinic_id, id, facility_id, medical_record_number, first_name, last_name, birth_date, gender, bed_id, admission_date)
      values (${clinicId}, ${newId()}, ${facilityIds[index % facilityIds.length]}, ${p.medicalRecordNumber}, ${p.firstName},
        ${p.lastName}, ${p.birthDate}, ${p.gender}, ${p.bedId}, ${p.admissionDate})`.execute(work.db)
}

export async function insertTemplate(
  work: Work,
  clinicId: string,
  template: { name: string; description: string; headings: readonly string[] },
) {
  const id = newId()
  await sql`insert into section_templates (clinic_id, id, name, description, global) values (${clinicId}, ${id}, ${template.name}, ${template.description}, true)`.execute(
    work.db,
  )
  for (const [position, heading] of template.headings.entries())
    await sql`insert into template_headings (clinic_id, template_id, id, position, custom_heading, system_heading)
      values (${clinicId}, ${id}, ${newId()}, ${position}, ${heading}, ${heading})`.execute(work.db)
}

export interface DemoEhrDoctor {
  id: string
  firstName: string
  lastName: string
  email: string | null
  npi: string
  phone: string
}

export async function insertEhrDoctor(work: Work, clinicId: string, doctor: DemoEhrDoctor) {
  await sql`insert into ehr_doctors (clinic_id, id, first_name, last_name, email, npi, phone_country_code, phone_number)
    values (${clinicId}, ${doctor.id}, ${doctor.firstName}, ${doctor.lastName}, ${doctor.email}, ${doctor.npi}, '+1', ${doctor.phone})`.execute(
    work.db,
  )
}
