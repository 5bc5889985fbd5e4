import { mkdir, mkdtempDisposable, readdir, readFile, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { newId } from './ids.ts'
import { isAlive, pidNamespace, statusOf } from './process-status.ts'
import { isMissing, StorageAway } from './storage-away.ts'

/** Who a work folder belongs to, so that another copy of the server can tell whether its owner still lives. */
interface Owner {
  /** Processes of one place see each other: the same computer, and the same container. */
  place: string
  pid: number
  /** A later process may be given the same pid. */
  startedAt: string
}

/** Where recordings lie in the clear while one copy of the server works at them. */
export interface WorkFolder {
  path: string
  /** Makes it, and removes those whose copies were killed. */
  start(): Promise<void>
  stop(): Promise<void>
}

const ownerFile = 'owner.json'
const signOfLifeMs = 60_000
/** Of a copy in another place nothing shows but its signs of life. */
const silentForMs = 15 * signOfLifeMs
/** What tells of no owner was left by an older version, or is just being made. */
const unownedForMs = 24 * 60 * 60 * 1000

const read = (path: string) => readFile(path, 'utf8').catch(() => '')

async function placeOfThis(): Promise<string> {
  const boot = await read('/proc/sys/kernel/random/boot_id')
  return [hostname(), boot.trim(), pidNamespace()].join(' ')
}

const isOlderThan = async (path: string, ms: number) =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ms,
    () => false,
  )

async function isAbandoned(folder: string, place: string): Promise<boolean> {
  const path = join(folder, ownerFile)
  const text = await read(path)
  if (text === '') return isOlderThan(folder, unownedForMs)
  const owner = JSON.parse(text) as Owner
  if (owner.place !== place) return isOlderThan(path, silentForMs)
  return !isAlive(owner.pid) || statusOf(owner.pid).startedAt !== owner.startedAt
}

async function removeAbandoned(parent: string, own: string, place: string) {
  for (const name of await readdir(parent).catch(() => [])) {
    const folder = join(parent, name)
    // What cannot be told is left alone.
    if (folder !== own && (await isAbandoned(folder, place).catch(() => false)))
      await rm(folder, { recursive: true, force: true }).catch(() => {})
  }
}

/**
 * A folder in this copy's work folder, for one piece of work and gone after it. Makes the work folder again, should it be
 * gone. @throws StorageAway when the data folder is
 */
export async function makeInWorkFolder(path: string, prefix: string): Promise<AsyncDisposable & { path: string }> {
  for (const place of [dirname(path), path])
    await mkdir(place, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (isMissing(error)) throw new StorageAway()
      if (error.code !== 'EEXIST') throw error
    })
  return mkdtempDisposable(join(path, prefix))
}

/** A folder of this copy alone below a data folder that several share: nobody removes it while its owner lives. */
export function createWorkFolder(dataFolder: string): WorkFolder {
  const parent = join(dataFolder, 'work')
  const path = join(parent, newId())
  let alive: NodeJS.Timeout | undefined
  return {
    path,
    async start() {
      const place = await placeOfThis()
      const owner: Owner = { place, pid: process.pid, startedAt: statusOf(process.pid).startedAt }
      await mkdir(path, { recursive: true, mode: 0o700 })
      await writeFile(join(path, ownerFile), JSON.stringify(owner), { mode: 0o600 })
      const tidy = async () => {
        await utimes(join(path, ownerFile), new Date(), new Date()).catch(() => {})
        await removeAbandoned(parent, path, place)
        // Where versions before this one kept theirs.
        for (const name of ['listening', 'intake']) {
          await removeAbandoned(join(dataFolder, name), path, place)
          await rmdir(join(dataFolder, name)).catch(() => {})
        }
      }
      await tidy()
      alive = setInterval(() => void tidy().catch(() => {}), signOfLifeMs).unref()
    },
    async stop() {
      clearInterval(alive)
      await rm(path, { recursive: true, force: true })
    },
  }
}
