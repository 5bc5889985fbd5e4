import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { type FileHandle, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Secrets } from '../../platform/secrets.ts'
import { isMissing, StorageAway } from '../../platform/storage-away.ts'
import { blockBytes, createSealer, isEndOf, openBlock, sealedBlockBytes, tagBytes } from './block-cipher.ts'
import { type Blobs, DamagedBlob } from './port.ts'
import { isOlder, oldFiles } from './old-files.ts'

/** Length of the encrypted data key at the beginning of every file: nonce, key, tag. */
const headBytes = 12 + 32 + 16

/** The data key's associated text shows whether the file has an end record; files written earlier have none. */
const aboutOf = (id: string) => ({ withEnd: `blob with end ${id}`, withoutEnd: `blob ${id}` })

/** Stores blobs as files in a folder, spread by the last digits of their ids. */
export function diskBlobs(folder: string, secrets: Secrets): Blobs {
  const folderOf = (id: string) => join(folder, id.slice(-2))
  const markPath = join(folder, 'folder.json')
  const pathOf = (id: string) => join(folderOf(id), id)
  // Created only once. If the folder is missing later, it was moved or its disk is away, and nobody would find files
  // written elsewhere.
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  /** A file that is missing together with the whole folder is not lost. */
  const asAway = (error: unknown) => (isMissing(error) && !existsSync(folder) ? new StorageAway() : error)
  return {
    async put(id, bytes) {
      const isNewFolder = await makeFolder(folderOf(id)).catch((error: unknown) => {
        throw asAway(error)
      })
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
      await using file = await open(pathOf(id), 'r').catch((error: unknown) => {
        throw asAway(error)
      })
      yield* readRange(file, id, range, secrets)
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
    async readMark() {
      try {
        return await readFile(markPath, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    async writeMark(text) {
      const path = `${markPath}.${randomBytes(4).toString('hex')}`
      await using file = await open(path, 'wx', 0o600)
      await file.writeFile(text)
      await file.sync()
      await rename(path, markPath)
      await syncFolder(folder)
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

/** Number of bytes written at a time: a write for each piece costs more than its encryption. */
const writeBytes = 1_048_576

async function write(file: FileHandle, id: string, bytes: AsyncIterable<Uint8Array>, secrets: Secrets) {
  const key = randomBytes(32)
  const sealer = createSealer(key)
  const hash = createHash('sha256')
  let sizeBytes = 0
  let writtenBytes = 0
  let waiting = [secrets.seal(key, aboutOf(id).withEnd)]
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

/** On a nearly full disk a write stores fewer bytes than given; the next write then fails with the reason. */
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
  const { key, sizeBytes } = await openHead(file, id, secrets)
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? Number.POSITIVE_INFINITY, sizeBytes - 1)
  const sealed = Buffer.alloc(sealedBlockBytes)
  for (let index = Math.floor(start / blockBytes); index * blockBytes <= end; index += 1) {
    const first = index * blockBytes
    const length = Math.min(blockBytes, sizeBytes - first) + tagBytes
    const { bytesRead } = await file.read(sealed, 0, length, headBytes + index * sealedBlockBytes)
    const plain = openOrTell(id, () => openBlock(key, index, sealed.subarray(0, bytesRead)))
    const wanted = plain.subarray(Math.max(0, start - first), Math.min(plain.length, end - first + 1))
    if (wanted.length > 0) yield wanted
  }
}

/** Reads the file's own key and the length of its content. @throws DamagedBlob if its beginning or end has changed. */
async function openHead(file: FileHandle, id: string, secrets: Secrets) {
  const head = Buffer.alloc(headBytes)
  await file.read(head, 0, headBytes, 0)
  const about = aboutOf(id)
  let hasEnd = true
  const key = openOrTell(id, () => {
    try {
      return secrets.unseal(head, about.withEnd)
    } catch {
      hasEnd = false
      return secrets.unseal(head, about.withoutEnd)
    }
  })
  const bodyBytes = (await file.stat()).size - headBytes - (hasEnd ? tagBytes : 0)
  if (bodyBytes < 0) throw new DamagedBlob(id)
  const rest = bodyBytes % sealedBlockBytes
  const sizeBytes = Math.floor(bodyBytes / sealedBlockBytes) * blockBytes + Math.max(0, rest - tagBytes)
  if (!hasEnd) return { key, sizeBytes }
  const end = Buffer.alloc(tagBytes)
  await file.read(end, 0, tagBytes, headBytes + bodyBytes)
  if (!isEndOf(key, sizeBytes, end)) throw new DamagedBlob(id)
  return { key, sizeBytes }
}

function openOrTell<T>(id: string, opened: () => T): T {
  try {
    return opened()
  } catch {
    throw new DamagedBlob(id)
  }
}

/** Creates a folder in an existing one. @returns whether it is new. */
async function makeFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** A rename is durable only after its folder is synced. */
async function syncFolder(folder: string) {
  await using handle = await open(folder, 'r')
  await handle.sync()
}
