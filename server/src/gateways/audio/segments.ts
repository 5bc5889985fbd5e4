import { open } from 'node:fs/promises'
import { bytesAMs, bytesASample, lengthMs, samplesASecond, samplesOf, type Stretch } from './own-wav.ts'

const segmentMs = 60_000
const searchMs = 15_000
const frameMs = 50

/**
 * Splits a long wav into parts of about a minute, each at the quietest moment near its end, so that each can be
 * recognised and stored alone. Reads only the surroundings of each cut.
 */
export async function segmentsOf(wav: string): Promise<Stretch[]> {
  const total = await lengthMs(wav)
  const { start } = await samplesOf(wav)
  await using file = await open(wav, 'r')
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
}

/** The middle of the quietest half second in these samples, in milliseconds. */
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
