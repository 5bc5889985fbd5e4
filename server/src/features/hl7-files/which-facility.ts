import { hl7Refusals } from '@dictara/contract/hl7-files'
import type { Message } from '@dictara/hl7'
import { Refusal } from '../../platform/refusal.ts'
import type { Hl7Facility } from './hl7-messages.store.ts'

/** Where messages come from: what was chosen for those that name no facility, and which may be written. */
export interface ReceivedFor {
  facilityId: string | null
  reaches(facilityId: string): boolean
  /**
   * Messages with other bytes under a known control id are taken, with a warning. So it is with files: many senders begin anew with
   * their numbers. Of a live interface such a message is refused.
   */
  mayReuseControlIds?: boolean
}

/** Where a message names the facility that it is for. */
const places = ['MSH-6.1', 'PV1-3.4.1', 'PV1-3.4.2'] as const
const same = (one: string | null, other: string) => one?.trim().toLowerCase() === other

/**
 * The facility of a message: that which it names by name or organisation id, else the chosen one, else the only one with HL7
 * integration.
 * @throws Refusal for one that is disabled or has no HL7 integration, and if there is none
 */
export function whichFacility(
  message: Message,
  all: readonly Hl7Facility[],
  { facilityId, reaches }: Pick<ReceivedFor, 'facilityId' | 'reaches'>,
): Hl7Facility {
  const names = places.map((place) => message.get(place)?.trim().toLowerCase()).filter((name) => name !== undefined)
  const named = names
    .map((name) => all.find((one) => same(one.name, name) || same(one.organisationId, name)))
    .find((one) => one !== undefined)
  const open = all.filter(({ id, takesHl7 }) => takesHl7 && reaches(id))
  const found = named ?? all.find(({ id }) => id === facilityId) ?? (open.length === 1 ? open[0] : undefined)
  if (!found) throw new Refusal(hl7Refusals.facilityUnknown)
  if (!open.includes(found)) throw new Refusal(hl7Refusals.facilityOff, { name: found.name })
  return found
}
