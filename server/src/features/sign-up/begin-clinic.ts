import type { Work } from '../../platform/database/index.ts'
import { insertFirstFacility } from '../facilities/index.ts'
import { addFirstAdministrator, type FirstAdministrator } from '../people/index.ts'
import { firstTemplates, insertTemplate } from '../templates/index.ts'

export interface NewClinic {
  name: string
  facility: string
  timeZone: string
  /** How long its first facility is free (Q152), where facilities have to pay for a plan. */
  trialDays: number
}

/**
 * Makes the transaction's clinic: its parent facility with work types, templates, and its first administrator (Q002).
 * @returns the administrator's id, or null when somebody has the email; then the transaction has to be given up.
 */
export async function beginClinic(
  work: Work,
  clinic: NewClinic,
  administrator: FirstAdministrator,
): Promise<string | null> {
  const facilityId = await insertFirstFacility(work, clinic)
  for (const template of firstTemplates) await insertTemplate(work, work.clinicId, template)
  return addFirstAdministrator(work, facilityId, administrator)
}
