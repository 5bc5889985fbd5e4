import type { JobOfDictation } from './intake.ts'
import { type KeptPart, keptMs, type Marker, partsOutside } from './kept-parts.ts'
import { idAfter } from '@dictara/contract/new-id'
import { type Piece, type RecordedTake, type Recording, unsaid } from './recordings.ts'

export type FollowedJob = Pick<JobOfDictation, 'jobNumber' | 'patientName'>

/** A take without pieces, and the parts kept before it. */
export interface BegunTake {
  mimeType: string
  kept: readonly KeptPart[]
  before: KeptPart[] | null
}

/** The server accepts take numbers up to a million. */
const latestTake = 900_000

const takeAfter = ({ takes }: Recording) => (takes.at(-1)?.take ?? 0) + 1

/**
 * Only the server may know some takes of a page that crashed, even if nothing of them was stored here. The next page therefore numbers its
 * takes by time, above those.
 */
const takeByTime = (recording: Recording, nowMs: number) =>
  Math.max(takeAfter(recording), Math.min(latestTake, Math.floor((nowMs - recording.createdAt) / 1000)))

/** The server accepts versions up to two billion; this limit is about 21 days in milliseconds. */
const latestTimedVersion = 1_800_000_000

/**
 * A page that crashed may have sent a newer version than it stored. The next page therefore numbers its versions by time, above those, so
 * that a newer version always includes what an older one says.
 */
const nextVersion = ({ version, createdAt }: Recording, nowMs: number) =>
  Math.max(version + 1, Math.min(latestTimedVersion, Math.floor(nowMs - createdAt)))

/** The recording with changed details and a new version number: the server takes the newest. */
export const saying = (recording: Recording, change: Partial<Recording>, nowMs: number): Recording => ({
  ...recording,
  version: nextVersion(recording, nowMs),
  ...change,
})

/** The recording with one more take at the end. `isOnlyMine`: no other page can have added takes. */
export function withTake(
  recording: Recording,
  { mimeType, kept, before }: BegunTake,
  isOnlyMine: boolean,
  nowMs: number,
): Recording {
  const take = isOnlyMine ? (recording.takes.at(-1)?.take ?? -1) + 1 : takeByTime(recording, nowMs)
  return {
    ...saying(recording, { kept: [...kept, { take, startMs: 0, endMs: null }], before }, nowMs),
    takes: [...recording.takes, { take, mimeType, chunks: 0, sizeBytes: 0, durationMs: 0 }],
  }
}

/** The recording with more markers. */
export const withMarkers = (recording: Recording, more: readonly Marker[]): Recording => ({
  ...recording,
  markers: [...(recording.markers ?? []), ...more],
})

/** The recording without some of its markers. */
export const withoutMarkers = (recording: Recording, gone: readonly Marker[]): Recording => ({
  ...recording,
  markers: (recording.markers ?? []).filter((one) => !gone.some(({ take, ms }) => take === one.take && ms === one.ms)),
})

/** The recording with one more piece at the end of a take. */
export function withPiece(recording: Recording, take: RecordedTake, { bytes, durationMs }: Piece): Recording {
  const grown = {
    ...take,
    chunks: take.chunks + 1,
    sizeBytes: take.sizeBytes + bytes.length,
    durationMs: take.durationMs + durationMs,
  }
  return { ...recording, takes: recording.takes.map((one) => (one === take ? grown : one)) }
}

/** The rest that a job with these parts lacks, as a separate dictation. Its name is derived from the first one's. */
export function restOf(
  recording: Recording,
  held: readonly KeptPart[],
  { jobNumber, patientName }: FollowedJob,
): Recording {
  const { kept: whole, takes, dictationId } = recording
  const kept = partsOutside(whole, held)
  const fromTake = Math.min(...kept.map(({ take }) => take), takeAfter(recording))
  const heldMs = keptMs(whole, takes) - keptMs(kept, takes)
  const follows = { jobNumber, patientName, heldMs, fromTake }
  return { ...recording, ...unsaid, dictationId: idAfter(dictationId), kept, follows }
}
