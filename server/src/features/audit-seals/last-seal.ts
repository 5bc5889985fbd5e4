import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../../platform/storage-away.ts'

/** The last seal that a data folder knows. It is kept outside the database, so that nobody can remove the last seals unnoticed. */
export interface LastSeal {
  id: number
  /** In hexadecimal. */
  hash: string
}

export const lastSealFile = (dataFolder: string): string => join(dataFolder, 'last-seal.json')

/** @throws Error in words when the file exists but holds no seal. */
export async function readLastSeal(dataFolder: string): Promise<LastSeal | null> {
  const path = lastSealFile(dataFolder)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (text === null) return null
  const [, id, hash] = /^\{"id":(\d+),"hash":"([0-9a-f]{64})"\}$/.exec(text.trim()) ?? []
  if (!id || !hash) throw new Error(`${path} can’t be read; see docs/operating/audit.md.`)
  return { id: Number(id), hash }
}

/** Writes the file in one step, so that it is never half written. */
export async function writeLastSeal(dataFolder: string, { id, hash }: LastSeal): Promise<void> {
  const path = lastSealFile(dataFolder)
  const next = `${path}.${randomBytes(4).toString('hex')}`
  await using file = await open(next, 'wx', 0o600)
  await file.writeFile(JSON.stringify({ id, hash }))
  await file.sync()
  await rename(next, path)
}
