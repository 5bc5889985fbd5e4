import { sql } from 'kysely'
import { anyOf, type ClinicWork, type Work } from '../../platform/database/index.ts'
import { isManagedBy, people } from './people.store.ts'

/** The people that the actor manages whose emails, in lower case, are among these. */
export const listManagedWith = (work: ClinicWork, emails: readonly string[]) =>
  people(work)
    .select(['u.fullName', 'u.userType', 'u.isEnabled', sql<string>`lower(u.email)`.as('email')])
    .where(sql<string>`lower(u.email)`, '=', anyOf(emails))
    .where(isManagedBy(work.actor))
    .execute()

/** The given NPI numbers that people of the clinic already have. */
export const listNpisAmong = (work: Work, npis: readonly string[]) =>
  people(work).select('u.npi').where('u.npi', '=', anyOf(npis)).execute()
