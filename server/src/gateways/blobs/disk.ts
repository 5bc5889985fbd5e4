import { createHash, randomBytes } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../../platform/secrets.ts'
import { blockBytes, openBlock, sealBlock, sealedBlockBytes } from './block-cipher.ts'
import type { Blobs } from './index.ts'

/** Length of the sealed data key that heads every file: nonce, key, tag. */
const headBytes = 12 + 32 + 16

/** Blobs as files of a folder, spread by the last digits of their ids. */
export function diskBlobs(folder: string, secrets: Secrets): Blobs {
  const folderOf = (id: string) => join(folder, id.slice(-2))
  const pathOf = (id: string) => join(folderOf(id), id)
  return {
    async put(id, bytes) {
      await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
      const temporary = join(folderOf(id), `${id}.${randomBytes(4).toString('hex')}.part`)
      const file = await open(temporary, 'wx', 0o600)
      try {
        const stored = await write(file, id, bytes, secrets)
        await file.sync()
        await file.close()
        await rename(temporary, pathOf(id))
        await syncFolder(folderOf(id))
        return stored
      } catch (error) {
        await file.close().catch(() => {})
        await rm(temporary, { force: true })
        throw error
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
  }
}

async function write(file: FileHandle, id: string, bytes: AsyncIterable<Uint8Array>, secrets: Secrets) {
  const key = randomBytes(32)
  await file.write(secrets.seal(key, `blob ${id}`))
  const hash = createHash('sha256')
  let sizeBytes = 0
  let index = 0
  let waiting: Buffer = Buffer.alloc(0)
  const writeBlock = async (plain: Buffer) => {
    await file.write(sealBlock(key, index, plain))
    index += 1
  }
  for await (const piece of bytes) {
    hash.update(piece)
    sizeBytes += piece.length
    waiting = waiting.length === 0 ? Buffer.from(piece) : Buffer.concat([waiting, piece])
    let from = 0
    for (; waiting.length - from >= blockBytes; from += blockBytes)
      await writeBlock(waiting.subarray(from, from + blockBytes))
    waiting = waiting.subarray(from)
  }
  if (waiting.length > 0) await writeBlock(waiting)
  return { sizeBytes, sha256: hash.digest('hex') }
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
