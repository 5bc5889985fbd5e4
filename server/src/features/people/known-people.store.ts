import { sql } from 'kysely'
import { anyOf, type ClinicWork, type Work } from '../../platform/database/index.ts'
import { isManagedBy, people } from './people.store.ts'

/** Those of these addresses, in lower case, that people have whom the actor manages. */
export const listManagedWith = (work: ClinicWork, emails: readonly string[]) =>
  people(work)
    .select(['u.fullName', 'u.userType', 'u.isEnabled', sql<string>`lower(u.email)`.as('email')])
    .where(sql<string>`lower(u.email)`, '=', anyOf(emails))
    .where(isManagedBy(work.actor))
    .execute()

/** Those of these NPI numbers that somebody of the clinic has. */
export const listNpisAmong = (work: Work, npis: readonly string[]) =>
  people(work).select('u.npi').where('u.npi', '=', anyOf(npis)).execute()
