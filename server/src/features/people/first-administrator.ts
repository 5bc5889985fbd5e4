import { type Work, waitForTurn } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { emailIsTaken, insertPerson, type PersonRow } from './save-person.store.ts'
import { insertFacilityLink } from './first-administrator.store.ts'

export interface FirstAdministrator
  extends Pick<PersonRow, 'email' | 'firstName' | 'lastName' | 'phoneCountryCode' | 'phoneNumber'> {
  /** Null if the person chooses the password by a link. */
  passwordHash: string | null
  id?: string
}

/** Adds a clinic's first administrator, linked to its first facility. @returns their id, or null when the email is taken. */
export async function addFirstAdministrator(
  work: Work,
  facilityId: string,
  { id = newId(work.now.getTime()), ...person }: FirstAdministrator,
): Promise<string | null> {
  await waitForTurn(work, `email ${person.email.toLowerCase()}`)
  if (await emailIsTaken(work, person.email, null)) return null
  const kind = { userType: 'clinicAdmin', userPrivilege: 'NONE', facilityAccess: true } as const
  await insertPerson(work, { ...person, ...kind, id, npi: null, dob: null })
  await insertFacilityLink(work, id, facilityId)
  return id
}
