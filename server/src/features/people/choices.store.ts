import { sql } from 'kysely'
import { seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, page, type PageQuery, type Work } from '../../platform/database/index.ts'
import { isAt, people, phoneOf } from './people.store.ts'

/** True for the id of an enabled biller. */
export async function isBiller(work: Work, id: string): Promise<boolean> {
  const biller = await people(work)
    .select('u.id')
    .where(({ and }) => and({ 'u.id': id, 'u.userType': 'biller', 'u.isEnabled': true }))
    .executeTakeFirst()
  return biller !== undefined
}

/** The reviewers whom the actor may choose: those at an admin's facilities, or all of the clinic for a clinic administrator. */
const choosable = (work: ClinicWork) =>
  people(work)
    .where(({ and }) => and({ 'u.userType': 'reviewer', 'u.isEnabled': true }))
    .$if(!seesWholeClinic(work.actor), (all) => all.where(isAt(work.actor.facilityIds)))

/** Counts the ids of reviewers whom the actor may choose. */
export async function countReviewers(work: ClinicWork, ids: readonly string[]): Promise<number> {
  return (await choosable(work).select('u.id').where('u.id', '=', anyOf(ids)).execute()).length
}

/** The given facilities that the actor reaches. */
export const listReachedFacilities = (work: ClinicWork, ids: readonly string[]) =>
  work.db
    .selectFrom('facilities')
    .select('isEnabled')
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', anyOf(ids))
    .$if(!seesWholeClinic(work.actor), (reached) => reached.where('id', '=', anyOf(work.actor.facilityIds)))
    .execute()

export const listReviewerOptions = (work: ClinicWork) =>
  choosable(work).select(['u.id', 'u.fullName', 'u.email']).orderBy('u.fullName').orderBy('u.id').limit(500).execute()

export const listBillerOptions = (work: Work, query: PageQuery<'name'>) =>
  page(work, query, {
    from: people(work).where(({ and }) => and({ 'u.userType': 'biller', 'u.isEnabled': true })),
    columns: (billers) => billers.select(['u.id', 'u.fullName']),
    sort: { name: 'u.fullName' },
    tie: 'u.id',
  })

/** Finds a doctor in the clinic's EHR. `isInvited`: an account already has the id. */
export async function findEhrDoctor(work: Work, ehrDoctorId: string): Promise<{ isInvited: boolean } | undefined> {
  const doctor = await work.db
    .selectFrom('ehrDoctors as e')
    .leftJoin('users as u', (join) => join.onRef('u.clinicId', '=', 'e.clinicId').onRef('u.ehrDoctorId', '=', 'e.id'))
    .select('u.id as userId')
    .where(({ and }) => and({ 'e.clinicId': work.clinicId, 'e.id': ehrDoctorId }))
    .executeTakeFirst()
  return doctor && { isInvited: doctor.userId !== null }
}

/** The doctors of the EHR. `invited`: an account has their id or their email. */
export const listEhrDoctors = (work: Work) =>
  work.db
    .selectFrom('ehrDoctors as e')
    .select(['e.id', 'e.firstName', 'e.lastName', 'e.email', 'e.npi'])
    .select(sql<string>`e.first_name || ' ' || e.last_name`.as('fullName'))
    .select([
      phoneOf('e').as('phoneNumber'),
      sql<boolean>`exists (select from users u where u.clinic_id = e.clinic_id
        and (u.ehr_doctor_id = e.id or lower(u.email) = lower(e.email)))`.as('invited'),
    ])
    .where('e.clinicId', '=', work.clinicId)
    .orderBy('e.lastName')
    .orderBy('e.firstName')
    .orderBy('e.id')
    .limit(500)
    .execute()
