import { type FileHandle, open } from 'node:fs/promises'

export const pcm = 1
/** Enough for every chunk that recorders write before the samples. */
const mostChunks = 64

export interface WavHeader {
  format: number
  channels: number
  bytesASecond: number
  /** Where the samples begin. */
  start: number
  /** How many bytes of samples it says there are; undefined of one that was written while it was recorded. */
  bytes: number | undefined
}

/** What the header of a wav says, read chunk by chunk: texts in it may say anything. Undefined for what is no wav. */
async function readHeader(file: FileHandle): Promise<WavHeader | undefined> {
  const read = async (at: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
    return bytesRead === length ? buffer : undefined
  }
  const head = await read(0, 12)
  if (head?.toString('latin1', 0, 4) !== 'RIFF' || head.toString('latin1', 8, 12) !== 'WAVE') return undefined
  let [format, channels, bytesASecond] = [0, 0, 0]
  for (let at = 12, count = 0; count < mostChunks; count += 1) {
    const chunk = await read(at, 8)
    if (!chunk) return undefined
    const [name, length] = [chunk.toString('latin1', 0, 4), chunk.readUInt32LE(4)]
    if (name === 'data') {
      const isKnown = length > 0 && length < 0x7fff_ffff
      return { format, channels, bytesASecond, start: at + 8, bytes: isKnown ? length : undefined }
    }
    if (name === 'fmt ') {
      const about = await read(at + 8, 16)
      if (!about) return undefined
      ;[format, channels, bytesASecond] = [about.readUInt16LE(0), about.readUInt16LE(2), about.readUInt32LE(8)]
    }
    at += 8 + length + (length % 2)
  }
  return undefined
}

/** As `readHeader`, with how many bytes of samples are there. */
export async function readWavHeader(path: string): Promise<(WavHeader & { there: number }) | undefined> {
  await using file = await open(path, 'r')
  const header = await readHeader(file)
  const { size } = await file.stat()
  return header && { ...header, there: Math.max(0, size - header.start) }
}
