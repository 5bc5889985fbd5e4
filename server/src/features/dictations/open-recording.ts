import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../gateways/blobs/index.ts'
import type { Doors } from '../../platform/database/index.ts'
import { type Chunk, type Dictation, findDictation, listChunks } from './dictations.store.ts'

/**
 * Puts a submitted recording into a folder that is not kept, in the clear.
 * @returns the path to decode: the one take itself, or a list of stretches of takes for ffmpeg's concat reader.
 */
export type OpenRecording = (clinicId: string, dictationId: string, folder: string) => Promise<string>

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
    const takes = dictation.takes ?? []
    for (const { take, chunks: count } of takes) {
      const ofTake = chunks.filter((chunk) => chunk.take === take && chunk.number < count)
      await pipeline(bytesOf(blobs, ofTake), createWriteStream(join(folder, `take-${take}`), { mode: 0o600 }))
    }
    if (takes.length === 1 && !dictation.cuts) return join(folder, `take-${takes[0]!.take}`)
    const list = join(folder, 'takes.ffconcat')
    await writeFile(list, concatList(dictation))
    return list
  }

async function* bytesOf(blobs: Blobs, chunks: readonly Chunk[]) {
  for (const { blobId } of chunks) yield* blobs.read(blobId)
}

/** What to keep, in order, in the words of ffmpeg's concat reader. */
function concatList({ takes, cuts }: Pick<Dictation, 'takes' | 'cuts'>): string {
  const kept = cuts ?? (takes ?? []).map(({ take }) => ({ take, startMs: undefined, endMs: undefined }))
  const entries = kept.map(({ take, startMs, endMs }) =>
    [
      `file take-${take}`,
      ...(startMs === undefined ? [] : [`inpoint ${(startMs / 1000).toFixed(3)}`]),
      ...(endMs === undefined ? [] : [`outpoint ${(endMs / 1000).toFixed(3)}`]),
    ].join('\n'),
  )
  return `ffconcat version 1.0\n${entries.join('\n')}\n`
}
