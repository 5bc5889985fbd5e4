import { open } from 'node:fs/promises'
import { bytesASample, samplesASecond, samplesOf } from './own-wav.ts'

/** The loudness of a decoded wav; 1 is the largest possible. */
export interface Level {
  peak: number
  /** Measured in its loud parts, so that neither a knock nor a long pause matters. */
  loudness: number
  /**
   * Number of places, a quarter of a second apart, with several samples at the maximum in sequence: the sound was too
   * loud.
   */
  clippedPlaces: number
}

const fullScale = 32_768
const windowSamples = 0.4 * samplesASecond
/** The number of loudest windows that are ignored: this many, or a twentieth of a short recording. */
const mostPassedOver = 4
const clippedAt = 32_766
const clippedRun = 3
const onePlaceSamples = 0.25 * samplesASecond

/** Measures samples as they arrive. */
export function createMeter() {
  const windows: number[] = []
  let [peak, clippedPlaces, run, at, lastClippedAt] = [0, 0, 0, 0, Number.NEGATIVE_INFINITY]
  let [sum, squares, inWindow] = [0, 0, 0]
  const closeWindow = () => {
    // Without their mean: a microphone with an offset is not loud.
    if (inWindow > 0) windows.push(Math.max(0, squares / inWindow - (sum / inWindow) ** 2))
    ;[sum, squares, inWindow] = [0, 0, 0]
  }
  return {
    add(samples: Int16Array) {
      for (const sample of samples) {
        const size = Math.abs(sample)
        if (size > peak) peak = size
        run = size >= clippedAt ? run + 1 : 0
        if (run === clippedRun) {
          if (at - lastClippedAt > onePlaceSamples) clippedPlaces += 1
          lastClippedAt = at
        } else if (run > clippedRun) lastClippedAt = at
        sum += sample
        squares += sample * sample
        inWindow += 1
        at += 1
        if (inWindow === windowSamples) closeWindow()
      }
    },
    level(): Level {
      if (inWindow > windowSamples / 2 || windows.length === 0) closeWindow()
      const loudest = windows.toSorted((a, b) => b - a)
      const decides = loudest[Math.min(mostPassedOver, Math.floor(loudest.length / 20))] ?? 0
      return { peak: peak / fullScale, loudness: Math.sqrt(decides) / fullScale, clippedPlaces }
    },
  }
}

const readSamples = 524_288

/** Reads the samples of a decoded wav; a buffer for which `see` returns true is written back. */
async function throughSamples(wav: string, flags: 'r' | 'r+', see: (samples: Int16Array) => boolean): Promise<void> {
  const { start, bytes } = await samplesOf(wav)
  await using file = await open(wav, flags)
  // Samples of a wav are little-endian, like this machine.
  const buffer = new Int16Array(readSamples)
  for (let at = 0; at < bytes; ) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.byteLength, bytes - at), start + at)
    const samples = buffer.subarray(0, Math.floor(bytesRead / bytesASample))
    if (samples.length === 0) break
    if (see(samples)) await file.write(samples, 0, samples.byteLength, start + at)
    at += samples.byteLength
  }
}

export async function levelOf(wav: string): Promise<Level> {
  const meter = createMeter()
  await throughSamples(wav, 'r', (samples) => {
    meter.add(samples)
    return false
  })
  return meter.level()
}

/** Makes a decoded wav so many times louder in place; samples beyond the range are clipped. */
export const makeLouder = (wav: string, times: number): Promise<void> =>
  throughSamples(wav, 'r+', (samples) => {
    for (let at = 0; at < samples.length; at += 1)
      samples[at] = Math.max(-fullScale, Math.min(fullScale - 1, Math.round(samples[at]! * times)))
    return true
  })
