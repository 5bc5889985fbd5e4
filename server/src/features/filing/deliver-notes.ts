import { type Ehr, EhrFailed, type EhrKinds, type EhrNote } from '../../gateways/ehr/index.ts'
import type { Work } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/feature.ts'
import type { TaskRun } from '../../platform/tasks/index.ts'
import { findEhrOf } from '../facilities/index.ts'
import { findNext, listUnanswered, markTakingBack, markTried, type WaitingNote } from './deliveries.store.ts'
import { beginDelivery, type DeliveryPayload, type Sent } from './delivery-task.ts'
import { type Destination, lockDestination, saveDestination } from './destinations.store.ts'
import { findHeader } from './filing.store.ts'
import { expireNotes, type Outcome, settle } from './settle-delivery.ts'

/** A finished note in plain text, and its version, which changes whenever the text does. */
export type NoteToFile = Pick<EhrNote, 'text' | 'sections' | 'writtenAt'> & { version: number }

export interface FilingParts {
  platform: Platform
  kinds: EhrKinds
  readNote(work: Work, jobId: string): Promise<NoteToFile>
}

/** After this time a run lets the queues of other facilities go first. */
const shiftMs = 20_000

/**
 * Writes the waiting notes of a facility to its EHR, one after the other (`findNext`), until none waits or the EHR does not answer. May
 * be cut off and run again at any point: the EHR knows a repeated write by its key. No transaction is open while the EHR is asked.
 */
export async function deliverNotes(parts: FilingParts, { clinicId, facilityId }: DeliveryPayload, run: TaskRun) {
  const inSystem = <T>(step: (work: Work) => Promise<T>) =>
    parts.platform.doors.asSystem('task deliver notes', step, clinicId)
  const beganAt = performance.now()
  for (;;) {
    run.signal.throwIfAborted()
    const isOver = performance.now() - beganAt > shiftMs
    const sent = await inSystem((work) =>
      isOver ? endShift(work, facilityId) : claimNext(parts, work, facilityId, run),
    )
    if (!sent) return
    const outcome = await send(parts.kinds, sent, run.signal)
    await inSystem((work) => settle(work, parts.kinds, sent, outcome))
    if (outcome.kind === 'silent') {
      const patience = patienceMs(parts, sent)
      while (await inSystem((work) => expireNotes(work, facilityId, outcome.message, patience)));
    }
  }
}

const patienceMs = ({ kinds, platform }: FilingParts, { connected }: Sent) =>
  (kinds[connected!.ehrType]?.patienceSeconds ?? platform.config.DICTARA_EHR_AWAY_HOURS * 3600) * 1000

async function endShift(work: Work, facilityId: string): Promise<undefined> {
  await lockDestination(work, facilityId)
  await saveDestination(work, facilityId, nobody)
  await beginDelivery(work, facilityId)
}

const nobody = { runId: null, runUntil: null }

/** Whether another run writes the notes of the facility: then this one has nothing to do. */
const isTaken = ({ runId, runUntil }: Destination, work: Work, run: TaskRun) =>
  runId !== null && runId !== run.id && runUntil !== null && runUntil > work.now

async function claimNext(
  { platform, readNote }: FilingParts,
  work: Work,
  facilityId: string,
  run: TaskRun,
): Promise<Sent | undefined> {
  const destination = await lockDestination(work, facilityId)
  if (isTaken(destination, work, run)) return undefined
  const waiting = await findNext(work, facilityId, destination.silentSince !== null)
  const restMs = (destination.nextTryAt?.getTime() ?? 0) - work.now.getTime()
  if (!waiting) {
    // The next note is tried at once, whatever became of the ones before it.
    await saveDestination(work, facilityId, { ...nobody, nextTryAt: null })
    return undefined
  }
  if (restMs > 0) {
    await saveDestination(work, facilityId, nobody)
    await beginDelivery(work, facilityId, Math.ceil(restMs / 1000))
    return undefined
  }
  const runUntil = new Date(work.now.getTime() + (platform.config.DICTARA_EHR_SECONDS + 60) * 1000)
  await saveDestination(work, facilityId, { runId: run.id, runUntil })
  const connected = await findEhrOf(work, platform.secrets, facilityId)
  return waiting.isDeleted
    ? prepareTakeBack(work, readNote, waiting, connected)
    : prepare(work, readNote, waiting, connected)
}

type Prepared = [readNote: FilingParts['readNote'], waiting: WaitingNote, connected: Sent['connected']]

async function prepare(work: Work, ...[readNote, waiting, connected]: Prepared): Promise<Sent> {
  const { jobId } = waiting
  const { version, ...content } = await readNote(work, jobId)
  await markTried(work, waiting, version, connected?.ehrType ?? null)
  const note = { ...(await findHeader(work, jobId))!, ...content, noteVersion: version }
  const former: EhrNote[] = []
  for (const { noteVersion, patientId } of connected
    ? await listUnanswered(work, jobId, version, connected.ehrType)
    : [])
    former.push({ ...(await findHeader(work, jobId, patientId))!, ...content, noteVersion })
  return { waiting: { ...waiting, noteVersion: version, attempts: waiting.attempts + 1 }, note, former, connected }
}

async function prepareTakeBack(work: Work, ...[readNote, waiting, connected]: Prepared): Promise<Sent> {
  const { jobId, noteVersion, unansweredPatientId } = waiting
  const { version: _, ...content } = await readNote(work, jobId)
  await markTakingBack(work, waiting)
  const note = { ...(await findHeader(work, jobId, unansweredPatientId!))!, ...content, noteVersion }
  return { waiting: { ...waiting, attempts: waiting.attempts + 1 }, note, former: [], connected }
}

/** @throws what is no answer of the EHR; the run is then tried again. */
async function send(
  kinds: EhrKinds,
  { waiting, note, former, connected }: Sent,
  signal: AbortSignal,
): Promise<Outcome> {
  if (waiting.isDeleted && connected?.ehrType !== waiting.ehrType)
    return { kind: 'refused', message: 'The facility is no longer connected to the EHR that may have it.' }
  if (!connected) return { kind: 'filed', reference: null, remarks: [] }
  const { ehrType, settings } = connected
  const kind = kinds[ehrType]
  if (!kind) return { kind: 'refused', message: `Dictara can’t write to an EHR of type “${ehrType}” here.` }
  try {
    const ehr = kind.connect({ ...note, settings })
    const remarks: string[] = []
    for (const one of waiting.isDeleted ? [note] : former) remarks.push(await takeBack(ehr, one, signal))
    const reference = waiting.isDeleted ? null : ((await ehr.fileNote(note, signal)) ?? null)
    return { kind: 'filed', reference, remarks }
  } catch (error) {
    if (!(error instanceof EhrFailed)) throw error
    return { kind: error.kind, message: error.message }
  }
}

/**
 * A version that nobody knows to be in the EHR: it is struck there, or refused, usually because it isn't there.
 * @returns what the timeline says of it
 */
async function takeBack(ehr: Ehr, note: EhrNote, signal: AbortSignal): Promise<string> {
  const named = `Version ${note.noteVersion} of MRN ${note.medicalRecordNumber}, which the EHR may have had,`
  try {
    await ehr.strikeNote(note, signal)
    return `${named} was struck out there.`
  } catch (error) {
    if (!(error instanceof EhrFailed) || error.kind === 'silent') throw error
    return `${named} was not struck out there: ${error.message}`
  }
}
