import { writeFile } from 'node:fs/promises'
import { wavHead } from './sounds.ts'

const rate = 16_000

/** Pseudorandom numbers from 0 to 1, repeatable by seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Pink noise by Paul Kellet's economy filter: white noise through three one-pole filters. */
function pinkFrom(random: () => number): () => number {
  let [low, middle, high] = [0, 0, 0]
  return () => {
    const white = random() * 2 - 1
    low = 0.99765 * low + white * 0.099046
    middle = 0.963 * middle + white * 0.2965164
    high = 0.57 * high + white * 1.0526913
    return (low + middle + high + white * 0.1848) / 8
  }
}

/** The sound of a knock, mouse click or key: noise and a ring that fade out. */
function addKnock(
  samples: Float32Array,
  at: number,
  about: { loud: number; ms: number; hertz: number },
  random: () => number,
) {
  const length = Math.floor((about.ms / 1000) * rate)
  for (let index = 0; index < length && at + index < samples.length; index += 1) {
    const fade = Math.exp((-6 * index) / length)
    const ring = Math.sin((2 * Math.PI * about.hertz * index) / rate)
    samples[at + index]! += about.loud * fade * (0.6 * (random() * 2 - 1) + 0.4 * ring)
  }
}

/** Loudness as a share of full scale. */
export interface NoiseLevels {
  air: number
  hum: number
  knocks: number
}

/**
 * An office without speech: air (pink noise of varying loudness), mains hum, bursts of typing, mouse clicks, and knocks of a door or a
 * cup. Repeatable by seed.
 */
export function officeNoise(seconds: number, { air, hum, knocks }: NoiseLevels, seed: number): Int16Array {
  const random = randomFrom(seed)
  const pink = pinkFrom(random)
  const samples = new Float32Array(seconds * rate)
  for (let at = 0; at < samples.length; at += 1) {
    const time = at / rate
    const swell = 1 + 0.4 * Math.sin(2 * Math.PI * 0.07 * time) + 0.2 * Math.sin(2 * Math.PI * 0.31 * time)
    const mains =
      Math.sin(2 * Math.PI * 50 * time) +
      0.5 * Math.sin(2 * Math.PI * 100 * time) +
      0.2 * Math.sin(2 * Math.PI * 150 * time)
    samples[at] = air * swell * pink() * 3 + hum * mains * 0.6
  }
  // Bursts of four to nine keys a second, for one to six seconds, with pauses.
  for (let second = 1; second < seconds; second += 2 + random() * 9) {
    const end = second + 1 + random() * 5
    for (; second < end; second += 0.11 + random() * 0.14) {
      const key = { loud: knocks * (0.4 + 0.6 * random()), ms: 18 + random() * 25, hertz: 1_500 + random() * 2_500 }
      addKnock(samples, Math.floor(second * rate), key, random)
    }
  }
  for (let second = 3; second < seconds; second += 4 + random() * 16)
    addKnock(samples, Math.floor(second * rate), { loud: knocks, ms: 9, hertz: 3_200 }, random)
  for (let second = 8; second < seconds; second += 15 + random() * 40)
    addKnock(samples, Math.floor(second * rate), { loud: 2 * knocks, ms: 160, hertz: 90 + random() * 120 }, random)
  return Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_767))))
}

export const writeWav = (path: string, samples: Int16Array) =>
  writeFile(path, Buffer.concat([wavHead(samples.length), Buffer.from(samples.buffer)]))
