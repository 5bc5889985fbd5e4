import type { UserType } from '@dictara/contract'
import { nameOfItem } from '@dictara/contract/collection'
import type { UserPrivilege } from '@dictara/contract/identity'
import type { JobStatus, ReviewLevel } from '@dictara/contract/jobs'
import type { GroupLevel } from '@dictara/contract/reviewer-groups'
import { phrasePlainText } from '@dictara/dictation/phrase-text'
import { hashPassword } from '../features/identity/index.ts'
import { newId } from '../platform/ids.ts'
import { signInAs, type TestClient } from './test-client.ts'
import type { TestServer } from './test-server.ts'

export const testPassword = 'a quiet morning in winter'
let passwordHash: Promise<string> | undefined

export interface TestClinic {
  clinicId: string
  facilityId: string
  patientId: string
}

/** A clinic with one enabled facility of two work types, and one patient. */
export async function aClinic({ owner }: TestServer, name = 'Hill Clinic'): Promise<TestClinic> {
  const clinicId = newId()
  await owner.query('insert into clinics (clinic_id, name) values ($1, $2)', [clinicId, name])
  const facilityId = await aFacility({ owner } as TestServer, clinicId, { name: `${name} Main` })
  return { clinicId, facilityId, patientId: await aPatient({ owner } as TestServer, clinicId, facilityId) }
}

export async function aFacility(
  { owner }: TestServer,
  clinicId: string,
  facility: { name?: string; isEnabled?: boolean; transcriptionFlow?: string; reviewerCount?: number } = {},
): Promise<string> {
  const id = newId()
  await owner.query(
    `insert into facilities (clinic_id, id, name, is_enabled, transcription_flow, reviewer_count, plan)
     values ($1, $2, $3, $4, $5, $6, 'STANDARD')`,
    [
      clinicId,
      id,
      facility.name ?? 'Annex',
      facility.isEnabled ?? true,
      facility.transcriptionFlow ?? 'TRANSCRIPTION_REVIEWER',
      facility.reviewerCount ?? 2,
    ],
  )
  for (const [position, workType] of ['Progress Note', 'Consultation'].entries())
    await owner.query('insert into facility_work_types values ($1, $2, $3, $4)', [clinicId, id, workType, position])
  return id
}

let patients = 0
export async function aPatient(
  { owner }: TestServer,
  clinicId: string,
  facilityId: string,
  { firstName = 'Ada', lastName = 'Byron' } = {},
): Promise<string> {
  const id = newId()
  patients += 1
  await owner.query(
    `insert into patients (clinic_id, id, facility_id, medical_record_number, first_name, last_name, birth_date, gender)
     values ($1, $2, $3, $4, $5, $6, '1961-02-03', 'Female')`,
    [clinicId, id, facilityId, `MRN${patients}`, firstName, lastName],
  )
  return id
}

export interface TestPerson {
  userType?: UserType
  userPrivilege?: UserPrivilege
  facilityIds?: readonly string[]
  selfReviewEnabled?: boolean
  /** Of an admin: may set up facilities. */
  facilityAccess?: boolean
  firstName?: string
  lastName?: string
}

