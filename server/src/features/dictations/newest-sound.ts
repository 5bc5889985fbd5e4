import type { Blobs } from '../../gateways/blobs/index.ts'
import type { TimedChunk } from './dictations.store.ts'
import { bytesBetween, findMoov, sizeOf } from './take-bytes.ts'

/** Part of a take that can be decoded on its own. */
export interface NewestSound {
  parts: Uint8Array[]
  /** Chunks that precede the newest sound because they hold the file header. Their own sound is decoded too. */
  head: TimedChunk[]
}

/** Reads chunks into memory: a few seconds of a take. */
const toRead = async (blobs: Blobs, chunks: readonly TimedChunk[]): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of bytesBetween(blobs, chunks, 0, sizeOf(chunks))) pieces.push(piece)
  return Buffer.concat(pieces)
}

/**
 * The newest sound of a take in a form that can be decoded. For webm and ogg it follows the take's first chunk. For an mp4 it
 * follows the header and starts where a fragment begins, since the middle of a fragment cannot be read.
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
