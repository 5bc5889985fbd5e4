import { open } from 'node:fs/promises'
import { ProcessFailed, type RunIn, runProcess } from '../../platform/processes.ts'
import { encodeForListening, listeningFormat } from './listening-copy.ts'

export { encodeForListening, listeningMimeType, peaksOf } from './listening-copy.ts'
export { claimedMs } from './claimed-length.ts'
export { probeSound, type SoundProbe } from './probe-sound.ts'
export { joinWavs, type KeptStretch } from './join-wavs.ts'

/** What the engines hear: 16 kHz, one channel, 16-bit samples. */
export const samplesASecond = 16_000
const bytesASample = 2

/** This is not sound, or none that can be read. */
export class NotAudio extends Error {}

const limits = { timeLimitSeconds: 900, memoryLimitMb: 2_000 }

const engineFormat = ['-ac', '1', '-ar', String(samplesASecond)]

/**
 * Decodes a file to a 16 kHz wav, and with `copy` also to what people listen to: starting ffmpeg costs as much as a
 * minute of either. Of a truncated file, what decodes is used (Q187).
 * @throws NotAudio when nothing decodes.
 */
export async function decodeToWav(input: string, output: string, options: RunIn, copy?: string): Promise<void> {
  const toWav = ['-vn', ...engineFormat, '-c:a', 'pcm_s16le', '-f', 'wav', output]
  const toCopy = copy ? ['-vn', ...engineFormat, ...listeningFormat, copy] : []
  try {
    await runProcess('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-i', input, ...toWav, ...toCopy], {
      ...limits,
      ...options,
    })
  } catch (error) {
    if (error instanceof ProcessFailed && error.kind === 'failed' && !(await holdsSamples(output)))
      throw new NotAudio('This file holds no sound that can be read.')
    if (!(error instanceof ProcessFailed) || error.kind !== 'failed') throw error
    if (copy) await encodeForListening(output, copy, options)
  }
  if (!(await holdsSamples(output))) throw new NotAudio('This file holds no sound that can be read.')
}

/** Where the samples of a wav begin, and how many bytes they take; ffmpeg writes further chunks before them. */
export async function samplesOf(path: string): Promise<{ start: number; bytes: number }> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(4_096)
    await file.read(head, 0, head.length, 0)
    const at = head.indexOf('data', 12, 'latin1')
    const { size } = await file.stat()
    return at < 0 ? { start: size, bytes: 0 } : { start: at + 8, bytes: size - at - 8 }
  } finally {
    await file.close()
  }
}

const holdsSamples = async (path: string) =>
  samplesOf(path).then(
    ({ bytes }) => bytes >= bytesASample,
    () => false,
  )

/** Length of a decoded wav in milliseconds. */
export const lengthMs = async (wav: string): Promise<number> =>
  Math.round(((await samplesOf(wav)).bytes / bytesASample / samplesASecond) * 1000)

export interface Stretch {
  startMs: number
  endMs: number
}

const segmentMs = 60_000
const searchMs = 15_000
/** Whole, so that places in a file are: seconds times a rate are not, in floating point. */
const bytesAMs = (samplesASecond * bytesASample) / 1000
const frameMs = 50

/**
 * Cuts a long wav into stretches of about a minute, each at the quietest moment near its end, so that every one can be
 * recognised and stored alone. Reads only the neighbourhood of each cut.
 */
export async function segmentsOf(wav: string): Promise<Stretch[]> {
  const total = await lengthMs(wav)
  const { start } = await samplesOf(wav)
  const file = await open(wav, 'r')
  try {
    const stretches: Stretch[] = []
    let from = 0
    while (total - from > segmentMs + searchMs) {
      const windowStart = from + segmentMs - searchMs
      const length = 2 * searchMs
      const bytes = Buffer.alloc(length * bytesAMs)
      await file.read(bytes, 0, bytes.length, start + windowStart * bytesAMs)
      const cut = windowStart + quietestMs(bytes)
      stretches.push({ startMs: from, endMs: cut })
      from = cut
    }
    stretches.push({ startMs: from, endMs: total })
    return stretches
  } finally {
    await file.close()
  }
}

/** The middle of the quietest half second of some samples, in milliseconds. */
function quietestMs(bytes: Buffer): number {
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / bytesASample)
  const frame = (frameMs / 1000) * samplesASecond
  const loudness = Array.from({ length: Math.floor(samples.length / frame) }, (_, index) => {
    let sum = 0
    for (let at = index * frame; at < (index + 1) * frame; at += 4) sum += Math.abs(samples[at]!)
    return sum
  })
  const half = 10
  let best = 0
  let least = Number.POSITIVE_INFINITY
  for (let index = 0; index + half <= loudness.length; index += 1) {
    const sum = loudness.slice(index, index + half).reduce((a, b) => a + b, 0)
    if (sum < least) [least, best] = [sum, index]
  }
  return (best + half / 2) * frameMs
}

/** Writes one stretch of a decoded wav into a file of its own. */
export async function cutWav(wav: string, output: string, { startMs, endMs }: Stretch, options: RunIn) {
  const seconds = (ms: number) => (ms / 1000).toFixed(3)
  const args = [
    '-nostdin',
    '-v',
    'error',
    '-y',
    '-ss',
    seconds(startMs),
    '-t',
    seconds(endMs - startMs),
    '-i',
    wav,
    '-c:a',
    'pcm_s16le',
    '-f',
    'wav',
    output,
  ]
  await runProcess('ffmpeg', args, { ...limits, ...options })
}