/** A person of the clinic, linked to its facilities. */
export async function aPerson(
  { owner }: TestServer,
  clinicId: string,
  person: TestPerson = {},
): Promise<{ id: string; email: string }> {
  const id = newId()
  const email = `p${id.slice(-12)}@example.org`
  passwordHash ??= hashPassword(testPassword)
  const userType = person.userType ?? 'doctor'
  const byType =
    userType === 'reviewer'
      ? 'REVIEWER_ONLY'
      : userType === 'doctor' || userType === 'transcriptionist'
        ? 'TRANSCRIPTION_ONLY'
        : 'NONE'
  await owner.query(
    `insert into users (id, clinic_id, email, password_hash, first_name, last_name, user_type, user_privilege, self_review_enabled, facility_access)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      clinicId,
      email,
      await passwordHash,
      person.firstName ?? 'Pat',
      person.lastName ?? 'Doe',
      userType,
      person.userPrivilege ?? byType,
      person.selfReviewEnabled ?? false,
      person.facilityAccess ?? false,
    ],
  )
  for (const facilityId of person.facilityIds ?? [])
    await owner.query('insert into facility_users (clinic_id, facility_id, user_id) values ($1, $2, $3)', [
      clinicId,
      facilityId,
      id,
    ])
  return { id, email }
}

/** A group of reviewers. @returns its id */
export async function aGroup(
  { owner }: TestServer,
  clinicId: string,
  group: { groupName?: string; level?: GroupLevel; reviewerIds?: readonly string[] } = {},
): Promise<string> {
  const id = newId()
  const { groupName = `Group ${id}`, level = 'ALL_LEVELS', reviewerIds = [] } = group
  await owner.query('insert into reviewer_groups (clinic_id, id, group_name, level) values ($1, $2, $3, $4)', [
    clinicId,
    id,
    groupName,
    level,
  ])
  for (const reviewerId of reviewerIds)
    await owner.query('insert into reviewer_group_members values ($1, $2, $3)', [clinicId, id, reviewerId])
  return id
}

/** A signed-in person. */
export async function signedIn(server: TestServer, clinicId: string, person: TestPerson = {}): Promise<TestClient> {
  const { email } = await aPerson(server, clinicId, person)
  return signInAs(server.url, email, testPassword)
}

export interface TestJob {
  authorId: string
  status?: JobStatus
  level?: ReviewLevel | null
  holderId?: string | null
  facilityId?: string
  patientId?: string
  failStage?: 'CONVERSION' | 'EHR_WRITE' | null
  workType?: string | null
  reasonForFailing?: string | null
  submittedAt?: string
}

/** Far above the numbers of received jobs. */
let jobNumbers = 500_000
/** Inserts a job in any state into the database. */
export async function aJob({ owner }: TestServer, clinic: TestClinic, job: TestJob): Promise<string> {
  const id = newId()
  jobNumbers += 1
  await owner.query(
    `insert into jobs (clinic_id, id, number, dictation_id, author_id, patient_id, facility_id, status, level, holder_id, fail_stage, reason_for_failing, submitted_at, last_updated_at, audio_ms, work_type)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $13, 61000, $14)`,
    [
      clinic.clinicId,
      id,
      jobNumbers,
      newId(),
      job.authorId,
      job.patientId ?? clinic.patientId,
      job.facilityId ?? clinic.facilityId,
      job.status ?? 'IN_PROGRESS',
      job.level ?? null,
      job.holderId ?? null,
      job.failStage ?? null,
      job.reasonForFailing ?? null,
      job.submittedAt ?? '2026-11-20T08:00:00Z',
      job.workType ?? null,
    ],
  )
  if (job.holderId)
    await owner.query(
      `insert into job_stints (clinic_id, job_id, user_id, stage, level, started_at) values ($1, $2, $3, $4, $5, now())`,
      [clinic.clinicId, id, job.holderId, job.status === 'IN_REVIEW' ? 'REVIEW' : 'TRANSCRIPTION', job.level ?? null],
    )
  return id
}

/** Adds a patient to a roster, today by default. @returns its id */
export async function aRosterEntry(
  { owner }: TestServer,
  clinic: TestClinic,
  providerId: string,
  entry: { day?: string; patientId?: string; facilityId?: string } = {},
): Promise<string> {
  const facilityId = entry.facilityId ?? clinic.facilityId
  const { rows } = await owner.query<{ id: string }>(
    `insert into roster_entries (clinic_id, provider_id, facility_id, patient_id, day, added_by, added_at)
     select $1, $2, f.id, $4, coalesce($5::date, (now() at time zone f.time_zone)::date), $2, now() from facilities f where f.id = $3
     on conflict (clinic_id, provider_id, day, facility_id, patient_id) do update set added_at = now() returning id`,
    [clinic.clinicId, providerId, facilityId, entry.patientId ?? clinic.patientId, entry.day ?? null],
  )
  return rows[0]!.id
}

/** A dictation that has begun, without any sound yet. */
export async function aDictation({ owner }: TestServer, clinic: TestClinic, authorId: string): Promise<string> {
  const id = newId()
  await owner.query(
    `insert into dictations (clinic_id, id, author_id, facility_id, patient_id, mime_type, created_at)
     values ($1, $2, $3, $4, $5, 'audio/webm', now())`,
    [clinic.clinicId, id, authorId, clinic.facilityId, clinic.patientId],
  )
  return id
}

/** A converted note of a job: pairs of heading and text. */
export async function aNote(
  { owner }: TestServer,
  { clinicId }: TestClinic,
  jobId: string,
  sections: readonly (readonly [heading: string, text: string])[],
): Promise<string[]> {
  await owner.query('insert into notes (clinic_id, job_id, last_updated_at) values ($1, $2, now())', [clinicId, jobId])
  const ids = sections.map(() => newId())
  for (const [position, [heading, value]] of sections.entries()) {
    const content = JSON.stringify([{ value, type: 'Text', newParagraph: false, count: 0 }])
    await owner.query(
      `insert into note_section_versions (clinic_id, job_id, section_id, version, custom_heading, system_heading, content, saved_at)
       values ($1, $2, $3, 1, $4, 'NONE', $5, now())`,
      [clinicId, jobId, ids[position], heading, content],
    )
    await owner.query(
      'insert into note_sections (clinic_id, job_id, section_id, version, position) values ($1, $2, $3, 1, $4)',
      [clinicId, jobId, ids[position], position],
    )
  }
  const stage = JSON.stringify(ids.map((sectionId) => ({ sectionId, version: 1 })))
  for (const name of ['CONVERTED', 'STARTED'])
    await owner.query(
      'insert into note_stages (clinic_id, job_id, stage, at, sections) values ($1, $2, $3, now(), $4)',
      [clinicId, jobId, name, stage],
    )
  return ids
}

export interface TestItem {
  active?: boolean
  global?: boolean
  exportToOtherAuthors?: boolean
}

/** A key and its phrase in somebody's collection. @returns its id */
export async function aPhrase(
  { owner }: TestServer,
  { clinicId }: Pick<TestClinic, 'clinicId'>,
  authorId: string,
  item: TestItem & { key?: string; phrase?: string } = {},
): Promise<string> {
  const id = newId()
  const { key = `key ${id}`, phrase = 'The lungs are clear.', active = true, global = false } = item
  await owner.query(
    `insert into phrases (clinic_id, id, author_id, key, key_name, phrase, plain, active, global, export_to_other_authors)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      clinicId,
      id,
      authorId,
      key,
      nameOfItem(key),
      phrase,
      phrasePlainText(phrase),
      active,
      global,
      item.exportToOtherAuthors ?? false,
    ],
  )
  return id
}

