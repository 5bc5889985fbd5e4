import { type FileHandle, open } from 'node:fs/promises'
import { ProcessFailed, type RunIn } from '../../platform/processes.ts'
import { lengthInAsf, mendAsf } from './asf.ts'
import { ffprobe } from './ffmpeg.ts'
import { latin } from './first-bytes.ts'
import { readM4aIndex } from './m4a-index.ts'
import { readAt } from './sampled-head.ts'
import { mendSamples } from './samples-there.ts'

/** The statements of a file about itself. A truncated file still states its full length (Q187). */
export interface Claim {
  /** Number of sound channels; undefined if not stated. */
  channels: number | undefined
  /** The stated length in milliseconds, given the decoded length; undefined if not stated. */
  lengthMs(decodedMs: number): number | undefined
  /**
   * Allowed difference of the decoded length in milliseconds: lengths are rounded, and ends of compressed sound are
   * padded.
   */
  toleranceMs: number
  /** The samples were counted: there may be more than stated, and all of them are read. */
  isOfSamples: boolean
  /** The format has an end mark, and it is missing. */
  endIsMissing: boolean
  /** Number of samples that were not numbers and are silent now. */
  noNumbers: number
}

const asToldMs = 1_500
const asCountedMs = 100

/**
 * Reads what a file states about its length. If its header states a wrong number of samples, our copy is corrected, so
 * that all of them are read.
 * @throws ProcessFailed unless the file itself cannot be read.
 */
export async function claimOf(path: string, options: RunIn): Promise<Claim> {
  // ffprobe uses the size of these files, not their stated length, which alone shows what is missing.
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
    // For an m4a, add the parts missing from its index and those not meant to be played.
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

/** Their frames follow each other without a header: ffprobe guesses a length from the rate of the first ones. */
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
/** Size of the largest page, so that the beginning of the last one is read. */
const oggPageMost = oggPageHeadBytes + 255 + 255 * 255
const isLastPage = 4

const isOgg = async (file: FileHandle) => (await readAt(file, 0, oggPage.length)).equals(oggPage)

/** Whether the last page is complete and marked as the last. */
async function endsAsOgg(file: FileHandle): Promise<boolean> {
  const { size } = await file.stat()
  const tail = await readAt(file, Math.max(0, size - oggPageMost), oggPageMost)
  const page = tail.subarray(Math.max(0, tail.lastIndexOf(oggPage)))
  if (page.length < oggPageHeadBytes) return false
  const sizes = page.subarray(oggPageHeadBytes, oggPageHeadBytes + page[26]!)
  const bytes = oggPageHeadBytes + page[26]! + sizes.reduce((sum, one) => sum + one, 0)
  return page.length >= bytes && (page[5]! & isLastPage) !== 0
}
