import type { Events, Work } from '../../platform/database/index.ts'
import { mailDueAt } from './mailing-rules.ts'
import { insertForManagers } from './notifications.store.ts'
import { announceTold } from './tell-people.ts'

/** Tells who runs a clinic of the plan of a facility: it ends, or a payment failed. Nobody can silence it. */
export const tellOfPlan =
  (isMailed: boolean) =>
  async (work: Work, told: Events['payment.told']): Promise<void> => {
    const mail = isMailed ? mailDueAt(told.target, work.now) : null
    const people = await insertForManagers(work, { ...told, mailDueAt: mail }, null)
    if (people > 0) await announceTold(work, work.clinicId, told.event)
  }
