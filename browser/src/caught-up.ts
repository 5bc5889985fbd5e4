import type { Begun } from './intake.ts'
import { type KeptPart, partsOf, partsOutside } from './kept-parts.ts'
import type { RecordedTake, Recording } from './recordings.ts'
import { type StoredTake, wholeFrom } from './stored-chunks.ts'

/** The server's length of a take if it has more than this browser stored before its page crashed. */
function longer(known: RecordedTake, { received, durationMs }: StoredTake): RecordedTake {
  const chunks = wholeFrom(received)
  return chunks > known.chunks ? { ...known, chunks, durationMs: Math.max(known.durationMs, durationMs) } : known
}

/** Adds a take that was not retracted, after everything that was spoken before it. */
function withPart(kept: readonly KeptPart[], take: number): KeptPart[] {
  const at = kept.findIndex((part) => part.take > take)
  const part = { take, startMs: 0, endMs: null }
  return at < 0 ? [...kept, part] : [...kept.slice(0, at), part, ...kept.slice(at)]
}

/**
 * Adds to a recording what only the server has: a page that crashed may have sent chunks that it could not store any more. Undefined if the
 * browser has everything.
 */
export function caughtUp(recording: Recording, server: Begun): Recording | undefined {
  const takes = recording.takes.map((known) => {
    const stored = server.takes.find(({ take }) => take === known.take)
    return stored ? longer(known, stored) : known
  })
  const unknown = server.takes.filter(
    ({ take, received }) => wholeFrom(received) > 0 && !takes.some((known) => known.take === take),
  )
  const mimeType = takes[0]?.mimeType ?? ''
  for (const one of unknown)
    takes.push(longer({ take: one.take, mimeType, chunks: 0, sizeBytes: 0, durationMs: 0 }, one))
  takes.sort((a, b) => a.take - b.take)
  const isHere = (part: KeptPart) => takes.some(({ take }) => take === part.take)
  const isNewer = server.version > recording.version
  const isLonger = takes.some((take, index) => take !== recording.takes[index])
  if (!isNewer && !isLonger) return undefined
  // Parts before the rest of a job are in that job, or were retracted before it.
  const own = takes.filter(({ take }) => take >= (recording.follows?.fromTake ?? 0))
  let kept = isNewer ? partsOf(server.cuts, own).filter(isHere) : recording.kept
  for (const { take } of isNewer && server.cuts ? [] : unknown)
    if (!kept.some((part) => part.take === take)) kept = withPart(kept, take)
  const version = Math.max(server.version, recording.version) + (isNewer || unknown.length > 0 ? 1 : 0)
  // What was said instead may have arrived nowhere, so keep the way back.
  const isRetracted = isNewer && partsOutside(recording.kept, kept).length > 0
  return { ...recording, takes, kept, version, ...(isRetracted && { before: recording.kept }) }
}
