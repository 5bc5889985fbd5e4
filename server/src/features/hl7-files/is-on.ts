import { hl7Refusals } from '@dictara/contract/hl7-files'
import { reachesFacility } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { listHl7Facilities } from './hl7-messages.store.ts'

/** The enabled facilities with HL7 integration that the actor reaches. */
export const listHl7Reached = async (work: ClinicWork) =>
  (await listHl7Facilities(work)).filter(({ id, takesHl7 }) => takesHl7 && reachesFacility(work.actor, id))

/** Refuses unless HL7 is set up for a facility that the actor reaches. @returns the ids of these facilities */
export async function refuseUnlessHl7IsOn(work: ClinicWork): Promise<string[]> {
  const open = await listHl7Reached(work)
  refuseUnless(open.length > 0, hl7Refusals.off)
  return open.map(({ id }) => id)
}
