import { type Insertable, sql } from 'kysely'
import { seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, type Tables, valueOf, type Work } from '../../platform/database/index.ts'
import { people } from './people.store.ts'

type UserRow = Insertable<Tables['users']>

/** The columns that are written for everybody. */
export type PersonRow = Pick<UserRow, 'email' | 'firstName' | 'lastName'> &
  Required<Pick<UserRow, 'npi' | 'phoneCountryCode' | 'phoneNumber' | 'dob'>>
/** The further columns of a kind of people. */
export type KindRow = Pick<UserRow, 'userPrivilege'> & Partial<Omit<UserRow, 'id' | 'clinicId' | keyof PersonRow>>

export async function insertPerson(work: Work, row: PersonRow & KindRow & Pick<UserRow, 'id' | 'userType'>) {
  await work.db
    .insertInto('users')
    .values({ ...row, clinicId: work.clinicId })
    .execute()
}

export async function updatePerson(work: Work, id: string, row: PersonRow & KindRow): Promise<void> {
  await work.db
    .updateTable('users')
    .set(({ eb }) => ({ ...row, version: eb('version', '+', 1) }))
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

/** Links a person to one facility more. */
export async function linkToFacility(work: Work, userId: string, facilityId: string): Promise<void> {
  await work.db
    .insertInto('facilityUsers')
    .values({ clinicId: work.clinicId, facilityId, userId })
    .onConflict((known) => known.doNothing())
    .execute()
}

/** Links the person to exactly these of the facilities that the actor reaches. Links to other facilities stay. */
export async function replaceFacilities(work: ClinicWork, userId: string, facilityIds: readonly string[]) {
  await work.db
    .deleteFrom('facilityUsers')
    .where(({ and }) => and({ clinicId: work.clinicId, userId }))
    .where(({ eb, not }) => not(eb('facilityId', '=', anyOf(facilityIds))))
    .$if(!seesWholeClinic(work.actor), (reached) => reached.where('facilityId', '=', anyOf(work.actor.facilityIds)))
    .execute()
  if (facilityIds.length > 0)
    await work.db
      .insertInto('facilityUsers')
      .values(facilityIds.map((facilityId) => ({ clinicId: work.clinicId, facilityId, userId })))
      .onConflict((known) => known.doNothing())
      .execute()
}

export const emailIsTaken = (work: Work, email: string, butFor: string | null): Promise<boolean> =>
  valueOf(work, sql<boolean>`gate.email_is_taken(${email}, ${butFor}::uuid)`)

export async function npiIsTaken(work: Work, npi: string, butFor: string | null): Promise<boolean> {
  const other = await people(work)
    .select('u.id')
    .where('u.npi', '=', npi)
    .where('u.id', 'is distinct from', butFor)
    .executeTakeFirst()
  return other !== undefined
}
