import type { Blobs } from '../../gateways/blobs/index.ts'
import type { TimedChunk } from './dictations.store.ts'
import { bytesBetween, findMoov, sizeOf } from './take-bytes.ts'

/** Part of a take, so that it can be decoded by itself. */
export interface NewestSound {
  parts: Uint8Array[]
  /** The chunks whose sound comes before the newest, as they say how it is to be read. */
  head: TimedChunk[]
}

/** Of a take as it is recorded: some seconds. */
const toRead = async (blobs: Blobs, chunks: readonly TimedChunk[]): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of bytesBetween(blobs, chunks, 0, sizeOf(chunks))) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * The newest of what has arrived of a take, from the middle on: behind its first chunk, as webm and ogg are read; of an mp4 behind
 * what stands before its sound, from where a fragment begins: in the middle of one it cannot be read.
 */
export async function newestSound(
  blobs: Blobs,
  chunks: readonly TimedChunk[],
  newest: readonly TimedChunk[],
): Promise<NewestSound> {
  const sound = await toRead(blobs, newest)
  if (newest[0]!.number === 0) return { parts: [sound], head: [] }
  const moov = await findMoov(blobs, chunks.slice(0, 3))
  if (!moov) return { parts: [await toRead(blobs, chunks.slice(0, 1)), sound], head: chunks.slice(0, 1) }
  const beginning = await toRead(blobs, chunks.slice(0, 3))
  const fragment = sound.indexOf('moof')
  return { parts: [beginning.subarray(0, moov.at + moov.bytes), sound.subarray(Math.max(0, fragment - 4))], head: [] }
}
