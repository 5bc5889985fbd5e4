import { peopleRefusals } from '@dictara/contract/people'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { endSessionsOf } from '../identity/index.ts'
import { countOtherClinicAdmins, getPerson, updateEnabled } from './people.store.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** A person was disabled. The jobs they hold return to their pools (T23). */
    'person.disabled': { userId: string }
  }
  interface AuditEvents {
    'person.enabled': { userId: string }
    'person.disabled': { userId: string }
  }
}

/**
 * Disables or enables a person. Disabling ends their sessions at once (Q013, Q053, Q054).
 * @param wanted the state to set, so that the second of two people who want the same does not undo it; absent: switches
 */
export async function togglePerson(work: ClinicWork, userId: string, wanted?: boolean) {
  const person = await getPerson(work, userId)
  const isEnabled = wanted ?? !person.isEnabled
  if (!isEnabled) {
    refuseUnless(userId !== work.actor.userId, peopleRefusals.yourself)
    refuseUnless(
      person.userType !== 'clinicAdmin' || (await countOtherClinicAdmins(work, userId)) > 0,
      peopleRefusals.lastClinicAdmin,
    )
  }
  if (await updateEnabled(work, userId, isEnabled)) {
    await work.audit({ event: isEnabled ? 'person.enabled' : 'person.disabled', detail: { userId } })
    if (!isEnabled) {
      await endSessionsOf(work, userId, 'DISABLED')
      await work.record('person.disabled', { userId })
    }
  }
  return {
    result: [{ isEnabled }],
    message: `${person.fullName} is ${isEnabled ? 'enabled' : 'disabled'}.`,
  }
}
