import { type FileHandle, open } from 'node:fs/promises'
import { type Layout, mostChunks, readAt, readSampledHead, type SampledHead, type SizeField } from './sampled-head.ts'

/** What programs put behind the sound without a chunk around it. */
const tags = /^(TAG|ID3|APETAGEX|<\?xml)/
/** Chunks that stand behind the sound, whatever they say of their own length. */
const chunksBehind = ['LIST', 'id3 ', 'ID3 ', 'bext', 'cue ', 'smpl', 'fact', 'PEAK', 'JUNK', 'iXML', 'axml', 'list']
/** Of padding there is less. */
const leastTailBytes = 2_048

/** Whether from here on, to the end of a file, there are chunks, and no sound that its head does not tell of. */
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

/** The bytes of samples from their beginning to their real end, whatever the head says. */
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

/** @returns what the head of a file says, with how many bytes of samples are there; undefined for what is no file of samples. */
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

/** Floats that are not numbers, or are endless, become silence: they would spoil what is around them. @returns how many */
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
 * Puts right, in a copy of ours, what the head of a file of samples says of their number, and samples that are no numbers:
 * ffmpeg believes the one and spreads the other.
 * @returns what it said before, how much is there, and how many samples were no numbers; undefined for what is no file of samples
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
