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

/** Takes a patient from a roster until its day has passed at the facility (Q040); of two who do it at once one has done it. */
export async function removeFromRoster(work: ClinicWork, rosterId: string): Promise<void> {
  const entry = await findEntry(work, rosterId)
  if (!entry) throw notFound()
  refuseUnless(entry.day >= entry.today, rosterRefusals.dayPast)
  refuseUnless(await isVerified(work, entry.facilityId), rosterRefusals.notAuthorised)
  if (!(await deleteEntry(work, rosterId))) throw notFound()
  const { providerId, day, facilityId, patientId } = entry
  await work.audit({ event: 'roster.removed', facilityId, patientId, detail: { providerId, day } })
}
