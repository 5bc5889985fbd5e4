import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Chunk } from './dictations.store.ts'

export const sizeOf = (chunks: readonly Chunk[]) => chunks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)

/** The bytes of a take from offset `from` up to, but not including, `to`. */
export async function* bytesBetween(blobs: Blobs, chunks: readonly Chunk[], from: number, to: number) {
  let at = 0
  for (const { blobId, sizeBytes } of chunks) {
    const [start, end] = [Math.max(0, from - at), Math.min(sizeBytes, to - at)]
    if (start < end) yield* blobs.read(blobId, { start, end: end - 1 })
    at += sizeBytes
    if (at >= to) return
  }
}

async function read(blobs: Blobs, chunks: readonly Chunk[], from: number, length: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for await (const piece of bytesBetween(blobs, chunks, from, from + length)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The first bytes of a take. */
export const headOfTake = (blobs: Blobs, chunks: readonly Chunk[]) => read(blobs, chunks, 0, 512)

const mostBoxes = 10_000

/**
 * Finds the index of an m4a (`moov`), which may be at its beginning or behind hours of sound. Undefined if it is missing, as in a
 * recording that was cut off.
 */
export async function findMoov(
  blobs: Blobs,
  chunks: readonly Chunk[],
): Promise<{ at: number; bytes: number } | undefined> {
  const total = sizeOf(chunks)
  for (let at = 0, count = 0; at + 16 <= total && count < mostBoxes; count += 1) {
    const head = await read(blobs, chunks, at, 16)
    const short = head.readUInt32BE(0)
    const bytes = short === 1 ? Number(head.readBigUInt64BE(8)) : short
    if (bytes < 8 || at + bytes > total) return undefined
    if (head.toString('latin1', 4, 8) === 'moov') return { at, bytes }
    at += bytes
  }
  return undefined
}
