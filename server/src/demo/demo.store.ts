import { sql } from 'kysely'
import type { Work } from '../platform/database/index.ts'
import type { RecognisedWord, WrittenSection } from '@dictara/dictation'
import type { Actor } from '../platform/actor.ts'
import { newId } from '../platform/ids.ts'
import type { DemoPatient } from './patients.ts'
import { demoDomain, type DemoPerson } from './people.ts'

/** True once any clinic exists: the demo is made on the first start only. */
export async function hasClinics(work: Work): Promise<boolean> {
  return (await sql`select from clinics limit 1`.execute(work.db)).rows.length > 0
}

/** Any number that no other advisory lock of this database has. */
const firstClinicsLock = 7_218_002

/** The demo and the first clinic of one's own are made one after the other, and each knows of the other. */
export const waitForFirstClinics = (work: Work) =>
  sql`select pg_advisory_xact_lock(${firstClinicsLock})`.execute(work.db)

/** False once anything was dictated in a clinic of the demo, or people of it may not sign in: then nobody could work there. */
export async function mayTakeDemoJobs(work: Work, clinicId: string): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select not exists (select from dictations where clinic_id = ${clinicId})
      and not exists (select from users where email like ${`%${demoDomain}`} and not is_enabled) as may`.execute(
    work.db,
  )
  return rows[0]!.may
}

/** Where the demo's jobs are made; nothing where there is no demo. */
export async function findPlaceForJobs(
  work: Work,
  clinicName: string,
  facilityName: string,
): Promise<{ clinicId: string; facilityId: string } | undefined> {
  const { rows } = await sql<{ clinicId: string; facilityId: string }>`
    select c.clinic_id, f.id as facility_id from clinics c join facilities f on f.clinic_id = c.clinic_id
    where c.demo and c.name = ${clinicName} and f.name = ${facilityName}`.execute(work.db)
  return rows[0]
}

/** The ids of the demo's people, by their emails. */
export async function listDemoPeople(work: Work): Promise<{ id: string; email: string }[]> {
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from users where email like ${`%${demoDomain}`}`.execute(work.db)
  return rows
}

/** Who of the demo has a password. */
export async function listDemoSignIns(work: Work): Promise<{ id: string; email: string; passwordHash: string }[]> {
  const { rows } = await sql<{ id: string; email: string; passwordHash: string }>`
    select id, email, password_hash from users where email like ${`%${demoDomain}`} and password_hash is not null`.execute(
    work.db,
  )
  return rows
}

export async function updateDemoPassword(work: Work, userId: string, passwordHash: string) {
  await sql`update users set password_hash = ${passwordHash} where id = ${userId}`.execute(work.db)
}

/** Lets everybody of the demo sign in, or nobody. @returns for whom that is a change */
export async function setDemoEnabled(work: Work, isEnabled: boolean): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update users set is_enabled = ${isEnabled}, version = version + 1
    where email like ${`%${demoDomain}`} and is_enabled <> ${isEnabled} returning id`.execute(work.db)
  return rows.map(({ id }) => id)
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

/** One of the demo's people, as they would be after signing in. */
export async function findDemoActor(work: Work, userId: string): Promise<Actor> {
  const { rows } = await sql<Omit<Actor, 'sessionId' | 'ip' | 'scopes'>>`
    select u.id as user_id, u.clinic_id, c.name as clinic_name, u.user_type, u.user_privilege, u.super_admin,
      u.self_review_enabled, u.full_name, coalesce((select json_agg(l.facility_id) from facility_users l
        where l.clinic_id = u.clinic_id and l.user_id = u.id), '[]') as facility_ids
    from users u join clinics c on c.clinic_id = u.clinic_id where u.clinic_id = ${work.clinicId} and u.id = ${userId}`.execute(
    work.db,
  )
  return { ...rows[0]!, sessionId: newId(), ip: '', scopes: [] }
}

export async function listDemoPatients(work: Work, facilityId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from patients where clinic_id = ${work.clinicId} and facility_id = ${facilityId}
    order by medical_record_number limit 50`.execute(work.db)
  return rows.map(({ id }) => id)
}

export interface DemoDictation {
  dictationId: string
  authorId: string
  facilityId: string
  patientId: string
  workType: string
  dateOfEncounter: string
}

/** A dictation that was submitted, with its one chunk. */
export async function insertDictation(
  work: Work,
  d: DemoDictation,
  chunk: { blobId: string; sizeBytes: number; sha256: string },
) {
  await sql`insert into dictations (clinic_id, id, author_id, facility_id, patient_id, work_type, date_of_encounter, mime_type, file_name, size_bytes, created_at, submitted_at, takes)
    values (${work.clinicId}, ${d.dictationId}, ${d.authorId}, ${d.facilityId}, ${d.patientId}, ${d.workType}, ${d.dateOfEncounter},
      'audio/mpeg', 'dictation.mp3', ${chunk.sizeBytes}, ${work.now}, ${work.now}, ${JSON.stringify([{ take: 0, chunks: 1 }])})`.execute(
    work.db,
  )
  await sql`insert into dictation_chunks (clinic_id, dictation_id, take, number, sha256, size_bytes, blob_id)
    values (${work.clinicId}, ${d.dictationId}, 0, 0, ${chunk.sha256}, ${chunk.sizeBytes}, ${chunk.blobId})`.execute(
    work.db,
  )
}

/** What the engine heard of a recording, as a conversion leaves it. */
export async function insertConverted(
  work: Work,
  jobId: string,
  { audioMs, words, sections }: { audioMs: number; words: RecognisedWord[]; sections: WrittenSection[] },
) {
  await sql`insert into conversions (clinic_id, job_id, engine, audio_ms, segments, sections, finished_at)
    values (${work.clinicId}, ${jobId}, 'pocketsphinx', ${audioMs}, ${JSON.stringify([{ startMs: 0, endMs: audioMs }])},
      ${JSON.stringify(sections)}, ${work.now})`.execute(work.db)
  await sql`insert into conversion_segments (clinic_id, job_id, number, words)
    values (${work.clinicId}, ${jobId}, 0, ${JSON.stringify(words)})`.execute(work.db)
}
