import { type AdminInput, type Person, peopleRefusals } from '@dictara/contract/people'
import { seesWholeClinic } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { checkAuthor } from './authors.ts'
import type { PeopleLetters } from './invite-person.ts'
import { countOtherClinicAdmins, getPerson } from './people.store.ts'
import { editPerson, type Kind } from './save-person.ts'

type Input = AdminInput & {
  /** Whether they may set up facilities (C14); undefined leaves it unchanged. */
  isFacilityAccessAllowed?: boolean | undefined
}

/**
 * Limits an administrator of some facilities: they may not change clinic administrators or make anybody one, nor change an email
 * address, because they could then request that account's password at the new address.
 */
function checkReach(work: ClinicWork, userType: string, input: Input, before?: Person) {
  if (seesWholeClinic(work.actor)) return
  const isOfClinic = userType === 'clinicAdmin' || before?.userType === 'clinicAdmin'
  refuseUnless(!isOfClinic, peopleRefusals.clinicAdminOnly)
  const isSameEmail = !before || before.email.toLowerCase() === input.email.toLowerCase()
  refuseUnless(isSameEmail, peopleRefusals.adminEmailFixed)
}

async function facilityAccessOf(work: ClinicWork, wanted: boolean | undefined, before?: Person) {
  const present = before?.isFacilityAccessEnabled ?? false
  if (wanted === undefined || wanted === present) return present
  const mayGive = seesWholeClinic(work.actor) || (await getPerson(work, work.actor.userId)).isFacilityAccessEnabled
  refuseUnless(mayGive, peopleRefusals.facilityAccessFixed)
  return wanted
}

/** Administrators of some facilities or of the whole clinic. May have facility access (Q011) and be authors (Q056). */
export const admins: Kind<Input> = {
  userTypes: ['admin', 'clinicAdmin'],
  async check(work, input, before) {
    const userType = input.userType ?? before?.userType ?? 'admin'
    checkReach(work, userType, input, before)
    if (before?.userType === 'clinicAdmin' && userType === 'admin') {
      refuseUnless(before.id !== work.actor.userId, peopleRefusals.ownRole)
      refuseUnless((await countOtherClinicAdmins(work, before.id)) > 0, peopleRefusals.lastClinicAdmin)
    }
    const userPrivilege = input.userPrivilege ?? before?.userPrivilege ?? 'NONE'
    refuseUnless(userPrivilege === 'NONE' || input.npi, peopleRefusals.npiMissing)
    const facilityAccess = await facilityAccessOf(work, input.isFacilityAccessAllowed, before)
    const { columns, write } = await checkAuthor(work, input, before)
    return { columns: { ...columns, userType, userPrivilege, facilityAccess }, write }
  },
}

/** Changes an administrator. */
export async function editAdmin(
  work: ClinicWork,
  input: Input & { id: string; version?: number },
  letters: PeopleLetters,
) {
  // Lock all clinic administrators in one order first, as disabling does, so that two who change each other do not deadlock (Q053).
  if (seesWholeClinic(work.actor)) await countOtherClinicAdmins(work, input.id)
  return editPerson(work, admins, input, letters)
}
