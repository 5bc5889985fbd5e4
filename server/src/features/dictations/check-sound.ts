import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { dictationRefusals } from '@dictara/contract/dictations'
import { probeSound } from '../../gateways/audio/index.ts'
import type { Blobs } from '../../gateways/blobs/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Chunk } from './dictations.store.ts'

/** What a sound tells of itself usually stands at its beginning; m4a may say it at the end. */
const headBytes = 2 * 1_048_576

async function* beginningOf(blobs: Blobs, chunks: readonly Chunk[], most: number) {
  let left = most
  for (const { blobId, sizeBytes } of chunks) {
    if (left <= 0) return
    yield* blobs.read(blobId, { start: 0, end: Math.min(sizeBytes, left) - 1 })
    left -= sizeBytes
  }
}

/**
 * Looks whether at least one take is sound, outside any transaction. What is stored stays as it is.
 * @throws Refusal 422 when nothing is, or for DS2, which needs a converter.
 */
export async function checkSound(
  blobs: Blobs,
  workFolder: string,
  takes: readonly (readonly Chunk[])[],
): Promise<void> {
  await mkdir(workFolder, { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(workFolder, 'submit-'))
  const options = { folder, signal: new AbortController().signal }
  const path = join(folder, 'take')
  try {
    let isDs2 = false
    for (const chunks of takes) {
      const total = chunks.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
      for (const most of total > headBytes ? [headBytes, total] : [total]) {
        await pipeline(beginningOf(blobs, chunks, most), createWriteStream(path, { mode: 0o600 }))
        const probe = await probeSound(path, options)
        if (probe === 'sound') return
        isDs2 ||= probe === 'ds2'
        if (probe === 'ds2') break
      }
    }
    throw new Refusal(isDs2 ? dictationRefusals.ds2 : dictationRefusals.notAudio)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
