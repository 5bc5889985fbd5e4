import { type Insertable, sql } from 'kysely'
import { type Actor, seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type Tables, type Work } from '../../platform/database/index.ts'
import { type Level, people } from './people.store.ts'

export type DoctorRow = Pick<Insertable<Tables['users']>, 'email' | 'firstName' | 'lastName' | 'userPrivilege'> &
  Required<
    Pick<
      Insertable<Tables['users']>,
      | 'npi'
      | 'phoneCountryCode'
      | 'phoneNumber'
      | 'dob'
      | 'selfReviewEnabled'
      | 'activateRoster'
      | 'billerId'
      | 'reviewerFlow'
      | 'anyReviewerLevel1'
      | 'anyReviewerLevel2'
    >
  >

/** @returns false when email, NPI or EHR doctor belong to somebody already. */
export async function insertDoctor(
  work: Work,
  id: string,
  row: DoctorRow,
  ehrDoctorId: string | null,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('users')
    .values({ ...row, id, clinicId: work.clinicId, userType: 'doctor', ehrDoctorId })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateDoctor(work: Work, id: string, row: DoctorRow): Promise<void> {
  await work.db
    .updateTable('users')
    .set(({ eb }) => ({ ...row, version: eb('version', '+', 1) }))
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

/** Exactly these facilities among those that the actor reaches; links to others stay. */
export async function replaceFacilities(work: Work, actor: Actor, userId: string, facilityIds: readonly string[]) {
  await work.db
    .deleteFrom('facilityUsers')
    .where(({ and }) => and({ clinicId: work.clinicId, userId }))
    .where(({ eb, not }) => not(eb('facilityId', '=', anyOf(facilityIds))))
    .$if(!seesWholeClinic(actor), (reached) => reached.where('facilityId', '=', anyOf(actor.facilityIds)))
    .execute()
  if (facilityIds.length > 0)
    await work.db
      .insertInto('facilityUsers')
      .values(facilityIds.map((facilityId) => ({ clinicId: work.clinicId, facilityId, userId })))
      .onConflict((known) => known.doNothing())
      .execute()
}

export interface LevelChoice {
  level: Level
  reviewerIds: readonly string[]
  groupIds: readonly string[]
}

export async function replaceReviewers(work: Work, authorId: string, choices: readonly LevelChoice[]) {
  const ofAuthor = { clinicId: work.clinicId, authorId }
  await work.db
    .deleteFrom('authorReviewers')
    .where(({ and }) => and(ofAuthor))
    .execute()
  await work.db
    .deleteFrom('authorReviewerGroups')
    .where(({ and }) => and(ofAuthor))
    .execute()
  for (const { level, reviewerIds, groupIds } of choices) {
    if (reviewerIds.length > 0)
      await work.db
        .insertInto('authorReviewers')
        .values(reviewerIds.map((reviewerId) => ({ ...ofAuthor, level, reviewerId })))
        .onConflict((known) => known.doNothing())
        .execute()
    if (groupIds.length > 0)
      await work.db
        .insertInto('authorReviewerGroups')
        .values(groupIds.map((groupId) => ({ ...ofAuthor, level, groupId })))
        .onConflict((known) => known.doNothing())
        .execute()
  }
}

export async function emailIsTaken(work: Work, email: string, butFor: string | null): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean
  }>`select gate.email_is_taken(${email}, ${butFor}::uuid) as taken`.execute(work.db)
  return rows[0]!.taken
}

export async function npiIsTaken(work: Work, npi: string, butFor: string | null): Promise<boolean> {
  const other = await people(work)
    .select('u.id')
    .where('u.npi', '=', npi)
    .where('u.id', 'is distinct from', butFor)
    .executeTakeFirst()
  return other !== undefined
}
