import { type FileHandle, open } from 'node:fs/promises'
import { hex } from './first-bytes.ts'
import { readAt } from './sampled-head.ts'

const head = hex('3026b2758e66cf11a6d900aa0062ce6c')
const fileProperties = hex('a1dcab8c47a9cf118ee400c00c205365')
const data = hex('3626b2758e66cf11a6d900aa0062ce6c')
/** Objects that may follow the sound: several kinds of index. */
const indexes = [
  '90080033b1e5cf1189f400a0c90349cb',
  'd329e2d6da35d111903400a0c90349be',
  'f803b1fead12644c840f2a1d2f7ad48c',
  '3cb73fd00c4a034889538fedf78a24d6',
].map(hex)
const headMost = 65_536
const isLive = 1
/** The object's id and size. */
const objectHeadBytes = 24

/**
 * Length of a wma in milliseconds: the length in the file's properties, minus the time a player buffers before it
 * starts.
 */
export async function lengthInAsf(file: FileHandle): Promise<number | undefined> {
  const first = await readAt(file, 0, headMost)
  if (!first.subarray(0, head.length).equals(head)) return undefined
  const at = first.indexOf(fileProperties)
  if (at < 0 || at + 92 > first.length || first.readUInt32LE(at + 88) & isLive) return undefined
  const ms = Number(first.readBigUInt64LE(at + 64) / 10_000n) - Number(first.readBigUInt64LE(at + 80))
  return ms > 0 ? ms : undefined
}

/** Corrects the end of the sound in our copy of a wma that claims to end too early. */
export async function mendAsf(path: string): Promise<void> {
  await using file = await open(path, 'r+')
  const first = await readAt(file, 0, objectHeadBytes)
  if (!first.subarray(0, head.length).equals(head)) return
  const at = Number(first.readBigUInt64LE(16))
  const sound = await readAt(file, at, objectHeadBytes)
  if (!sound.subarray(0, data.length).equals(data)) return
  const end = at + Number(sound.readBigUInt64LE(16))
  const { size } = await file.stat()
  if (end >= size) return
  const behind = await readAt(file, end, 16)
  if (indexes.some((index) => index.equals(behind))) return
  const right = Buffer.alloc(8)
  right.writeBigUInt64LE(BigInt(size - at))
  await file.write(right, 0, 8, at + 16)
}
