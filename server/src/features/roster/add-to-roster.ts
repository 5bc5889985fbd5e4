import { rosterRefusals } from '@dictara/contract/roster'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { dayAt, findFacility, isVerified } from '../facilities/index.ts'
import { countPatientsOf } from '../patients/index.ts'
import { findAllowance } from '../plans/index.ts'
import { insertEntries, isWorkingAt } from './roster.store.ts'
import { whoseRoster } from './whose-roster.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'roster.added': { providerId: string; day: string; rosterIds: string[] }
  }
}

interface Added {
  /** Unix seconds; counts as the day it falls on at the facility (Q042). */
  dateTime: number
  facilityId: string
  patientIds: readonly string[]
  providerId?: string | null | undefined
}

/**
 * Adds patients to a roster, for today at the facility or later (Q040). Patients who are already on it stay once (Q041).
 * @throws Refusal 403 if the EHR has not verified the actor (Q038), 409 if all of them are already on it
 */
export async function addToRoster(work: ClinicWork, { dateTime, facilityId, patientIds, providerId }: Added) {
  const provider = await whoseRoster(work, providerId)
  const facility = await findFacility(work, facilityId)
  refuseUnless(
    facility?.isEnabled && (await isWorkingAt(work, provider.id, facilityId)),
    rosterRefusals.facilityUnknown,
  )
  refuseUnless(await isVerified(work, facilityId), rosterRefusals.notAuthorised)
  refuseUnless(!(await findAllowance(work, facilityId)).hasExpired, rosterRefusals.planExpired)
  const day = await dayAt(work, facilityId, new Date(dateTime * 1000))
  refuseUnless(day >= facility.today, rosterRefusals.dayPast)
  const chosen = [...new Set(patientIds)]
  refuseUnless((await countPatientsOf(work, facilityId, chosen)) === chosen.length, rosterRefusals.patientUnknown)
  const rosterIds = await insertEntries(work, { providerId: provider.id, facilityId, day, patientIds: chosen })
  refuseUnless(rosterIds.length > 0, rosterRefusals.thereAlready)
  await work.audit({ event: 'roster.added', facilityId, detail: { providerId: provider.id, day, rosterIds } })
  return { added: rosterIds.length, alreadyThere: chosen.length - rosterIds.length }
}
