import type { Reason } from '@dictara/contract/operator'
import type { Actor } from '../../platform/actor.ts'
import type { Doors } from '../../platform/database/index.ts'
import { notFound } from '../../platform/refusal.ts'
import { readClinicCounts } from '../dashboards/index.ts'
import { listFacilityCards, listFacilityDetails } from '../facilities/index.ts'
import { findClinicOfAdmin, getClinicName } from './operator.store.ts'

/**
 * What a clinic is, as the one who runs it sees it: counts, last activities, facilities. Kept in the audit of that clinic and of
 * the operator's own.
 * @throws Refusal 404 unless somebody enabled of this id runs a clinic.
 */
export async function lookIntoClinic(doors: Doors, actor: Actor, userId: string, reason: Reason) {
  const what = 'tenant-dashboard'
  const found = await doors.asOperator(actor, { what: 'clinic-admin', reason }, (work) =>
    findClinicOfAdmin(work, userId),
  )
  if (!found) throw notFound()
  return doors.asOperator(actor, { what, reason, clinicId: found.clinicId }, async (work) => ({
    ...(await readClinicCounts(work)),
    clinicName: await getClinicName(work),
    facilities: await listFacilityCards(work, userId),
    details: await listFacilityDetails(work),
  }))
}
