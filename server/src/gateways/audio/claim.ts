import { type FileHandle, open } from 'node:fs/promises'
import { ProcessFailed, type RunIn } from '../../platform/processes.ts'
import { ffprobe } from './ffmpeg.ts'
import { readWavHeader } from './wav-header.ts'

/** What a file says of itself. A file that broke off says that it is longer than it is (Q187). */
export interface Claim {
  /** Of its sound; undefined when it does not say. */
  channels: number | undefined
  /** In milliseconds; undefined when it does not say. */
  lengthMs: number | undefined
  /** It has a mark for its end, and it is not there. */
  endIsMissing: boolean
}

/** @throws ProcessFailed unless it is the file that cannot be read. */
export async function claimOf(path: string, options: RunIn): Promise<Claim> {
  // ffprobe goes by the size of these, not by what they say, which alone tells what is missing.
  const wav = await readWavHeader(path)
  if (wav?.bytes !== undefined && wav.bytesASecond > 0)
    return {
      channels: wav.channels,
      lengthMs: Math.round((wav.bytes / wav.bytesASecond) * 1000),
      endIsMissing: false,
    }
  const probed = await probe(path, options)
  await using file = await open(path, 'r')
  return {
    channels: probed.channels,
    lengthMs: (await lengthInAsf(file)) ?? probed.lengthMs,
    endIsMissing: (await isOgg(file)) && !(await endsAsOgg(file)),
  }
}

async function probe(path: string, options: RunIn): Promise<Omit<Claim, 'endIsMissing'>> {
  try {
    const entries = 'stream=channels:format=duration'
    const lines = (await ffprobe(path, entries, { ...options, timeLimitSeconds: 60 }))
      .split('\n')
      .map((line) => line.trim())
    const seconds = Number.parseFloat(lines.findLast((line) => line.includes('.')) ?? '')
    const channels = Math.max(...lines.filter((line) => /^\d+$/.test(line)).map(Number))
    return {
      channels: channels > 0 ? channels : undefined,
      lengthMs: Number.isFinite(seconds) ? Math.round(seconds * 1000) : undefined,
    }
  } catch (error) {
    if (error instanceof ProcessFailed && error.kind === 'failed') return { channels: undefined, lengthMs: undefined }
    throw error
  }
}

async function read(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  return buffer.subarray(0, bytesRead)
}

const asfHead = Buffer.from('3026b2758e66cf11a6d900aa0062ce6c', 'hex')
const asfFileProperties = Buffer.from('a1dcab8c47a9cf118ee400c00c205365', 'hex')
const asfHeadMost = 65_536
const isLiveAsf = 1

/** Of wma: the length in the file's properties, less what a player buffers before it begins. */
async function lengthInAsf(file: FileHandle): Promise<number | undefined> {
  const head = await read(file, 0, asfHeadMost)
  if (!head.subarray(0, asfHead.length).equals(asfHead)) return undefined
  const at = head.indexOf(asfFileProperties)
  if (at < 0 || at + 92 > head.length || head.readUInt32LE(at + 88) & isLiveAsf) return undefined
  const ms = Number(head.readBigUInt64LE(at + 64) / 10_000n) - Number(head.readBigUInt64LE(at + 80))
  return ms > 0 ? ms : undefined
}

const oggPage = Buffer.from('OggS', 'latin1')
const oggPageHeadBytes = 27
/** The largest page, so that its beginning is in sight. */
const oggPageMost = oggPageHeadBytes + 255 + 255 * 255
const isLastPage = 4

const isOgg = async (file: FileHandle) => (await read(file, 0, oggPage.length)).equals(oggPage)

/** Whether the last page is whole and says that it is the last. */
async function endsAsOgg(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const tail = await read(file, Math.max(0, size - oggPageMost), oggPageMost)
  const page = tail.subarray(Math.max(0, tail.lastIndexOf(oggPage)))
  if (page.length < oggPageHeadBytes) return false
  const sizes = page.subarray(oggPageHeadBytes, oggPageHeadBytes + page[26]!)
  const bytes = oggPageHeadBytes + page[26]! + sizes.reduce((sum, one) => sum + one, 0)
  return page.length >= bytes && (page[5]! & isLastPage) !== 0
}
