import type { Address, NotificationConfig, Profile } from '@dictara/contract/profile'
import { sql } from 'kysely'
import { asJson, type ClinicWork, type RowOf } from '../../platform/database/index.ts'
import { people, phoneOf } from './people.store.ts'

declare module '../../platform/database/columns.ts' {
  interface JsonColumns {
    'users.address': Address
  }
}

const own = (work: ClinicWork) => people(work).where('u.id', '=', work.actor.userId)
const change = (work: ClinicWork) =>
  work.db.updateTable('users').where(({ and }) => and({ clinicId: work.clinicId, id: work.actor.userId }))

/** The actor's own profile. */
export const getOwnDetails = (work: ClinicWork): Promise<Profile> =>
  own(work)
    .select(['u.id', 'u.firstName', 'u.lastName', 'u.fullName', 'u.email', 'u.address', 'u.activateRoster'])
    .select(['u.profilePic', 'u.userType', 'u.version', phoneOf('u').as('phoneNumber')])
    .$narrowType<{ userType: Profile['userType'] }>()
    .executeTakeFirstOrThrow()

export type Flags = Omit<NotificationConfig, 'userId' | 'version'>

/** Which notifications the actor wants. */
export const getOwnFlags = (work: ClinicWork): Promise<NotificationConfig> =>
  own(work)
    .select(['u.id as userId', 'u.version', 'u.facilityAuthenticationNotification', 'u.jobUpdateNotification'])
    .select(['u.emrSubmissionSuccessNotification', 'u.emrSubmissionFailureNotification'])
    .executeTakeFirstOrThrow()

export type OwnDetails = RowOf<'users', 'firstName' | 'lastName' | 'phoneCountryCode' | 'phoneNumber' | 'address'>

/** Changes the actor's row if its version is `seen`, or any version without `seen`. @returns false when the version differs */
export async function updateOwn(
  work: ClinicWork,
  { address, ...changed }: Partial<OwnDetails & Flags & RowOf<'users', 'activateRoster'>>,
  seen: number | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await change(work)
    .set(({ eb }) => ({
      ...changed,
      ...(address !== undefined && { address: address && asJson(address) }),
      version: eb('version', '+', 1),
    }))
    .$if(seen !== undefined, (known) => known.where('version', '=', seen!))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The actor's email, names, password hash (null: no password), and whether they have a second factor. */
export const getOwnSignIn = (work: ClinicWork) =>
  own(work)
    .select(['u.email', 'u.firstName', 'u.lastName', 'u.passwordHash', 'u.shortPassword'])
    .select(sql<boolean>`gate.factors_of(u.id) <> '{}'`.as('hasFactor'))
    .executeTakeFirstOrThrow()

/** @returns false when email or password have changed since they were proved */
export async function updateOwnSignIn(
  work: ClinicWork,
  changed: { email: string; passwordHash: string; shortPassword: boolean },
  proved: { email: string; passwordHash: string },
): Promise<boolean> {
  const { numUpdatedRows } = await change(work)
    .set(({ eb }) => ({ ...changed, version: eb('version', '+', 1) }))
    .where(({ and }) => and(proved))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Locks the actor's row, so that concurrent changes of the photo run one after the other. @returns the present blob */
export async function lockOwnPhoto(work: ClinicWork): Promise<string | null> {
  const { photoBlobId } = await own(work).select('u.photoBlobId').forNoKeyUpdate().executeTakeFirstOrThrow()
  return photoBlobId
}

/** Sets the photo; null removes it. @returns the address of the photo */
export async function updateOwnPhoto(work: ClinicWork, photoBlobId: string | null): Promise<string | null> {
  const { profilePic } = await change(work).set({ photoBlobId }).returning('profilePic').executeTakeFirstOrThrow()
  return profilePic
}

/** The photo's blob of a person of the clinic; undefined if there is no such person, null if they have no photo. */
export async function findPhoto(work: ClinicWork, userId: string): Promise<string | null | undefined> {
  const person = await people(work).select('u.photoBlobId').where('u.id', '=', userId).executeTakeFirst()
  return person && person.photoBlobId
}
