import type { Dirent } from 'node:fs'
import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'

const wholeName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const unfinishedName = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.[0-9a-f]{8}\.part$/

export interface OldFile {
  /** The blob's id; for an unfinished one the name of its file. */
  name: string
  path: string
  isUnfinished: boolean
}

/** Also false if it no longer exists. */
export async function isOlder(path: string, moment: Date): Promise<boolean> {
  const file = await stat(path).catch(ignoreMissing)
  return file !== undefined && file.mtime < moment
}

/** Lists blob files last written before a moment, folder by folder, with few in memory at once; skips other files. */
export async function* oldFiles(folder: string, moment: Date): AsyncGenerator<OldFile> {
  for await (const { name: part } of entriesOf(folder)) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue
    for await (const { name } of entriesOf(join(folder, part))) {
      const isUnfinished = unfinishedName.test(name)
      const path = join(folder, part, name)
      if ((isUnfinished || wholeName.test(name)) && (await isOlder(path, moment))) yield { name, path, isUnfinished }
    }
  }
}

async function* entriesOf(folder: string): AsyncGenerator<Dirent> {
  const opened = await opendir(folder, { bufferSize: 256 }).catch(ignoreMissing)
  if (opened) yield* opened
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
