import { sharedRefusals } from '@dictara/contract'
import type { EhrBehaviour } from '@dictara/contract/filing'
import { findBehaviour, listReceivedNotes, saveBehaviour } from '../../gateways/ehr/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { findFacility } from '../facilities/index.ts'
import { hasDemoEhr } from './filing.store.ts'

/** @throws Refusal 403 outside demo clinics, 404 for a facility that writes to another EHR or none. */
async function guardDemo(work: Work, facilityId: string) {
  const { isDemoClinic, isDemoEhr } = await hasDemoEhr(work, facilityId)
  refuseUnless(isDemoClinic, sharedRefusals.notPermitted)
  if (!isDemoEhr) throw notFound()
}

/** What the demo EHR of a facility received and how it answers (Q192). */
export async function showDemoEhr(work: Work, facilityId: string, paging: { page: number; size: number }) {
  await guardDemo(work, facilityId)
  const { result, size } = await listReceivedNotes(work, facilityId, paging)
  const { timeZone } = (await findFacility(work, facilityId))!
  return { result, size, extra: { behaviour: await findBehaviour(work, facilityId), timeZone } }
}

export async function setBehaviour(work: Work, facilityId: string, behaviour: EhrBehaviour) {
  await guardDemo(work, facilityId)
  await saveBehaviour(work, facilityId, behaviour)
}
