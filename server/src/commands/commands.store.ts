import { sql } from 'kysely'
import { insertTemplate } from '../demo/index.ts'
import type { Work } from '../platform/database/index.ts'
import { newId } from '../platform/ids.ts'

export async function isEmailTaken(work: Work, email: string): Promise<boolean> {
  return (await sql`select from users where lower(email) = lower(${email})`.execute(work.db)).rows.length > 0
}

export async function isFirstRealClinic(work: Work): Promise<boolean> {
  return (await sql`select from clinics where not demo limit 1`.execute(work.db)).rows.length === 0
}

export interface UserOfCommand {
  id: string
  clinicId: string | null
  fullName: string
  isEnabled: boolean
}

export async function findUser(work: Work, email: string): Promise<UserOfCommand | undefined> {
  const { rows } = await sql<UserOfCommand>`
    select id, clinic_id, full_name, is_enabled from users where lower(email) = lower(${email.trim()})`.execute(work.db)
  return rows[0]
}

export interface NewClinic {
  name: string
  facility: string
  timeZone: string
  email: string
  firstName: string
  lastName: string
}

/** The transaction's clinic, with its first facility and its administrator. @returns the administrator's id */
export async function insertRealClinic(
  work: Work,
  clinic: NewClinic,
  begin: { workTypes: readonly string[]; sectionTemplates: readonly Parameters<typeof insertTemplate>[2][] },
): Promise<string> {
  const { clinicId, db } = work
  const [facilityId, userId] = [newId(), newId()]
  await sql`insert into clinics (clinic_id, name) values (${clinicId}, ${clinic.name})`.execute(db)
  await sql`insert into facilities (clinic_id, id, name, time_zone, is_parent, note_type)
    values (${clinicId}, ${facilityId}, ${clinic.facility}, ${clinic.timeZone}, true, ${begin.workTypes[0]})`.execute(
    db,
  )
  for (const [position, name] of begin.workTypes.entries())
    await sql`insert into facility_work_types (clinic_id, facility_id, name, position) values (${clinicId}, ${facilityId}, ${name}, ${position})`.execute(
      db,
    )
  await sql`insert into users (id, clinic_id, email, first_name, last_name, user_type, user_privilege, facility_access)
    values (${userId}, ${clinicId}, ${clinic.email}, ${clinic.firstName}, ${clinic.lastName}, 'clinicAdmin', 'NONE', true)`.execute(
    db,
  )
  await sql`insert into facility_users (clinic_id, facility_id, user_id) values (${clinicId}, ${facilityId}, ${userId})`.execute(
    db,
  )
  for (const template of begin.sectionTemplates) await insertTemplate(work, clinicId, template)
  return userId
}
