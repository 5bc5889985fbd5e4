import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../../platform/secrets.ts'
import { blockBytes, createSealer, openBlock, sealedBlockBytes } from './block-cipher.ts'
import type { Blobs } from './index.ts'
import { isOlder, oldFiles } from './old-files.ts'

/** Length of the sealed data key that heads every file: nonce, key, tag. */
const headBytes = 12 + 32 + 16

/** Blobs as files of a folder, spread by the last digits of their ids. */
export function diskBlobs(folder: string, secrets: Secrets): Blobs {
  const folderOf = (id: string) => join(folder, id.slice(-2))
  const pathOf = (id: string) => join(folderOf(id), id)
  return {
    async put(id, bytes) {
      const isNewFolder = await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      if (isNewFolder) await syncFolder(folder)
      let path = join(folderOf(id), `${id}.${randomBytes(4).toString('hex')}.part`)
      const file = await open(path, 'wx', 0o600)
      try {
        const stored = await write(file, id, bytes, secrets)
        await rename(path, pathOf(id))
        path = pathOf(id)
        // Both at once: nobody reads the file before its id is committed, and one journal entry serves both.
        await Promise.all([file.sync(), syncFolder(folderOf(id))])
        return stored
      } catch (error) {
        await rm(path, { force: true })
        throw error
      } finally {
        await file.close()
      }
    },
    async *read(id, range) {
      const file = await open(pathOf(id), 'r')
      try {
        yield* readRange(file, id, range, secrets)
      } finally {
        await file.close()
      }
    },
    remove: (id) => rm(pathOf(id), { force: true }),
    async *listBefore(moment) {
      for await (const { name, isUnfinished } of oldFiles(folder, moment)) if (!isUnfinished) yield name
    },
    async removeBefore(id, moment) {
      const isOld = await isOlder(pathOf(id), moment)
      if (isOld) await rm(pathOf(id), { force: true })
      return isOld
    },
    async removeUnfinished(moment) {
      let removed = 0
      for await (const { path, isUnfinished } of oldFiles(folder, moment)) {
        if (!isUnfinished) continue
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}

/** So much is written at a time: a write for each piece costs more than its encryption. */
const writeBytes = 1_048_576

async function write(file: FileHandle, id: string, bytes: AsyncIterable<Uint8Array>, secrets: Secrets) {
  const key = randomBytes(32)
  const sealer = createSealer(key)
  const hash = createHash('sha256')
  let sizeBytes = 0
  let writtenBytes = 0
  let waiting = [secrets.seal(key, `blob ${id}`)]
  for await (const piece of bytes) {
    hash.update(piece)
    sizeBytes += piece.length
    waiting.push(...sealer.seal(piece))
    if (sizeBytes - writtenBytes < writeBytes) continue
    writtenBytes = sizeBytes
    await writeAll(file, waiting)
    waiting = []
  }
  await writeAll(file, [...waiting, ...sealer.end()])
  return { sizeBytes, sha256: hash.digest('hex') }
}

/** On a disk that is nearly full less is written than was given; the write after it fails and says so. */
async function writeAll(file: FileHandle, pieces: Buffer[]) {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  let { bytesWritten } = await file.writev(pieces)
  while (bytesWritten < length)
    bytesWritten += (await file.write(Buffer.concat(pieces).subarray(bytesWritten))).bytesWritten
}

async function* readRange(
  file: FileHandle,
  id: string,
  range: { start: number; end: number } | undefined,
  secrets: Secrets,
) {
  const head = Buffer.alloc(headBytes)
  await file.read(head, 0, headBytes, 0)
  const key = secrets.unseal(head, `blob ${id}`)
  const start = range?.start ?? 0
  const end = range?.end ?? Number.POSITIVE_INFINITY
  const sealed = Buffer.alloc(sealedBlockBytes)
  for (let index = Math.floor(start / blockBytes); index * blockBytes <= end; index += 1) {
    const { bytesRead } = await file.read(sealed, 0, sealedBlockBytes, headBytes + index * sealedBlockBytes)
    if (bytesRead === 0) return
    const plain = openBlock(key, index, sealed.subarray(0, bytesRead))
    const first = index * blockBytes
    const wanted = plain.subarray(Math.max(0, start - first), Math.min(plain.length, end - first + 1))
    if (wanted.length > 0) yield wanted
    if (bytesRead < sealedBlockBytes) return
  }
}

/** A rename is durable once its folder is. */
async function syncFolder(folder: string) {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
