import { open } from 'node:fs/promises'
import { samplesASecond, samplesOf } from './own-wav.ts'

const peaksASecond = 10
const mostPeaks = 6_000
const highest = 32_768
const readBytes = 1_048_576

/** The loudest sample in each of many equal parts of a decoded wav, 0 to 100; ten a second, at most 6,000. */
export async function peaksOf(wav: string): Promise<number[]> {
  const { start, bytes } = await samplesOf(wav)
  const samples = Math.floor(bytes / 2)
  const count = Math.max(1, Math.min(mostPeaks, Math.ceil((samples / samplesASecond) * peaksASecond)))
  const loudest = new Float64Array(count)
  await using file = await open(wav, 'r')
  // Samples of a wav are little-endian, like this machine.
  const buffer = new Int16Array(readBytes / 2)
  for (let at = 0; at < samples; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(readBytes, (samples - at) * 2), start + at * 2)
    const read = Math.floor(bytesRead / 2)
    if (read === 0) break
    for (let index = 0; index < read; index += 1) {
      const stretch = Math.floor(((at + index) * count) / samples)
      loudest[stretch] = Math.max(loudest[stretch]!, Math.abs(buffer[index]!))
    }
    at += read
  }
  return [...loudest].map((peak) => Math.round((peak / highest) * 100))
}
