import { createReadStream, createWriteStream } from 'node:fs'
import { open, stat, truncate } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { needRoom } from '../../platform/room.ts'
import { hex, latin } from './first-bytes.ts'

/** How files of a format begin: bytes, their offset, and a further condition. */
interface Beginning {
  mark: Buffer
  at: number
  isOne(head: Buffer): boolean
}

const isNamed = (head: Buffer) => /^[ -~]{4}$/.test(head.toString('latin1', 12, 16))
const textAt = (head: Buffer, at: number, ...texts: string[]) => texts.includes(head.toString('latin1', at, at + 4))

/** Boxes that may follow the first box of an m4a sound file; an embedded picture has the same first box. */
const secondBoxes = ['free', 'skip', 'wide', 'uuid', 'moov', 'mdat', 'moof', 'sidx', 'styp', 'pdin']

/**
 * Formats of which ffmpeg reads only the first of several concatenated files, or the others with the first one's
 * header.
 */
const beginnings: readonly Beginning[] = [
  {
    mark: latin('ftyp'),
    at: 4,
    isOne(head) {
      const bytes = head.readUInt32BE(0)
      return bytes >= 16 && bytes <= 128 && bytes % 4 === 0 && textAt(head, bytes + 4, ...secondBoxes)
    },
  },
  { mark: latin('RIFF'), at: 0, isOne: (head) => textAt(head, 8, 'WAVE') && isNamed(head) },
  { mark: latin('FORM'), at: 0, isOne: (head) => textAt(head, 8, 'AIFF', 'AIFC') && isNamed(head) },
  { mark: hex('636166660001'), at: 0, isOne: (head) => textAt(head, 8, 'desc') },
  { mark: hex('726966662e91cf11a5d628db04c10000'), at: 0, isOne: (head) => textAt(head, 24, 'wave') },
  { mark: latin('fLaC'), at: 0, isOne: (head) => (head[4]! & 0x7f) === 0 && head.readUIntBE(5, 3) === 34 },
  { mark: hex('3026b2758e66cf11a6d900aa0062ce6c'), at: 0, isOne: () => true },
  { mark: hex('1a45dfa3'), at: 0, isOne: (head) => /\x42\x82(?:\x84webm|\x88matroska)/.test(head.toString('latin1')) },
]

/** Number of bytes that show whether a file begins here. */
const headBytes = 160
const readBytes = 4 * 1_048_576
/** Each of them is decoded by itself. */
export const mostGlued = 50

/** The offsets at which concatenated files begin; nearly always only 0. */
async function beginningsIn(path: string): Promise<{ starts: number[]; isAll: boolean }> {
  const found = [0]
  await using file = await open(path, 'r')
  const buffer = Buffer.alloc(readBytes)
  const headOf = (at: number) => {
    const head = Buffer.alloc(headBytes)
    buffer.copy(head, 0, at, at + headBytes)
    return head
  }
  const kind = await file
    .read(buffer, 0, headBytes, 0)
    .then(() => beginnings.find(({ mark, at, isOne }) => buffer.indexOf(mark) === at && isOne(headOf(0))))
  if (!kind) return { starts: found, isAll: true }
  for (let from = 0; ; from += readBytes - headBytes) {
    const { bytesRead } = await file.read(buffer, 0, readBytes, from)
    buffer.fill(0, bytesRead)
    for (let at = buffer.indexOf(kind.mark); at >= 0; at = buffer.indexOf(kind.mark, at + 1)) {
      const begins = from + at - kind.at
      if (at < kind.at || begins <= found.at(-1)! || at - kind.at > readBytes - headBytes) continue
      if (!kind.isOne(headOf(at - kind.at))) continue
      if (found.length === mostGlued) return { starts: found, isAll: false }
      found.push(begins)
    }
    if (bytesRead < readBytes) return { starts: found, isAll: true }
  }
}

/**
 * Several complete files may be concatenated, as `cat` does: each is written to its own file, in order; the first keeps
 * its place. A single file is unchanged.
 * @returns `isAll` false if there were more than allowed: the further ones are dropped. @throws NoRoom
 */
export async function separateGlued(
  path: string,
  { reserveBytes, folder, signal }: { reserveBytes: number; folder: string; signal: AbortSignal },
): Promise<{ paths: string[]; isAll: boolean }> {
  const { starts, isAll } = await beginningsIn(path)
  const paths = starts.map((_, number) => (number === 0 ? path : `${path}.${number}`))
  // From the end, so that it never needs more space than the last file a second time.
  let { size: end } = await stat(path)
  for (let number = starts.length - 1; number > 0; number -= 1) {
    const start = starts[number]!
    await needRoom(folder, end - start, reserveBytes)
    const from = createReadStream(path, { start, end: end - 1 })
    await pipeline(from, createWriteStream(paths[number]!, { mode: 0o600 }), { signal })
    await truncate(path, start)
    end = start
  }
  return { paths, isAll }
}
