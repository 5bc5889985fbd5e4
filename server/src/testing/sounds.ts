import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const made = new Map<string, Promise<Buffer>>()

/**
 * A file made by ffmpeg with these output arguments, the last of which is the file name. Made once per worker, because each start of
 * ffmpeg costs as much as a hundred requests.
 */
export async function madeByFfmpeg(source: string, args: readonly string[], name: string): Promise<Buffer> {
  const key = JSON.stringify([source, args, name])
  if (!made.has(key)) made.set(key, makeByFfmpeg(source, args, name))
  return Buffer.from(await made.get(key)!)
}

async function makeByFfmpeg(source: string, args: readonly string[], name: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'dictara-sound-'))
  try {
    const path = join(folder, name)
    await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, ...args, path])
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A tone of this many seconds. */
export const tone = (seconds: number, name: string, ...args: string[]) =>
  madeByFfmpeg(`sine=frequency=300:sample_rate=16000:duration=${seconds}`, args, name)

/** A webm without a length in its header, as the recorder makes it. */
export const recordedTone = (seconds: number) => tone(seconds, 'x.webm', '-c:a', 'libopus', '-live', '1')

/** Silence as small as possible: aac, at most 13 bytes per eighth of a second. */
export async function longSilence(hours: number): Promise<Buffer> {
  const second = await madeByFfmpeg('anullsrc=r=8000:cl=mono', ['-t', '8', '-c:a', 'aac', '-b:a', '8k'], 'x.aac')
  const frames: Buffer[] = []
  for (let at = 0; at + 7 <= second.length; ) {
    const length = ((second[at + 3]! & 3) << 11) | (second[at + 4]! << 3) | (second[at + 5]! >> 5)
    frames.push(second.subarray(at, at + length))
    at += length
  }
  const smallest = frames.toSorted((a, b) => a.length - b.length)[0]!
  return Buffer.concat(Array.from({ length: Math.ceil((hours * 3600) / 0.128) }, () => smallest))
}

/** The header of a 16 kHz, mono, 16-bit wav. */
export function wavHead(samples: number): Buffer {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples * 2, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(16_000, 24)
  head.writeUInt32LE(32_000, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples * 2, 40)
  return head
}
