import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { pcm } from './sampled-head.ts'
import { readSamples } from './samples-there.ts'

/** The format for the engines: 16 kHz, one channel, 16-bit samples. */
export const samplesASecond = 16_000
export const bytesASample = 2
export const bytesASecond = samplesASecond * bytesASample
/** An integer, so that byte offsets are integers: seconds times a rate are not, in floating point. */
export const bytesAMs = bytesASecond / 1000

export interface Stretch {
  startMs: number
  endMs: number
}

/** The offset of a decoded wav's samples, and their number of bytes. */
export async function samplesOf(wav: string): Promise<{ start: number; bytes: number }> {
  const samples = await readSamples(wav)
  return { start: samples?.start ?? 0, bytes: samples?.there ?? 0 }
}

/** Length of a decoded wav in milliseconds. */
export const lengthMs = async (wav: string): Promise<number> => Math.round((await samplesOf(wav)).bytes / bytesAMs)

const headBytes = 44

function headFor(bytes: number): Buffer {
  const head = Buffer.alloc(headBytes)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(headBytes - 8 + bytes, 4)
  head.write('WAVEfmt ', 8, 'latin1')
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(pcm, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(samplesASecond, 24)
  head.writeUInt32LE(bytesASecond, 28)
  head.writeUInt16LE(bytesASample, 32)
  head.writeUInt16LE(bytesASample * 8, 34)
  head.write('data', 36, 'latin1')
  head.writeUInt32LE(bytes, 40)
  return head
}

export interface KeptStretch extends Stretch {
  wav: string
}

const whole = (bytes: number) => bytes - (bytes % bytesASample)

/**
 * Joins parts of decoded wavs in order. Recordings are decoded first, since their formats may differ. An end past the
 * end of a wav means its end.
 * @param mostMs after which the rest is dropped; @returns whether something was.
 */
export async function joinStretches(
  stretches: readonly KeptStretch[],
  output: string,
  mostMs: number,
  signal: AbortSignal,
): Promise<{ isLonger: boolean }> {
  let left = mostMs * bytesAMs
  let isLonger = false
  const ranges: { wav: string; start: number; bytes: number }[] = []
  for (const { wav, startMs, endMs } of stretches) {
    const { start, bytes } = await samplesOf(wav)
    const from = Math.min(whole(Math.round(startMs * bytesAMs)), whole(bytes))
    const length = Math.max(0, whole(Math.round(Math.min(endMs * bytesAMs, bytes))) - from)
    isLonger ||= length > left
    const kept = Math.min(length, left)
    left -= kept
    if (kept > 0) ranges.push({ wav, start: start + from, bytes: kept })
  }
  const total = ranges.reduce((sum, { bytes }) => sum + bytes, 0)
  await pipeline(bytesOf(ranges, total), createWriteStream(output, { mode: 0o600 }), { signal })
  return { isLonger }
}

async function* bytesOf(ranges: readonly { wav: string; start: number; bytes: number }[], total: number) {
  yield headFor(total)
  for (const { wav, start, bytes } of ranges) yield* createReadStream(wav, { start, end: start + bytes - 1 })
}

/** Writes one part of a decoded wav to its own file. */
export const cutWav = (wav: string, output: string, stretch: Stretch, signal: AbortSignal) =>
  joinStretches([{ wav, ...stretch }], output, stretch.endMs - stretch.startMs, signal)
