import { keptMs, partsOf } from '@dictara/browser/kept-parts'
import type { Recording } from '@dictara/browser/recordings'
import { wholeFrom } from '@dictara/browser/stored-chunks'
import type { OpenDictation, Shelf } from '../sending/shelf.ts'

/** A waiting recording: in this browser, or begun elsewhere, with the part that the server has. */
export type Unsent =
  | {
      at: 'here'
      recording: Recording
      /** Some page of this browser has it. */
      isHeld: boolean
      isWhole: boolean
    }
  | { at: 'server'; dictation: OpenDictation }

/** The kept length of a recording in milliseconds; 0 for a file, whose length is unknown. */
export const recordedMs = ({ kept, takes }: Recording) => keptMs(kept, takes)

/**
 * A recording without sound is not worth keeping; neither is one whose sound is all in a job, unless a repeated part
 * can be undone.
 */
export const isWorthKeeping = ({ takes, follows, kept, before }: Recording) =>
  takes.some(({ chunks }) => chunks > 0) && !(follows && kept.length === 0 && !before)

/** True if there is something to send: not if everything was to be recorded again, and was not. */
export const maySend = (recording: Recording) => recording.file !== null || recordedMs(recording) > 0

/**
 * The takes of a dictation as far as the server has them from the first chunk on; the rest is elsewhere. A take without
 * its beginning is listed with no chunks, since it would otherwise block the others.
 */
export function arrivedTakes({ takes }: Pick<OpenDictation, 'takes'>): { take: number; chunks: number }[] {
  return takes.map(({ take, received }) => ({ take, chunks: wholeFrom(received) })).sort((a, b) => a.take - b.take)
}

const hasArrived = (dictation: OpenDictation) => arrivedTakes(dictation).some(({ chunks }) => chunks > 0)

/** How much of the kept parts has arrived, in milliseconds. */
export const arrivedMs = ({ takes, cuts }: Pick<OpenDictation, 'takes' | 'cuts'>) =>
  partsOf(cuts && [...cuts], takes).reduce((sum, part) => {
    const longest = takes.find(({ take }) => take === part.take)?.durationMs ?? 0
    return sum + Math.max(0, Math.min(part.endMs ?? longest, longest) - part.startMs)
  }, 0)

/**
 * This person's unsent dictations: on this computer, and on the server from elsewhere. Without network only those here.
 */
export async function listUnsent({ recordings, server, locks }: Shelf): Promise<Unsent[]> {
  const [kept, held] = await Promise.all([recordings.list(), locks.held()])
  const open = await server.listOpen().catch(() => [])
  const here: Unsent[] = []
  for (const recording of kept) {
    const isHeld = held.has(recording.recordingId)
    if (recording.discardedAt !== null || (!isWorthKeeping(recording) && !isHeld)) continue
    const chunks = recording.takes.reduce((sum, take) => sum + take.chunks, 0)
    const isWhole = !recording.file || (await recordings.countPieces(recording.recordingId)) === chunks
    here.push({ at: 'here', recording, isHeld, isWhole })
  }
  const known = new Set(kept.map(({ dictationId }) => dictationId))
  const elsewhere = open.filter((dictation) => !known.has(dictation.dictationId) && hasArrived(dictation))
  return [...here, ...elsewhere.map((dictation): Unsent => ({ at: 'server', dictation }))]
}
