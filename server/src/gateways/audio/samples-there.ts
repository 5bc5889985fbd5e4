import { type FileHandle, open } from 'node:fs/promises'
import { type Layout, mostChunks, readAt, readSampledHead, type SampledHead, type SizeField } from './sampled-head.ts'

/** Tags that programs write after the sound without a chunk around them. */
const tags = /^(TAG|ID3|APETAGEX|<\?xml)/
/** Chunks that follow the sound, whatever length they state. */
const chunksBehind = ['LIST', 'id3 ', 'ID3 ', 'bext', 'cue ', 'smpl', 'fact', 'PEAK', 'JUNK', 'iXML', 'axml', 'list']
/** Padding is shorter than this. */
const leastTailBytes = 2_048

/** Whether the rest of a file from here consists of chunks, without sound missing from the header. */
async function areChunks(file: FileHandle, layout: Layout, from: number, end: number): Promise<boolean> {
  for (let at = from, count = 0; count < mostChunks && end - at >= layout.headBytes; count += 1) {
    const head = await readAt(file, at, layout.headBytes)
    const name = head.toString('latin1', 0, 4)
    if (chunksBehind.includes(name)) return true
    const size = layout.size(head)
    if (!/^[ -~]{4}$/.test(name) || size < 0) return false
    at += layout.headBytes + Math.ceil(size / layout.align) * layout.align
    if (at > end + layout.align) return false
  }
  return true
}

/** The number of bytes of samples up to their real end, whatever the header states. */
async function countThere(file: FileHandle, { start, bytes, layout }: SampledHead, end: number): Promise<number> {
  const rest = Math.max(0, end - start)
  if (bytes === undefined || bytes >= rest) return rest
  const saidEnd = start + bytes
  if (rest - bytes < leastTailBytes && bytes > 0) return bytes
  if (tags.test((await readAt(file, saidEnd, 8)).toString('latin1'))) return bytes
  if (!layout) return rest
  for (const from of new Set([Math.ceil(saidEnd / layout.align) * layout.align, saidEnd]))
    if (await areChunks(file, layout, from, end)) return bytes
  return rest
}

/** @returns the header of a file of samples, with the actual number of bytes; undefined for other files */
export async function readSamples(path: string): Promise<(SampledHead & { there: number }) | undefined> {
  await using file = await open(path, 'r')
  const head = await readSampledHead(file)
  if (!head) return undefined
  return { ...head, there: await countThere(file, head, (await file.stat()).size) }
}

async function write(file: FileHandle, { at, bytes, isBigEndian, more = 0, block = 1 }: SizeField, there: number) {
  const value = Math.floor(there / block) + more
  const field = Buffer.alloc(bytes)
  if (bytes === 8 && isBigEndian) field.writeBigUInt64BE(BigInt(value))
  else if (bytes === 8) field.writeBigUInt64LE(BigInt(value))
  else if (isBigEndian) field.writeUInt32BE(Math.min(value, 0xffff_ffff))
  else field.writeUInt32LE(Math.min(value, 0xffff_ffff))
  await file.write(field, 0, bytes, at)
}

const readBytes = 4 * 1_048_576

/**
 * Silences float samples that are infinite or not numbers, which would spoil those around them. @returns their number
 */
async function silenceNoNumbers(file: FileHandle, { start, there, floats }: SampledHead & { there: number }) {
  if (!floats || (floats.bytes !== 4 && floats.bytes !== 8)) return 0
  const { bytes: width, isBigEndian } = floats
  const [highest, next] = isBigEndian ? [0, 1] : [width - 1, width - 2]
  const mask = width === 4 ? 0x80 : 0xf0
  const buffer = Buffer.alloc(readBytes)
  let found = 0
  for (let done = 0; done < there; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(readBytes, there - done), start + done)
    const length = bytesRead - (bytesRead % width)
    if (length === 0) break
    const before = found
    for (let at = 0; at < length; at += width)
      if ((buffer[at + highest]! & 0x7f) === 0x7f && (buffer[at + next]! & mask) === mask) {
        buffer.fill(0, at, at + width)
        found += 1
      }
    if (found > before) await file.write(buffer, 0, length, start + done)
    done += length
  }
  return found
}

/**
 * Corrects, in our copy of a file of samples, the stated number of samples and samples that are not numbers: ffmpeg
 * believes the former and spreads the latter.
 * @returns the earlier statement, the actual amount, and the number of invalid samples; undefined for other files
 */
export async function mendSamples(
  path: string,
): Promise<(SampledHead & { there: number; noNumbers: number }) | undefined> {
  const samples = await readSamples(path)
  if (!samples) return undefined
  await using file = await open(path, 'r+')
  if (samples.bytes !== undefined && samples.bytes !== samples.there)
    for (const size of samples.sizes) await write(file, size, samples.there)
  return { ...samples, noNumbers: await silenceNoNumbers(file, samples) }
}
