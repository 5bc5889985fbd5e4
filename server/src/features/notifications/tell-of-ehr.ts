import type { Work } from '../../platform/database/index.ts'
import { mailDueAt } from './mailing-rules.ts'
import { insertForManagers } from './notifications.store.ts'
import { announceTold } from './tell-people.ts'

/** How an EHR does: since when it fails, and why in words for people; null: it works again. */
export interface EhrState {
  since: Date
  failure: string | null
}

type News = Omit<Parameters<typeof insertForManagers>[1], 'event' | 'mailDueAt'> & { since: Date; isMailed: boolean }

/** Tells who runs a clinic, each once, however often it is said. */
async function tell(work: Work, { since, isMailed, ...news }: News): Promise<void> {
  const { target, facilityId } = news
  const event = `${target} ${facilityId} ${since.toISOString()}`
  const due = isMailed ? mailDueAt(target, work.now) : null
  const told = await insertForManagers(work, { ...news, event, mailDueAt: due }, 'emrSubmissionFailure')
  if (told > 0) await announceTold(work, work.clinicId, event)
}

/** Tells who runs a clinic that the EHR of a facility can’t be read, or can be read again. */
export const tellOfEhr = (work: Work, facilityId: string, { since, failure }: EhrState, isMailed: boolean) =>
  tell(work, {
    target: failure === null ? 'EHR_WORKS_AGAIN' : 'EHR_FAILING',
    facilityId,
    body: failure === null ? 'The EHR can be read again.' : `The EHR can’t be read. ${failure}`,
    since,
    isMailed,
  })

/**
 * Tells who runs a clinic that notes don’t reach the EHR of a facility, or reach it again. It gives no reason: the EHR’s own words may
 * name a patient.
 */
export const tellOfDelivery =
  (target: 'DELIVERY_FAILING' | 'DELIVERY_WORKS_AGAIN', isMailed: boolean) =>
  (work: Work, { facilityId, ehrName }: { facilityId: string; ehrName: string }): Promise<void> =>
    tell(work, {
      target,
      facilityId,
      body:
        target === 'DELIVERY_FAILING'
          ? `Notes aren’t reaching the EHR (${ehrName}).`
          : `Notes are reaching the EHR (${ehrName}) again.`,
      since: work.now,
      isMailed,
    })
