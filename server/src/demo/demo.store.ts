import { type Insertable, sql } from 'kysely'
import { anyOf, asJson, type Tables, type Work } from '../platform/database/index.ts'
import type { Exposed } from '../features/device-configuration/index.ts'
import { demoDomain } from '../features/demo-sign-in/index.ts'
import { insertWorkTypes } from '../features/facilities/index.ts'
import { bringPatient } from '../features/patients/index.ts'
import { newId } from '../platform/ids.ts'
import { detailsOf, dictationAbout, recordOf } from './patient-records.ts'
import type { DemoPatient } from './patients.ts'
import type { DemoPerson } from './people.ts'

/** True if any clinic exists: the demo is made only on the first start. */
export const hasClinics = async (work: Work): Promise<boolean> =>
  (await work.db.selectFrom('clinics').select('clinicId').limit(1).executeTakeFirst()) !== undefined

/** Any number that no other advisory lock of this database uses. */
const firstClinicsLock = 7_218_002

/** Serialises the creation of the demo and of the first own clinic, so that each sees the other. */
export const waitForFirstClinics = (work: Work) =>
  sql`select pg_advisory_xact_lock(${firstClinicsLock})`.execute(work.db)

const people = (work: Work) => work.db.selectFrom('users').where('email', 'like', `%${demoDomain}`)

/**
 * False if anything was dictated in a clinic of the demo, or if its people may not sign in, so that nobody could work
 * there.
 */
export async function mayTakeDemoJobs(work: Work, clinicId: string): Promise<boolean> {
  const dictation = await work.db
    .selectFrom('dictations')
    .select('id')
    .where('clinicId', '=', clinicId)
    .limit(1)
    .executeTakeFirst()
  const disabled = await people(work).select('id').where('isEnabled', '=', false).limit(1).executeTakeFirst()
  return !dictation && !disabled
}

/** The place for the demo's jobs; undefined if there is no demo. */
export const findPlaceForJobs = (work: Work, clinicName: string, facilityName: string) =>
  work.db
    .selectFrom('clinics as c')
    .innerJoin('facilities as f', 'f.clinicId', 'c.clinicId')
    .select(['c.clinicId', 'f.id as facilityId'])
    .where(({ and }) => and({ 'c.demo': true, 'c.name': clinicName, 'f.name': facilityName }))
    .executeTakeFirst()

/** The ids of the demo's people, by their emails. */
export const listDemoPeople = (work: Work) => people(work).select(['id', 'email']).execute()

/** The emails of the people who may sign in. */
export const listEnabledDemoEmails = async (work: Work) =>
  (await people(work).select('email').where('isEnabled', '=', true).execute()).map(({ email }) => email)

/** The demo's people who have a password. */
export const listDemoSignIns = (work: Work) =>
  people(work)
    .select(['id', 'email', 'passwordHash'])
    .where('passwordHash', 'is not', null)
    .$narrowType<{ passwordHash: string }>()
    .execute()

/** Those of these people without a photo. */
export const listPhotoless = (work: Work, emails: readonly string[]) =>
  people(work).select(['id', 'email']).where('email', '=', anyOf(emails)).where('photoBlobId', 'is', null).execute()

export const setDemoPhoto = (work: Work, userId: string, photoBlobId: string) =>
  work.db.updateTable('users').set({ photoBlobId }).where('id', '=', userId).where('photoBlobId', 'is', null).execute()

/** Marks all earlier notifications as read; none of them is mailed. */
export const readNotificationsBefore = (work: Work, moment: Date) =>
  work.db
    .updateTable('notifications')
    .set(({ ref }) => ({ readAt: ref('createdAt'), mailDueAt: null }))
    .where('clinicId', '=', work.clinicId)
    .where('createdAt', '<', moment)
    .execute()

export async function updateDemoPassword(work: Work, userId: string, passwordHash: string) {
  await work.db.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
}

/** Enables or disables all sign-ins of the demo. @returns the people whose state changed */
export async function setDemoEnabled(work: Work, isEnabled: boolean): Promise<string[]> {
  const changed = await work.db
    .updateTable('users')
    .set(({ eb }) => ({ isEnabled, version: eb('version', '+', 1) }))
    .where('email', 'like', `%${demoDomain}`)
    .where('isEnabled', '=', !isEnabled)
    .returning('id')
    .execute()
  return changed.map(({ id }) => id)
}

export async function insertClinic(work: Work, name: string, clinicId = newId()): Promise<string> {
  await work.db.insertInto('clinics').values({ clinicId, name, demo: true }).execute()
  return clinicId
}

