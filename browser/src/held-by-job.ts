import { sha256Hex, takeHash } from './chunk-hash.ts'
import type { Intake, JobOfDictation } from './intake.ts'
import { type KeptPart, partsOf } from './kept-parts.ts'
import type { OpenRecording } from './open-recording.ts'
import type { RecordedTake } from './recordings.ts'
import type { ChunkPlace } from './stored-chunks.ts'
import { ChunkLost, type Failure } from './upload-verdict.ts'

type Read = OpenRecording['read']
const readOr = (read: Read, place: ChunkPlace) =>
  read(place).catch((error: unknown) => {
    if (!(error instanceof ChunkLost)) throw error
  })

/** How many chunks of a take, counted from the first, the job contains byte for byte. */
async function heldChunks(
  { take, chunks }: RecordedTake,
  inJob: JobOfDictation['takes'][number],
  read: Read,
  resend: (place: ChunkPlace, bytes: Uint8Array<ArrayBuffer>, sha256: string) => Promise<boolean>,
): Promise<number> {
  const most = Math.min(chunks, inJob.chunks)
  const pieces: { number: number; bytes: Uint8Array<ArrayBuffer>; sha256: string }[] = []
  for (let number = 0; number < most; number += 1) {
    const piece = await readOr(read, { take, number })
    if (piece) pieces.push({ number, bytes: piece.bytes, sha256: await sha256Hex(piece.bytes) })
  }
  const isWhole = pieces.length === inJob.chunks
  if (isWhole && (await takeHash(pieces.map(({ sha256 }) => sha256))) === inJob.sha256) return most
  // If this browser has only part of the take, compare chunk by chunk: the server accepts a chunk again only if it is identical.
  for (const { number, bytes, sha256 } of pieces) if (!(await resend({ take, number }, bytes, sha256))) return number
  return most
}

/** Compares a recording with its job by hash. An equal id alone never proves that the job contains it. */
export async function heldByJob(
  open: Pick<OpenRecording, 'current' | 'isLive' | 'read'>,
  job: JobOfDictation,
  intake: Pick<Intake, 'storeChunk'>,
  signal: AbortSignal,
): Promise<KeptPart[]> {
  const { dictationId, takes } = open.current
  const resend = (place: ChunkPlace, bytes: Uint8Array<ArrayBuffer>, sha256: string) =>
    intake.storeChunk({ dictationId, ...place, bytes, durationMs: 0, sha256 }, signal).then(
      () => true,
      (error: Failure) => {
        if (error.status === 409) return false
        throw error
      },
    )
  const ends = new Map<number, number>()
  for (const known of takes) {
    const inJob = job.takes.find(({ take }) => take === known.take)
    if (!inJob) continue
    const held = await heldChunks(known, inJob, open.read, resend)
    const mayGrow = open.isLive && known === takes.at(-1)
    let restMs = 0
    for (let number = held; number < known.chunks; number += 1)
      restMs += (await readOr(open.read, { take: known.take, number }))?.durationMs ?? 0
    const isAll = held === known.chunks && !mayGrow
    ends.set(known.take, isAll ? Number.POSITIVE_INFINITY : Math.round(known.durationMs - restMs))
  }
  return partsOf(job.cuts && [...job.cuts], takes).flatMap((part) => {
    const end = Math.min(ends.get(part.take) ?? 0, part.endMs ?? Number.POSITIVE_INFINITY)
    return end > part.startMs ? [{ ...part, endMs: end === Number.POSITIVE_INFINITY ? null : end }] : []
  })
}
