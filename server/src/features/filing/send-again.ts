import { mostSentAgain } from '@dictara/contract/filing'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Doors } from '../../platform/database/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import { retryJobs } from '../jobs/index.ts'
import { beginDelivery } from './delivery-task.ts'
import { lockDestination, saveDestination } from './destinations.store.ts'
import { listFailed } from './list-deliveries.store.ts'

/**
 * Sends the failed notes of a facility again, each in a transaction of its own, so that they keep their order (T17). A note that
 * somebody has to look at first, e.g. because it has blanks, is left.
 * @throws Refusal of the first note when none could be sent
 */
export async function sendFailedAgain(doors: Doors, actor: Actor, facilityId: string) {
  const failed = await doors.inClinic(actor, (work) => listFailed(work, facilityId, mostSentAgain + 1))
  const jobIds = failed.slice(0, mostSentAgain)
  let sent = 0
  let first: Refusal | undefined
  for (const jobId of jobIds) {
    try {
      await doors.inClinic(actor, (work) => retryJobs(work, [jobId]))
      sent += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      first ??= error
    }
  }
  if (first && sent === 0) throw first
  return { sent, left: failed.length - sent, why: first?.message }
}

/** Has the EHR of a facility tried now, also while its notes wait for a later time. */
export async function tryNow(work: ClinicWork, facilityId: string) {
  await lockDestination(work, facilityId)
  await saveDestination(work, facilityId, { nextTryAt: null })
  await beginDelivery(work, facilityId, 0, `${facilityId} now`)
}
