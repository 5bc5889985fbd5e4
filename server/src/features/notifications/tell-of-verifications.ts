import type { Work } from '../../platform/database/index.ts'
import { expireVerifications } from '../facilities/index.ts'
import { mailDueAt } from './mailing-rules.ts'
import { insertVerifications } from './notifications.store.ts'
import { announceTold } from './tell-people.ts'

/** Tells people of all clinics whom a facility's EHR wants verified, once each time that it does. */
export async function tellOfVerifications(work: Work, isMailed: boolean): Promise<void> {
  await expireVerifications(work)
  const told = await insertVerifications(work, isMailed ? mailDueAt('VERIFY_EMR', work.now) : null)
  for (const { clinicId, event } of told) await announceTold(work, clinicId, event)
}
