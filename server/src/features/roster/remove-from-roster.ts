import { rosterRefusals } from '@dictara/contract/roster'
import type { ClinicWork } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { isVerified } from '../facilities/index.ts'
import { deleteEntry, findEntry } from './roster.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'roster.removed': { providerId: string; day: string }
  }
}

/** Removes a patient from a roster whose day has not passed at the facility (Q040). Of two concurrent calls one removes them. */
export async function removeFromRoster(work: ClinicWork, rosterId: string): Promise<void> {
  const entry = await findEntry(work, rosterId)
  if (!entry) throw notFound()
  refuseUnless(entry.day >= entry.today, rosterRefusals.dayPast)
  refuseUnless(await isVerified(work, entry.facilityId), rosterRefusals.notAuthorised)
  if (!(await deleteEntry(work, rosterId))) throw notFound()
  const { providerId, day, facilityId, patientId } = entry
  await work.audit({ event: 'roster.removed', facilityId, patientId, detail: { providerId, day } })
}
