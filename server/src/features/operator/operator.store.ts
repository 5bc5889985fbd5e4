import { type ClinicAdmin, mostClinicAdmins } from '@dictara/contract/operator'
import { sql } from 'kysely'
import { type ClinicWork, hasWords } from '../../platform/database/index.ts'

/** Who runs the clinics, by name: as the operator's door shows them. */
export const listClinicAdmins = (work: ClinicWork, searchValue: string): Promise<ClinicAdmin[]> =>
  work.db
    .selectFrom('users as u')
    .select(['u.id', 'u.fullName', 'u.email'])
    .where(({ and }) => and({ 'u.userType': 'clinicAdmin', 'u.isEnabled': true }))
    .where(hasWords(sql<string>`u.full_name || ' ' || u.email`, searchValue))
    .orderBy('u.fullName')
    .orderBy('u.id')
    .limit(mostClinicAdmins)
    .execute()

/** The clinic that somebody runs; undefined: nobody enabled of this id runs one. */
export const findClinicOfAdmin = (work: ClinicWork, userId: string) =>
  work.db
    .selectFrom('users as u')
    .select('u.clinicId')
    .where(({ and }) => and({ 'u.id': userId, 'u.userType': 'clinicAdmin', 'u.isEnabled': true }))
    .where('u.clinicId', 'is not', null)
    .$narrowType<{ clinicId: string }>()
    .executeTakeFirst()

export async function getClinicName(work: ClinicWork): Promise<string> {
  const { name } = await work.db
    .selectFrom('clinics')
    .select('name')
    .where('clinicId', '=', work.clinicId)
    .executeTakeFirstOrThrow()
  return name
}
