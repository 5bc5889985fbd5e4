import type { JobOfDictation } from '@dictara/browser/intake'
import { openRecording } from '@dictara/browser/open-recording'
import type { Recording } from '@dictara/browser/recordings'
import type { Meeting } from '../sending/meet-job.ts'
import { meetJob } from '../sending/meet-job.ts'
import { toBegin } from '../sending/recording-told.ts'
import { type Shelf, withHeld } from '../sending/shelf.ts'
import { isWorthKeeping } from './unsent.ts'

/** How long a discarded recording can be restored. */
export const undoMs = 10_000

/** Compares a stored recording with its job; the caller holds the recording. */
export async function meetStored({ recordings, server, sleep, now }: Shelf, recording: Recording, job: JobOfDictation) {
  const open = openRecording(recordings, recording, { sleep, now })
  const meeting = await meetJob(open, job, server, new AbortController().signal)
  await open.stored()
  return meeting
}

/**
 * Removes a discarded recording, here and on the server; one that has become a job is no longer discarded. Rejects
 * without network.
 */
export async function removeDiscarded(shelf: Shelf, recording: Recording): Promise<Meeting | undefined> {
  const job = isWorthKeeping(recording) ? await shelf.server.drop(recording.dictationId) : undefined
  if (job) return meetStored(shelf, { ...recording, discardedAt: null }, job)
  await shelf.recordings.remove(recording.recordingId)
  return undefined
}

/** Sends the current details to the server if they were chosen without network, so that other computers list them. */
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
 * Clears up after earlier pages: discarded and empty recordings, and those submitted while their page was closed.
 * Recordings held by a tab, because they are open or can be restored there, are left alone.
 */
export async function clearUp(shelf: Shelf): Promise<Meeting[]> {
  const met: Meeting[] = []
  for (const { recordingId } of await shelf.recordings.list()) {
    const meeting = await withHeld(shelf, recordingId, async (recording) => {
      // The tab that shows "Undo" holds it: without that tab nobody can restore it.
      if (recording.discardedAt !== null) return removeDiscarded(shelf, recording)
      if (!isWorthKeeping(recording)) return shelf.recordings.remove(recordingId)
      const job = await shelf.server.findJob(recording.dictationId)
      return job && meetStored(shelf, recording, job)
      // Without network it stays unchanged.
    }).catch(() => undefined)
    if (meeting && typeof meeting === 'object') met.push(meeting)
  }
  await tellDetails(shelf).catch(() => undefined)
  await shelf.recordings.tidy()
  return met
}
