import type { Work } from '../../platform/database/index.ts'
import { mailDueAt } from './mailing-rules.ts'
import { insertVerifications } from './notifications.store.ts'
import { announceTold } from './tell-people.ts'

/** Tells whom the EHR of a facility wants verified, once each time that it does; of all clinics. */
export async function tellOfVerifications(work: Work, isMailed: boolean): Promise<void> {
  const told = await insertVerifications(work, isMailed ? mailDueAt('VERIFY_EMR', work.now) : null)
  for (const { clinicId, event } of told) await announceTold(work, clinicId, event)
}
