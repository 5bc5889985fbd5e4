import type { JobOfDictation } from './intake.ts'
import { type KeptPart, keptMs, type Marker, partsOutside } from './kept-parts.ts'
import { idAfter } from '@dictara/contract/new-id'
import { type Piece, type RecordedTake, type Recording, unsaid } from './recordings.ts'

export type FollowedJob = Pick<JobOfDictation, 'jobNumber' | 'patientName'>

/** A take that has no piece yet, and what is kept before it. */
export interface BegunTake {
  mimeType: string
  kept: readonly KeptPart[]
  before: KeptPart[] | null
}

/** The server counts takes to a million. */
const latestTake = 900_000

const takeAfter = ({ takes }: Recording) => (takes.at(-1)?.take ?? 0) + 1

/**
 * Takes of a page that crashed may be on the server alone, also when nothing of them was stored here: those of the next page
 * are numbered by the time, above them.
 */
const takeByTime = (recording: Recording, nowMs: number) =>
  Math.max(takeAfter(recording), Math.min(latestTake, Math.floor((nowMs - recording.createdAt) / 1000)))

/** The server counts versions to two billion: 21 days in milliseconds. */
const latestTimedVersion = 1_800_000_000

/**
 * A page that crashed may have said more than it stored: the words of the next page are numbered by the time, above those.
 * Whoever has an older word has thus nothing of which a newer one does not know.
 */
const nextVersion = ({ version, createdAt }: Recording, nowMs: number) =>
  Math.max(version + 1, Math.min(latestTimedVersion, Math.floor(nowMs - createdAt)))

/** What it says of itself is another: the server takes the newest. */
export const saying = (recording: Recording, change: Partial<Recording>, nowMs: number): Recording => ({
  ...recording,
  version: nextVersion(recording, nowMs),
  ...change,
})

/** With a take more, the last one. `isOnlyMine`: no other page can have made takes of it. */
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

/** With more that is to be checked. */
export const withMarkers = (recording: Recording, more: readonly Marker[]): Recording => ({
  ...recording,
  markers: [...(recording.markers ?? []), ...more],
})

/** Without some of what was to be checked. */
export const withoutMarkers = (recording: Recording, gone: readonly Marker[]): Recording => ({
  ...recording,
  markers: (recording.markers ?? []).filter((one) => !gone.some(({ take, ms }) => take === one.take && ms === one.ms)),
})

/** With a piece more at the end of one of its takes. */
export function withPiece(recording: Recording, take: RecordedTake, { bytes, durationMs }: Piece): Recording {
  const grown = {
    ...take,
    chunks: take.chunks + 1,
    sizeBytes: take.sizeBytes + bytes.length,
    durationMs: take.durationMs + durationMs,
  }
  return { ...recording, takes: recording.takes.map((one) => (one === take ? grown : one)) }
}

/** What a job lacks that holds these parts, as a dictation of its own: its name follows from the first one's. */
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
