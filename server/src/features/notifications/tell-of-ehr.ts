import type { Work } from '../../platform/database/index.ts'
import { mailDueAt } from './mailing-rules.ts'
import { insertForManagers } from './notifications.store.ts'
import { announceTold } from './tell-people.ts'

/** How an EHR does: since when it fails, and why in words for people; null: it works again. */
export interface EhrState {
  since: Date
  failure: string | null
}

/** Tells who runs a clinic that the EHR of a facility began to fail, or works again; each once, however often it is said. */
export async function tellOfEhr(work: Work, facilityId: string, { since, failure }: EhrState, isMailed: boolean) {
  const target = failure === null ? 'EHR_WORKS_AGAIN' : 'EHR_FAILING'
  const event = `${target} ${facilityId} ${since.toISOString()}`
  const told = await insertForManagers(
    work,
    {
      event,
      target,
      facilityId,
      body: failure === null ? 'The EHR can be read again.' : `The EHR can’t be read. ${failure}`,
      mailDueAt: isMailed ? mailDueAt(target, work.now) : null,
    },
    'emrSubmissionFailure',
  )
  if (told > 0) await announceTold(work, work.clinicId, event)
}

/** Tells who runs a clinic that notes do not get into the EHR of a facility, or do again. It names no reason: the EHR’s own words may name a patient. */
export const tellOfDelivery =
  (target: 'DELIVERY_FAILING' | 'DELIVERY_WORKS_AGAIN', isMailed: boolean) =>
  async (work: Work, { facilityId, ehrName }: { facilityId: string; ehrName: string }): Promise<void> => {
    const event = `${target} ${facilityId} ${work.now.toISOString()}`
    const told = await insertForManagers(
      work,
      {
        event,
        target,
        facilityId,
        body:
          target === 'DELIVERY_FAILING'
            ? `Notes aren’t reaching the EHR (${ehrName}).`
            : `Notes are reaching the EHR (${ehrName}) again.`,
        mailDueAt: isMailed ? mailDueAt(target, work.now) : null,
      },
      'emrSubmissionFailure',
    )
    if (told > 0) await announceTold(work, work.clinicId, event)
  }
