import { createWriteStream } from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Blobs, DamagedBlob } from '../../gateways/blobs/index.ts'
import type { Doors } from '../../platform/database/index.ts'
import { type Chunk, type Cut, findDictation, listChunks } from './dictations.store.ts'

export interface OpenedRecording {
  /** One unencrypted file per take, in the order of the takes. */
  takes: { take: number; path: string }[]
  /** The parts to keep, in order; null: every whole take. */
  cuts: Cut[] | null
}

/** Writes a submitted recording to a temporary folder. @throws RecordingDamaged */
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
    for (const { take, chunks: count, missing = [] } of dictation.takes ?? []) {
      if (count === missing.length) continue
      const path = join(folder, `take-${take}`)
      const ofTake = chunks.filter((chunk) => chunk.take === take && chunk.number < count)
      if (ofTake.length !== count - missing.length) throw new RecordingDamaged()
      await pipeline(bytesOf(blobs, ofTake), createWriteStream(path, { mode: 0o600 }))
      takes.push({ take, path })
    }
    const isHere = ({ take }: Cut) => takes.some((one) => one.take === take)
    return { takes, cuts: dictation.cuts?.filter(isHere) ?? null }
  }

/** The stored recording differs from what arrived. People are told, and never get a part of it as the whole. */
export class RecordingDamaged extends Error {
  constructor() {
    super(
      'The stored recording is damaged: part of it is missing or was changed on the server. ' +
        'An administrator can restore it from a backup. Then resubmit the job.',
    )
  }
}

/** The bytes of some chunks, each checked against its hash. @throws RecordingDamaged */
async function* bytesOf(blobs: Blobs, chunks: readonly Chunk[]) {
  for (const { blobId, sizeBytes, sha256 } of chunks) {
    const hash = createHash('sha256')
    let read = 0
    try {
      for await (const bytes of blobs.read(blobId)) {
        hash.update(bytes)
        read += bytes.length
        yield bytes
      }
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ENOENT'
      throw isGone || error instanceof DamagedBlob ? new RecordingDamaged() : error
    }
    if (read !== sizeBytes || hash.digest('hex') !== sha256) throw new RecordingDamaged()
  }
}
