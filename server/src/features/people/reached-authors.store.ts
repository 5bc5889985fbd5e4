import { sql } from 'kysely'
import { seesWholeClinic } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { isAt, isAuthor, people } from './people.store.ts'

/** Authors whose rosters the actor may see, by role: themselves, those they bill for, those at their facilities, or all of the clinic. */
function reachedAuthors(work: ClinicWork) {
  const { actor } = work
  const authors = people(work).where(isAuthor)
  if (seesWholeClinic(actor)) return authors
  if (actor.userType === 'biller') return authors.where('u.billerId', '=', actor.userId)
  if (actor.userType === 'admin')
    return authors.where((u) => u.or([u.eb('u.id', '=', actor.userId), isAt(actor.facilityIds)(u)]))
  return authors.where('u.id', '=', actor.userId)
}

/** Finds an author whose roster the actor may see; undefined for other people. */
export const findReachedAuthor = (work: ClinicWork, userId: string) =>
  reachedAuthors(work).select(['u.id', 'u.fullName']).where('u.id', '=', userId).executeTakeFirst()

/** The enabled authors whose rosters the actor may see, by name. */
export const listReachedAuthors = (work: ClinicWork) =>
  reachedAuthors(work)
    .select(['u.id', 'u.fullName'])
    .where('u.isEnabled', '=', true)
    .orderBy('u.lastName')
    .orderBy('u.firstName')
    .orderBy('u.id')
    .limit(1000)
    .execute()

/** True for facilities `f` at which an enabled person works. */
export const worksAt = (work: ClinicWork, userId: string) => sql<boolean>`exists (
  select from users u where u.clinic_id = ${work.clinicId} and u.id = ${userId} and u.is_enabled
    and (u.user_type = 'clinicAdmin' or exists (select from facility_users l
      where l.clinic_id = u.clinic_id and l.user_id = u.id and l.facility_id = f.id)))`
