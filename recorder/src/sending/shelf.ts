import type { Intake, JobOfDictation, ListedDictation } from '@dictara/browser/intake'
import type { Recording, Recordings } from '@dictara/browser/recordings'
import { openForWork, type OpenedRecording, type Opening } from './opened-recording.ts'
import type { RecordingLocks } from './recording-lock.ts'

/** The server's copy of a dictation that was begun and has no job yet. */
export type OpenDictation = Omit<ListedDictation, 'submitted' | 'jobId' | 'jobNumber'>

/** The server calls of the recorder, apart from uploading a recording. */
export interface RecorderServer extends Intake {
  listOpen(): Promise<OpenDictation[]>
  /** Discards a dictation; returns the job if one exists by now, which stays. */
  drop(dictationId: string): Promise<JobOfDictation | undefined>
  /** Creates the job from the sound that arrived from another computer, for the listed patient. */
  submitArrived(dictation: OpenDictation): Promise<JobOfDictation>
  /** Moves a job to another patient of its facility. */
  changePatient(jobId: string, patientId: string): Promise<void>
}

/** The recordings that this browser stores, the tab that has each open, and where they are sent. */
export interface Shelf {
  recordings: Recordings
  server: RecorderServer
  locks: RecordingLocks
  sleep?: (ms: number) => Promise<void>
  now?: () => number
}

/** The reason why a recording is unavailable: another tab has it open, or it was sent or discarded there. */
export type NotHad = 'open elsewhere' | 'gone'
export const notHadWords: Record<NotHad, string> = {
  'open elsewhere': 'This recording is open in another tab of this browser.',
  gone: 'This recording was sent or discarded in another tab.',
}

/** Runs `work` on a recording as currently stored. Nobody else has the recording meanwhile, unless `work` keeps it. */
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

/** Opens a recording as currently stored, because a list may show an old state. */
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