export async function insertFacility(
  work: Work,
  clinicId: string,
  facility: Pick<
    Insertable<Tables['facilities']>,
    | 'name'
    | 'isEnabled'
    | 'isParent'
    | 'organisationId'
    | 'plan'
    | 'planEndDate'
    | 'planRenews'
    | 'verificationAskedSince'
  >,
  workTypes: readonly string[],
): Promise<string> {
  const id = newId()
  await work.db
    .insertInto('facilities')
    .values({
      clinicId,
      id,
      transcriptionFlow: 'TRANSCRIPTION_REVIEWER',
      reviewerCount: 2,
      noteType: 'Progress Note',
      ehrType: 'demo',
      plan: 'STANDARD',
      ...facility,
    })
    .execute()
  await insertWorkTypes(work, clinicId, id, workTypes)
  return id
}

/** Keeps what a facility of the demo is connected to its EHR with. */
export async function insertEhrSettings(
  work: Work,
  clinicId: string,
  facilityId: string,
  settings: Record<string, string>,
): Promise<void> {
  await work.db
    .insertInto('ehrSettings')
    .values({ clinicId, facilityId, ehrType: 'demo', settings: asJson(settings), updatedAt: work.now })
    .execute()
}

/** Sets the targets there in minutes, by work type; '' means any other. */
export async function insertTargets(
  work: Work,
  clinicId: string,
  facilityId: string,
  minutesOf: Record<string, number>,
) {
  for (const [workType, minutes] of Object.entries(minutesOf))
    await work.db
      .insertInto('turnaroundTargets')
      .values({ clinicId, facilityId, workType, minutes, priority: 'ROUTINE' })
      .execute()
}

/** Sets what a line is paid to transcriptionists, in hundredths of a cent. */
export async function insertPayRate(work: Work, clinicId: string, rate: number) {
  await work.db.insertInto('payRates').values({ clinicId, rate }).execute()
}

/** Sets which fields of the demo EHR a facility exposes, by work type (Q063). */
export async function insertExposedFields(
  work: Work,
  clinicId: string,
  facilityId: string,
  fieldsOf: Record<string, Exposed[]>,
) {
  for (const [workType, exposed] of Object.entries(fieldsOf))
    await work.db
      .insertInto('deviceConfigurations')
      .values({ clinicId, facilityId, workType, exposed: asJson(exposed), version: 1 })
      .execute()
}

export async function insertPerson(
  work: Work,
  clinicId: string | null,
  { account: _account, clinic: _clinic, ...person }: DemoPerson & { email: string; passwordHash: string },
  facilityIds: readonly string[],
): Promise<string> {
  const id = newId()
  await work.db
    .insertInto('users')
    .values({
      ...person,
      id,
      clinicId,
      facilityAccess: person.userType === 'clinicAdmin' || person.userType === 'admin',
      phoneCountryCode: '+1',
      phoneNumber: '2025550100',
    })
    .execute()
  for (const facilityId of clinicId ? facilityIds : [])
    await work.db.insertInto('facilityUsers').values({ clinicId: clinicId!, facilityId, userId: id }).execute()
  return id
}

/** Links both reviewers at both levels to an author, and adds one group of them. */
export async function linkReviewers(
  work: Work,
  clinicId: string,
  authorId: string,
  reviewerIds: readonly string[],
  billerId: string,
) {
  await work.db
    .updateTable('users')
    .set({ billerId })
    .where(({ and }) => and({ clinicId, id: authorId }))
    .execute()
  for (const level of ['LEVEL_1', 'LEVEL_2'] as const)
    for (const reviewerId of reviewerIds)
      await work.db.insertInto('authorReviewers').values({ clinicId, authorId, level, reviewerId }).execute()
}

export async function insertGroup(
  work: Work,
  clinicId: string,
  groupName: string,
  level: Insertable<Tables['reviewerGroups']>['level'],
  reviewerIds: readonly string[],
) {
  const id = newId()
  await work.db.insertInto('reviewerGroups').values({ clinicId, id, groupName, level }).execute()
  for (const reviewerId of reviewerIds)
    await work.db.insertInto('reviewerGroupMembers').values({ clinicId, groupId: id, reviewerId }).execute()
}

export async function insertPatients(
  work: Work,
  clinicId: string,
  facilityIds: readonly string[],
  patients: readonly DemoPatient[],
) {
  for (const [index, patient] of patients.entries()) {
    const dictation = facilityIds.length > 1 ? dictationAbout(index) : undefined
    await bringPatient(
      { ...work, clinicId },
      {
        ...patient,
        ...detailsOf(index),
        facilityId: facilityIds[index % facilityIds.length]!,
        source: 'EHR',
        records: recordOf(index, patient, dictation),
      },
    )
  }
}

export type DemoEhrDoctor = Omit<Insertable<Tables['ehrDoctors']>, 'clinicId' | 'phoneCountryCode' | 'phoneNumber'>

export async function insertEhrDoctor(
  work: Work,
  clinicId: string,
  { phone, ...doctor }: DemoEhrDoctor & { phone: string },
) {
  await work.db
    .insertInto('ehrDoctors')
    .values({ ...doctor, clinicId, phoneCountryCode: '+1', phoneNumber: phone })
    .execute()
}
