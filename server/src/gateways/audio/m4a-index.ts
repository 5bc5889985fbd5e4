import type { FileHandle } from 'node:fs/promises'
import { readAt } from './sampled-head.ts'

/** The sound information in an m4a's index. */
export interface M4aIndex {
  /** The sum of its pieces, whichever of them are to be played. */
  lengthMs: number
  /** Bytes that are in the file but in no index, relative to those in one. */
  unlistedShare: number
}

interface Box {
  name: string
  /** Where its content begins and ends. */
  from: number
  to: number
}

const mostBoxes = 10_000
const mostIndexBytes = 64 * 1_048_576

/** The boxes of a file in order; the last one may extend to the end of the file. */
async function boxesOf(file: FileHandle, size: number): Promise<Box[]> {
  const found: Box[] = []
  for (let at = 0; at + 8 <= size && found.length < mostBoxes; ) {
    const head = await readAt(file, at, 16)
    const short = head.readUInt32BE(0)
    const headBytes = short === 1 ? 16 : 8
    if (head.length < headBytes) break
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < headBytes) break
    found.push({ name: head.toString('latin1', 4, 8), from: at + headBytes, to: Math.min(size, at + length) })
    at += length
  }
  return found
}

/** Boxes at a path of names within other boxes. */
function within(bytes: Buffer, [name, ...rest]: readonly string[]): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8) break
    if (bytes.toString('latin1', at + 4, at + 8) === name) found.push(bytes.subarray(at + 8, at + length))
    at += length
  }
  return rest.length > 0 ? found.flatMap((box) => within(box, rest)) : found
}

/** The number of a table's entries: the stated one, limited by the space there. */
const countIn = (table: Buffer, at: number, entryBytes: number) =>
  Math.min(table.readUInt32BE(at), Math.floor((table.length - at - 4) / entryBytes))

function bytesListed(sizes: Buffer): number {
  const each = sizes.readUInt32BE(4)
  if (each > 0) return each * sizes.readUInt32BE(8)
  let sum = 0
  for (let left = countIn(sizes, 8, 4), at = 12; left > 0; left -= 1, at += 4) sum += sizes.readUInt32BE(at)
  return sum
}

function unitsListed(times: Buffer): number {
  let sum = 0
  for (let left = countIn(times, 4, 8), at = 8; left > 0; left -= 1, at += 8)
    sum += times.readUInt32BE(at) * times.readUInt32BE(at + 4)
  return sum
}

/** Reads the index of an m4a without fragments; undefined for other files and unreadable ones. */
export async function readM4aIndex(file: FileHandle): Promise<M4aIndex | undefined> {
  if ((await readAt(file, 4, 4)).toString('latin1') !== 'ftyp') return undefined
  const boxes = await boxesOf(file, (await file.stat()).size)
  const index = boxes.find(({ name }) => name === 'moov')
  if (!index || index.to - index.from > mostIndexBytes || boxes.some(({ name }) => name === 'moof')) return undefined
  const bytes = await readAt(file, index.from, index.to - index.from)
  try {
    let [lengthMs, listed] = [0, 0]
    for (const track of within(bytes, ['trak', 'mdia'])) {
      const table = (name: string) => within(track, ['minf', 'stbl', name])[0]
      const [sizes, times, head] = [table('stsz'), table('stts'), within(track, ['mdhd'])[0]]
      if (!sizes || !times || !head) return undefined
      listed += bytesListed(sizes)
      const isSound = within(track, ['hdlr'])[0]?.toString('latin1', 8, 12) === 'soun'
      const unitsASecond = head.readUInt32BE(head[0] === 1 ? 20 : 12)
      if (isSound && unitsASecond > 0) lengthMs = Math.max(lengthMs, (unitsListed(times) / unitsASecond) * 1000)
    }
    const there = boxes.filter(({ name }) => name === 'mdat').reduce((sum, { from, to }) => sum + to - from, 0)
    return listed > 0 ? { lengthMs, unlistedShare: Math.max(0, there - listed) / listed } : undefined
  } catch (error) {
    // It ends before its stated content.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