/** A dictation template in somebody's collection; without an author, of the clinic itself. @returns its id */
export async function aTemplate(
  { owner }: TestServer,
  { clinicId }: Pick<TestClinic, 'clinicId'>,
  authorId: string | null,
  item: TestItem & { name?: string; headings?: readonly string[] } = {},
): Promise<string> {
  const id = newId()
  const { name = `Template ${id}`, headings = ['Subjective', 'Plan'], active = true, global = false } = item
  await owner.query(
    `insert into section_templates (clinic_id, id, author_id, name, key_name, description, active, global, export_to_other_authors)
     values ($1, $2, $3, $4, $5, 'A visit', $6, $7, $8)`,
    [clinicId, id, authorId, name, nameOfItem(name), active, global, item.exportToOtherAuthors ?? authorId === null],
  )
  for (const [position, heading] of headings.entries())
    await owner.query(
      `insert into template_headings (clinic_id, template_id, id, position, custom_heading, system_heading)
       values ($1, $2, $3, $4, $5, upper($5))`,
      [clinicId, id, newId(), position, heading],
    )
  return id
}

/** A key and its phrase in the dictionary of the product. @returns its id */
export async function aDictionaryPhrase({ owner }: TestServer, key?: string): Promise<string> {
  const id = newId()
  const name = key ?? `entry ${id}`
  await owner.query(
    `insert into dictionary_phrases (id, key, key_name, phrase, plain) values ($1, $2, $3, 'Of all clinics.', 'Of all clinics.')`,
    [id, name, nameOfItem(name)],
  )
  return id
}

/** A template in the dictionary of the product. @returns its id */
export async function aDictionaryTemplate({ owner }: TestServer, name?: string, id: string = newId()): Promise<string> {
  const called = name ?? `entry ${id}`
  const heading = { id: newId(), customUIHeading: 'Plan', systemHeading: 'PLAN', description: '', defaultValue: '' }
  await owner.query(
    `insert into dictionary_templates (id, name, key_name, description, headings) values ($1, $2, $3, 'For all', $4)`,
    [id, called, nameOfItem(called), JSON.stringify([{ ...heading, required: true, appendToDefault: false }])],
  )
  return id
}

/** An imported HL7 file of the facility, without messages. @returns its id */
export async function anHl7File({ owner }: TestServer, place: TestClinic, userId: string, fileName = 'a.hl7') {
  const id = newId()
  await owner.query(
    `insert into hl7_files (clinic_id, id, import_id, facility_id, file_name, file_type, size_bytes, uploaded_at, uploaded_by, state, blob_id)
     values ($1, $2, $3, $4, $5, 'PATIENT', 0, now(), $6, 'DONE', $7)`,
    [place.clinicId, id, newId(), place.facilityId, fileName, userId, newId()],
  )
  return id
}

let payments = 90_000_000
/** A subscription of a facility to Standard with its first payment. @returns the id of the payment */
export async function aPayment(
  { owner }: TestServer,
  { clinicId, facilityId }: TestClinic,
  userId: string,
): Promise<string> {
  const [subscriptionId, transId] = [newId(), String((payments += 1))]
  await owner.query(
    `insert into subscriptions (clinic_id, id, facility_id, plan, ref_id, customer_profile_id, payment_profile_id, amount_cents,
       months, gateway_id, status, starts_on, paid_through, created_at, created_by, cancelled_at, stopped_at)
     values ($1, $2, $3, 'STANDARD', $4, '1', '2', 7500, 1, $4, 'CANCELLED', '2026-01-15', '2026-02-14', '2026-01-15', $5, '2026-01-16', '2026-01-16')`,
    [clinicId, subscriptionId, facilityId, transId, userId],
  )
  await owner.query(
    `insert into payments (clinic_id, trans_id, facility_id, subscription_id, number, gateway_status, status, submitted_at, card_type,
       card_number, amount_cents)
     values ($1, $2, $3, $4, 1, 'settledSuccessfully', 'Success', '2026-01-15 10:00Z', 'Visa', 'XXXX1111', 7500)`,
    [clinicId, transId, facilityId, subscriptionId],
  )
  return transId
}
