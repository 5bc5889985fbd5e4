import { chunkBytesMost, chunksMost, dictationRefusals } from '@dictara/contract/dictations'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Doors } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { Refusal, refuseUnless } from '../../platform/refusal.ts'
import { findChunk, findDictationForAdding, insertChunk, listRanges, sumOfChunks } from './dictations.store.ts'

export interface IncomingChunk {
  dictationId: string
  take: number
  number: number
  /** Hex, from the header; null if missing. */
  sha256: string | null
  /** As measured by the browser, from the header; null for a file. */
  durationMs: number | null
  bytes: AsyncIterable<Uint8Array>
}

async function* atMost(bytes: AsyncIterable<Uint8Array>, most: number) {
  let total = 0
  for await (const piece of bytes) {
    total += piece.length
    if (total > most) throw new Refusal(dictationRefusals.chunkTooLarge)
    yield piece
  }
}

/**
 * Stores one chunk. Acknowledges it once its bytes are on disk and its row is committed. Sending the same chunk again is harmless;
 * other bytes for a stored number are refused; a wrong hash leaves nothing behind (wire.md, Dictation intake).
 */
export async function storeChunk(doors: Doors, blobs: Blobs, actor: Actor, chunk: IncomingChunk, limitBytes: number) {
  const { dictationId, take, number } = chunk
  const blobId = newId()
  // Read the bytes even if the chunk is already stored: only they show whether it is the same one.
  const stored = await blobs.put(blobId, atMost(chunk.bytes, chunkBytesMost))
  let isKept = false
  try {
    refuseUnless(chunk.sha256 !== null && stored.sha256 === chunk.sha256.toLowerCase(), dictationRefusals.wrongHash)
    refuseUnless(stored.sizeBytes > 0, dictationRefusals.chunkEmpty)
    return await doors.inClinic(actor, async (work) => {
      const known = await findChunk(work, dictationId, take, number)
      if (!known) isKept = await keep()
      const now = known ?? (isKept ? stored : await findChunk(work, dictationId, take, number))
      refuseUnless(now?.sha256 === stored.sha256, dictationRefusals.otherBytes, { chunk: number })
      const ranges = (await listRanges(work, [dictationId], take)).get(dictationId) ?? []
      return { received: ranges[0]?.received ?? [] }

      async function keep() {
        const dictation = await findDictationForAdding(work, dictationId)
        refuseUnless(dictation && !dictation.submittedAt, dictationRefusals.submitted)
        const { sizeBytes, chunks } = await sumOfChunks(work, dictationId)
        refuseUnless(chunks < chunksMost, dictationRefusals.tooManyChunks)
        refuseUnless(sizeBytes + stored.sizeBytes <= limitBytes, dictationRefusals.overLimit, {
          limit: Math.floor(limitBytes / 1_048_576),
        })
        return insertChunk(work, dictationId, { take, number, blobId, durationMs: chunk.durationMs, ...stored })
      }
    })
  } catch (error) {
    // Only a refusal proves that the row was not written. After any other error the commit may have succeeded, so keep the bytes.
    isKept = !(error instanceof Refusal)
    throw error
  } finally {
    if (!isKept) await blobs.remove(blobId)
  }
}
