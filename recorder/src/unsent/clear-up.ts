import type { JobOfDictation } from '@dictara/browser/intake'
import { openRecording } from '@dictara/browser/open-recording'
import type { Recording } from '@dictara/browser/recordings'
import type { Meeting } from '../sending/meet-job.ts'
import { meetJob } from '../sending/meet-job.ts'
import { toBegin } from '../sending/recording-told.ts'
import { type Shelf, withHeld } from '../sending/shelf.ts'
import { isWorthKeeping } from './unsent.ts'

/** How long what was discarded can be brought back. */
export const undoMs = 10_000

/** Compares a stored recording with its job; whoever calls holds it. */
export async function meetStored({ recordings, server, sleep, now }: Shelf, recording: Recording, job: JobOfDictation) {
  const open = openRecording(recordings, recording, { sleep, now })
  const meeting = await meetJob(open, job, server, new AbortController().signal)
  await open.stored()
  return meeting
}

/** Removes what was discarded, here and on the server; what is a job is not discarded any more. Rejects without network. */
export async function removeDiscarded(shelf: Shelf, recording: Recording): Promise<Meeting | undefined> {
  const job = isWorthKeeping(recording) ? await shelf.server.drop(recording.dictationId) : undefined
  if (job) return meetStored(shelf, { ...recording, discardedAt: null }, job)
  await shelf.recordings.remove(recording.recordingId)
  return undefined
}

/** Says to the server whose recordings these are by now, where that was chosen without network: elsewhere it is listed so. */
async function tellDetails(shelf: Shelf): Promise<void> {
  const { recordings, server } = shelf
  const [kept, open] = await Promise.all([recordings.list(), server.listOpen()])
  for (const { recordingId, dictationId } of kept) {
    const known = open.find((one) => one.dictationId === dictationId)
    if (!known) continue
    await withHeld(shelf, recordingId, async (recording) => {
      const { patient, facility } = recording.details
      if (known.patientId === patient.pid && known.facilityId === facility.facilityId) return
      await server.begin(toBegin(recording), new AbortController().signal)
    }).catch(() => undefined)
  }
}

/**
 * Clears what earlier pages left: what was discarded or is empty, and what was submitted while its page was closed. What a
 * tab holds, because it is open there or can be brought back, is left alone.
 */
export async function clearUp(shelf: Shelf): Promise<Meeting[]> {
  const met: Meeting[] = []
  for (const { recordingId } of await shelf.recordings.list()) {
    const meeting = await withHeld(shelf, recordingId, async (recording) => {
      // the tab that shows "Undo" holds it: without that tab nobody can ask for it back
      if (recording.discardedAt !== null) return removeDiscarded(shelf, recording)
      if (!isWorthKeeping(recording)) return shelf.recordings.remove(recordingId)
      const job = await shelf.server.findJob(recording.dictationId)
      return job && meetStored(shelf, recording, job)
      // without network it stays as it is
    }).catch(() => undefined)
    if (meeting && typeof meeting === 'object') met.push(meeting)
  }
  await tellDetails(shelf).catch(() => undefined)
  await shelf.recordings.tidy()
  return met
}
