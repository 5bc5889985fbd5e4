import type { EhrKinds } from '../../gateways/ehr/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { failFiling, findJobToFile, finishFiling } from '../jobs/index.ts'
import { failingAfter, pauseAfter, triesInARow } from './back-off.ts'
import {
  findNext,
  listWaitingSince,
  markFailed,
  markFiled,
  markRefused,
  markSilent,
  markTakeBack,
  markTakenBack,
  type WaitingNote,
} from './deliveries.store.ts'
import { beginDelivery, type Sent } from './delivery-task.ts'
import { type Destination, lockDestination, saveDestination } from './destinations.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    /** The note of a deleted job, which the EHR may have had, was struck out there, or isn't there. */
    'note.takenBack': null
    'note.notTakenBack': null
  }
  interface Events {
    /** The EHR of a facility fails again and again; once, until it has taken a note. */
    'delivery.failing': { facilityId: string; ehrName: string }
    /** The EHR of a facility of which people were told takes notes again. */
    'delivery.recovered': { facilityId: string; ehrName: string }
  }
}

/** How the EHR answered a note. */
export type Outcome =
  | { kind: 'filed'; reference: string | null; remarks: readonly string[] }
  /** `silent`: it did not answer, and may have the note nevertheless. */
  | { kind: 'refused' | 'silent'; message: string }

/** Stores the EHR's answer to a note: its job moves on, or waits (T15, T16). An answer that comes too late changes no job. */
export async function settle(work: Work, kinds: EhrKinds, { waiting, note, connected }: Sent, outcome: Outcome) {
  const { facilityId } = note
  const destination = await lockDestination(work, facilityId)
  const ehrName = connected && (kinds[connected.ehrType]?.ehrName ?? connected.ehrType)
  if (outcome.kind === 'filed') {
    const taken = ehrName ? takenBy(ehrName, outcome.reference, waiting.attempts) : staysHere
    if (waiting.isDeleted) await endTakeBack(work, waiting, outcome.remarks.join(' '), true)
    else if (await findJobToFile(work, waiting.jobId)) {
      await markFiled(work, waiting, outcome.reference)
      await markTakenBack(work, waiting.jobId, waiting.noteVersion)
      await finishFiling(work, waiting.jobId, [taken, ...outcome.remarks].join(' '))
    }
    if (ehrName) await recover(work, destination, ehrName)
    return
  }
  const isSilent = outcome.kind === 'silent'
  if (isSilent) await markSilent(work, waiting, outcome.message)
  else await markRefused(work, waiting)
  // Another note was answered since this one was not: it holds up the queue, the EHR does not.
  const isAtFault = isSilent && destination.silentSince === null && waiting.silences >= triesInARow
  if (!isSilent || isAtFault)
    await failDelivery(work, waiting, isAtFault ? `${outcome.message} ${answersOthers}` : outcome.message)
  const failures = destination.failures + 1
  const pause = pauseAfter(failures)
  const isNews = failures >= failingAfter && destination.alertedAt === null
  await saveDestination(work, facilityId, {
    failures,
    lastError: outcome.message,
    silentSince: isSilent ? (destination.silentSince ?? work.now) : null,
    nextTryAt: isSilent ? new Date(work.now.getTime() + pause * 1000) : null,
    ...(isNews && { alertedAt: work.now }),
  })
  if (isNews) await work.record('delivery.failing', { facilityId, ehrName: ehrName! })
}

const answersOthers = 'It answers other notes. It may still have received this one; Send again uses the same number.'
const staysHere = 'The facility has no EHR: the note stays in Dictara.'

/** What the timeline of a job says once the EHR has taken its note. */
function takenBy(ehrName: string, reference: string | null, attempts: number): string {
  const named = reference === null ? '' : ` as ${reference}`
  return `Taken by ${ehrName}${named}${attempts > 1 ? ` on attempt ${attempts}` : ''}.`
}

async function recover(work: Work, { facilityId, failures, alertedAt }: Destination, ehrName: string) {
  if (failures === 0) return
  await saveDestination(work, facilityId, {
    failures: 0,
    lastError: null,
    silentSince: null,
    nextTryAt: null,
    alertedAt: null,
  })
  if (alertedAt !== null) await work.record('delivery.recovered', { facilityId, ehrName })
}

async function endTakeBack(work: Work, waiting: WaitingNote, comment: string, isDone: boolean) {
  const { jobId } = waiting
  await markTakeBack(work, waiting, isDone, isDone ? null : `${jobDeleted} ${comment}`)
  await work.audit({ event: isDone ? 'note.takenBack' : 'note.notTakenBack', jobId, comment })
}

const jobDeleted = 'The job was deleted, but its note may be in the EHR: please strike it out there.'

/** T16: the note leaves the queue, and its job is incomplete with the reason. */
export async function failDelivery(work: Work, waiting: WaitingNote, reason: string) {
  if (waiting.isDeleted) return endTakeBack(work, waiting, reason, false)
  await markFailed(work, waiting, reason)
  await failFiling(work, waiting.jobId, `The note couldn’t be written to the EHR. ${reason}`)
}

const expiredAtOnce = 50

/**
 * Fails notes that have waited for an EHR that does not answer for too long; each has its own time, from when the EHR fell silent.
 * @returns whether there may be more
 */
export async function expireNotes(
  work: Work,
  facilityId: string,
  reason: string,
  patienceMs: number,
): Promise<boolean> {
  const { silentSince } = await lockDestination(work, facilityId)
  const limit = new Date(work.now.getTime() - patienceMs)
  if (silentSince === null || silentSince > limit) return false
  const late = await listWaitingSince(work, facilityId, limit, expiredAtOnce)
  for (const waiting of late) await failDelivery(work, waiting, reason)
  return late.length === expiredAtOnce
}

/** After a run that failed for a reason that is not the EHR’s: its note must not hold up the ones behind it. */
export async function failTried(work: Work, facilityId: string, reason: string) {
  const { silentSince } = await lockDestination(work, facilityId)
  await saveDestination(work, facilityId, { runId: null, runUntil: null })
  const first = await findNext(work, facilityId, silentSince !== null)
  if (first) await failDelivery(work, first, reason)
  await beginDelivery(work, facilityId)
}
