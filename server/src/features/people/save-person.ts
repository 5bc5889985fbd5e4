import type { UserType } from '@dictara/contract'
import { type Person, type PersonInput, peopleRefusals } from '@dictara/contract/people'
import { isManager } from '@dictara/contract/roles'
import { type ClinicWork, waitForTurn } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless, refuseUnlessAsSeen } from '../../platform/refusal.ts'
import { findClinicDay } from '../facilities/index.ts'
import { listReachedFacilities } from './choices.store.ts'
import { type Invite, linkIn, type PeopleLetters } from './invite-person.ts'
import { getPerson, lockPerson, reachesBeyond } from './people.store.ts'
import {
  emailIsTaken,
  insertPerson,
  type KindRow,
  npiIsTaken,
  type PersonRow,
  replaceFacilities,
  updatePerson,
} from './save-person.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'person.added': { userId: string; userType: UserType }
    'person.edited': { userId: string }
  }
}

interface Checked {
  columns: KindRow
  /** Writes further data outside the person's row. */
  write?: (id: string) => Promise<void>
}

/** What differs between kinds of people when somebody is added or edited. */
export interface Kind<Input extends PersonInput = PersonInput> {
  /** The user types of this kind. New people get the first, unless `columns` name another. */
  userTypes: readonly [UserType, ...UserType[]]
  /** Checks the input that only this kind has. `before`: the present person, when one is edited. */
  check: (work: ClinicWork, input: Input, before?: Person) => Promise<Checked>
}

const rowOf = (input: PersonInput): PersonRow => ({
  email: input.email,
  firstName: input.firstName,
  lastName: input.lastName,
  npi: input.npi ?? null,
  phoneCountryCode: input.phoneNumber.countryCode,
  phoneNumber: input.phoneNumber.number,
  dob: input.dob ?? null,
})

const elsewhere = (person: Person) => (isManager(person) ? peopleRefusals.editedInAdmins : peopleRefusals.otherKind)

async function check<I extends PersonInput>(work: ClinicWork, kind: Kind<I>, input: I, before?: Person) {
  refuseUnless(!input.dob || input.dob <= (await findClinicDay(work)).today, peopleRefusals.bornInFuture)
  const id = before?.id ?? null
  await waitForTurn(work, `email ${input.email.toLowerCase()}`)
  refuseUnless(!(await emailIsTaken(work, input.email, id)), peopleRefusals.emailTaken)
  if (input.npi) await waitForTurn(work, `NPI ${work.clinicId} ${input.npi}`)
  refuseUnless(!input.npi || !(await npiIsTaken(work, input.npi, id)), peopleRefusals.npiTaken)
  const facilityIds = [...new Set(input.facilityIds)]
  const added = facilityIds.filter((facilityId) => !before?.facilityIds.includes(facilityId))
  const facilities = await listReachedFacilities(work, added)
  refuseUnless(facilities.length === added.length, peopleRefusals.facilityUnknown)
  refuseUnless(
    facilities.every(({ isEnabled }) => isEnabled),
    peopleRefusals.facilityDisabled,
  )
  return { facilityIds, ...(await kind.check(work, input, before)) }
}

/** Adds a person of a kind, without a password, and invites them to set one. */
export async function addPerson<I extends PersonInput>(
  work: ClinicWork,
  kind: Kind<I>,
  input: I,
  invite: Invite,
): Promise<{ result: Person[]; extra?: { invitationLink: string } }> {
  const { facilityIds, columns, write } = await check(work, kind, input)
  const row = { ...rowOf(input), userType: kind.userTypes[0], ...columns, id: newId(work.now.getTime()) }
  await insertPerson(work, row)
  await replaceFacilities(work, row.id, facilityIds)
  await write?.(row.id)
  await work.audit({ event: 'person.added', detail: { userId: row.id, userType: row.userType } })
  const link = await invite(work, row.id)
  return { result: [await getPerson(work, row.id)], ...linkIn(link) }
}

/**
 * Changes a person. Takes effect at their next call, since each call reads their rights from the row. If the email changes, links
 * sent to the old address end: people without a password are invited at the new one (Q005), others are told at the old one (Q060).
 * An admin may change the email only of accounts that reach no facility beyond the admin's.
 */
export async function editPerson<I extends PersonInput>(
  work: ClinicWork,
  kind: Kind<I>,
  input: I & { id: string; version?: number | undefined },
  letters: PeopleLetters,
): Promise<Person> {
  const { id } = input
  await lockPerson(work, id)
  const person = await getPerson(work, id)
  refuseUnless(kind.userTypes.includes(person.userType), elsewhere(person))
  refuseUnless(person.isEnabled, peopleRefusals.disabled)
  await refuseUnlessAsSeen(person.version, input, () => person)
  const isMoved = person.email.toLowerCase() !== input.email.toLowerCase()
  // Whoever receives an account's mails controls the account, through a link for a forgotten password.
  refuseUnless(!isMoved || !(await reachesBeyond(work, id)), peopleRefusals.emailFixed)
  const { facilityIds, columns, write } = await check(work, kind, input, person)
  await updatePerson(work, id, { ...rowOf(input), ...columns })
  await replaceFacilities(work, id, facilityIds)
  await write?.(id)
  await work.audit({ event: 'person.edited', detail: { userId: id } })
  if (isMoved) await letters.moved(work, person, input.email)
  return getPerson(work, id)
}
