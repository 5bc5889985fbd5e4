import { sharedRefusals } from '@dictara/contract'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { hasFacilityAccess } from './ehr-configuration.store.ts'

/** @throws Refusal 403 for an admin without facility access (Q087) */
export async function guardAccess(work: ClinicWork): Promise<void> {
  refuseUnless(await hasFacilityAccess(work), sharedRefusals.notPermitted)
}
