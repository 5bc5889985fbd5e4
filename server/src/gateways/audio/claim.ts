import { type FileHandle, open } from 'node:fs/promises'
import { ProcessFailed, type RunIn } from '../../platform/processes.ts'
import { lengthInAsf, mendAsf } from './asf.ts'
import { ffprobe } from './ffmpeg.ts'
import { latin } from './first-bytes.ts'
import { readM4aIndex } from './m4a-index.ts'
import { readAt } from './sampled-head.ts'
import { mendSamples } from './samples-there.ts'

/** What a file says of itself. A file that broke off says that it is longer than it is (Q187). */
export interface Claim {
  /** Of its sound; undefined when it does not say. */
  channels: number | undefined
  /** How long it says that it is, in milliseconds, where so much of it was decoded; undefined when it does not say. */
  lengthMs(decodedMs: number): number | undefined
  /** How far what is decoded may be from it: lengths are rounded, and ends of compressed sound are padded. */
  toleranceMs: number
  /** It was counted by its samples: there may be more than it says, and all of it is read. */
  isOfSamples: boolean
  /** It has a mark for its end, and it is not there. */
  endIsMissing: boolean
  /** How many of its samples were no numbers, and are silent now. */
  noNumbers: number
}

const asToldMs = 1_500
const asCountedMs = 100

/**
 * What a file says of its length. Where its head says something else of its samples than what is there, our copy is put
 * right, so that all of them are read.
 * @throws ProcessFailed unless it is the file that cannot be read.
 */
export async function claimOf(path: string, options: RunIn): Promise<Claim> {
  // ffprobe goes by the size of these, not by what they say, which alone tells what is missing.
  const samples = await mendSamples(path)
  if (samples && samples.there > 0) {
    const { channels, bytes, there, noNumbers } = samples
    const lengthMs = (decodedMs: number) => (bytes === undefined ? undefined : Math.round((decodedMs * bytes) / there))
    return { channels, lengthMs, toleranceMs: asCountedMs, isOfSamples: true, endIsMissing: false, noNumbers }
  }
  await mendAsf(path)
  const probed = await probe(path, options)
  await using file = await open(path, 'r')
  const saidMs = (await lengthInAsf(file)) ?? ((await isGuessed(file, probed.format)) ? undefined : probed.lengthMs)
  const index = await readM4aIndex(file)
  return {
    channels: probed.channels,
    // Of an m4a, what stands in no index counts as well, and what is there but not to be played.
    lengthMs: (decodedMs) =>
      index ? Math.max(saidMs ?? 0, index.lengthMs, decodedMs * (1 + index.unlistedShare)) : saidMs,
    toleranceMs: asToldMs,
    isOfSamples: false,
    endIsMissing: (await isOgg(file)) && !(await endsAsOgg(file)),
    noNumbers: 0,
  }
}

interface Probed {
  channels: number | undefined
  lengthMs: number | undefined
  format: string
}

async function probe(path: string, options: RunIn): Promise<Probed> {
  try {
    const entries = 'stream=channels:format=format_name,duration'
    const lines = (await ffprobe(path, entries, { ...options, timeLimitSeconds: 60 }))
      .split('\n')
      .map((line) => line.trim())
    const [, format = '', seconds = ''] =
      lines.map((line) => /^"?([a-z].*?)"?,([^,]*)$/.exec(line)).findLast(Boolean) ?? []
    const channels = Math.max(...lines.filter((line) => /^\d+$/.test(line)).map(Number))
    return {
      channels: channels > 0 ? channels : undefined,
      lengthMs: Number.isFinite(Number.parseFloat(seconds)) ? Math.round(Number.parseFloat(seconds) * 1000) : undefined,
      format,
    }
  } catch (error) {
    if (error instanceof ProcessFailed && error.kind === 'failed')
      return { channels: undefined, lengthMs: undefined, format: '' }
    throw error
  }
}

/** Their frames follow each other without a head: ffprobe guesses a length by the rate of the first ones. */
const withoutHead = ['aac', 'amr', 'amrnb', 'amrwb', 'dss', 'gsm']
const mp3Heads = ['Xing', 'Info', 'VBRI'].map((mark) => latin(mark))
const firstFrameBytes = 2_048

async function isGuessed(file: FileHandle, format: string): Promise<boolean> {
  if (format !== 'mp3') return withoutHead.includes(format)
  const head = await readAt(file, 0, 10)
  // Four times seven bits.
  const size = [6, 7, 8, 9].reduce((sum, at) => (sum << 7) | (head[at] ?? 0), 0)
  const first = await readAt(file, head.indexOf('ID3') === 0 ? 10 + size : 0, firstFrameBytes)
  return !mp3Heads.some((mark) => first.includes(mark))
}

const oggPage = Buffer.from('OggS', 'latin1')
const oggPageHeadBytes = 27
/** The largest page, so that its beginning is in sight. */
const oggPageMost = oggPageHeadBytes + 255 + 255 * 255
const isLastPage = 4

const isOgg = async (file: FileHandle) => (await readAt(file, 0, oggPage.length)).equals(oggPage)

/** Whether the last page is whole and says that it is the last. */
async function endsAsOgg(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const tail = await readAt(file, Math.max(0, size - oggPageMost), oggPageMost)
  const page = tail.subarray(Math.max(0, tail.lastIndexOf(oggPage)))
  if (page.length < oggPageHeadBytes) return false
  const sizes = page.subarray(oggPageHeadBytes, oggPageHeadBytes + page[26]!)
  const bytes = oggPageHeadBytes + page[26]! + sizes.reduce((sum, one) => sum + one, 0)
  return page.length >= bytes && (page[5]! & isLastPage) !== 0
}
