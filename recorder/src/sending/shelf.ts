import type { Intake, JobOfDictation, ListedDictation } from '@dictara/browser/intake'
import type { Recording, Recordings } from '@dictara/browser/recordings'
import { openForWork, type OpenedRecording, type Opening } from './opened-recording.ts'
import type { RecordingLocks } from './recording-lock.ts'

/** A dictation that was begun and is no job yet, as far as the server has it. */
export type OpenDictation = Omit<ListedDictation, 'submitted' | 'jobId' | 'jobNumber'>

/** What the recorder asks of the server besides taking in a recording. */
export interface RecorderServer extends Intake {
  listOpen(): Promise<OpenDictation[]>
  /** Discards a dictation; answers the job when there is one by now, which stays. */
  drop(dictationId: string): Promise<JobOfDictation | undefined>
  /** Makes the job of what has arrived from another computer, for the patient that is listed. */
  submitArrived(dictation: OpenDictation): Promise<JobOfDictation>
  /** Moves a job to another patient of its facility. */
  changePatient(jobId: string, patientId: string): Promise<void>
}

/** What this browser keeps, who has it, and whereto it goes. */
export interface Shelf {
  recordings: Recordings
  server: RecorderServer
  locks: RecordingLocks
  sleep?: (ms: number) => Promise<void>
  now?: () => number
}

/** Why a recording cannot be had: another tab has it, or it was sent or discarded there. */
export type NotHad = 'open elsewhere' | 'gone'
export const notHadWords: Record<NotHad, string> = {
  'open elsewhere': 'This recording is open in another tab of this browser.',
  gone: 'This recording was sent or discarded in another tab.',
}

/** Does something with a recording as it is stored by now; nobody else has it meanwhile, unless `work` keeps it. */
export async function withHeld<T>(
  { recordings, locks }: Pick<Shelf, 'recordings' | 'locks'>,
  recordingId: string,
  work: (recording: Recording, keep: () => () => Promise<void>) => Promise<T>,
): Promise<T | NotHad> {
  const release = await locks.hold(recordingId)
  if (!release) return 'open elsewhere'
  let isKept = false
  try {
    const recording = await recordings.get(recordingId)
    if (!recording) return 'gone'
    return await work(recording, () => {
      isKept = true
      return release
    })
  } finally {
    if (!isKept) await release()
  }
}

/** Opens a recording as it is stored by now: what a list shows may be old. */
export function takeFromShelf(
  shelf: Shelf,
  recordingId: string,
  { file }: { file?: File | undefined } = {},
): Promise<OpenedRecording | NotHad> {
  return withHeld(shelf, recordingId, async (recording, keep) => {
    if (recording.discardedAt !== null) return 'gone' as const
    const peaks = recording.file ? undefined : await loadPeaks(shelf.recordings, recording)
    return openNow(shelf, { recording, file, peaks, onClose: keep() })
  })
}

/** Puts a new recording on the desk, before any of it is stored. */
export async function openNew(shelf: Shelf, recording: Recording, file?: File): Promise<OpenedRecording> {
  const release = await shelf.locks.hold(recording.recordingId)
  return openNow(shelf, { recording, file, isNew: true, onClose: release! })
}

const openNow = (
  { recordings, server, sleep, now }: Shelf,
  opening: Pick<Opening, 'recording' | 'file' | 'peaks' | 'isNew' | 'onClose'>,
) => openForWork({ recordings, intake: server, sleep, now, ...opening })

async function loadPeaks(recordings: Recordings, { recordingId, takes }: Recording) {
  const peaks = new Map<number, number[]>()
  for (const { take } of takes) {
    const pieces = await recordings.readTake(recordingId, take)
    peaks.set(
      take,
      pieces.flatMap((piece) => piece.peaks),
    )
  }
  return peaks
}
