import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Doors } from '../../platform/database/index.ts'
import { type Chunk, type Cut, findDictation, listChunks } from './dictations.store.ts'

export interface OpenedRecording {
  /** One file a take, in the clear, in the order of the takes. */
  takes: { take: number; path: string }[]
  /** What to keep, in order; null: every take whole. */
  cuts: Cut[] | null
}

/** Puts a submitted recording into a folder that is not kept. */
export type OpenRecording = (clinicId: string, dictationId: string, folder: string) => Promise<OpenedRecording>

export const openRecording =
  (doors: Doors, blobs: Blobs): OpenRecording =>
  async (clinicId, dictationId, folder) => {
    const { dictation, chunks } = await doors.asSystem(
      'task open recording',
      async (work) => ({
        dictation: (await findDictation(work, dictationId))!,
        chunks: await listChunks(work, dictationId),
      }),
      clinicId,
    )
    const takes: OpenedRecording['takes'] = []
    for (const { take, chunks: count } of dictation.takes ?? []) {
      if (count === 0) continue
      const path = join(folder, `take-${take}`)
      const ofTake = chunks.filter((chunk) => chunk.take === take && chunk.number < count)
      await pipeline(bytesOf(blobs, ofTake), createWriteStream(path, { mode: 0o600 }))
      takes.push({ take, path })
    }
    return { takes, cuts: dictation.cuts }
  }

async function* bytesOf(blobs: Blobs, chunks: readonly Chunk[]) {
  for (const { blobId } of chunks) yield* blobs.read(blobId)
}
