import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from '@playwright/test'

/** The pitch of the tone rises steadily, so it tells which second is heard. */
const startHz = 400
const hzASecond = 40
const seconds = 120
const rate = 16_000
const windowSeconds = 0.1

/** Makes the wav file for the fake microphone, once. @returns its path */
export function risingTone(): string {
  const path = resolve(import.meta.dirname, '../../.cache/rising-tone.wav')
  const wave = `0.4*sin(2*PI*(${startHz}*t+${hzASecond / 2}*t*t))`
  const source = `aevalsrc=${wave}:s=48000:d=${seconds}`
  if (!existsSync(path)) execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', source, path])
  return path
}

/** Measures the pitch by the distance between waves. */
function hzOf(samples: Int16Array): number | undefined {
  let [first, last, waves] = [0, 0, -1]
  for (let index = 1; index < samples.length; index += 1) {
    const [before, now] = [samples[index - 1]!, samples[index]!]
    if (before >= 0 || now < 0) continue
    last = index - now / (now - before)
    if (waves < 0) first = last
    waves += 1
  }
  const isLoud = samples.some((sample) => Math.abs(sample) > 1_000)
  return isLoud && waves > 0 ? (waves * rate) / (last - first) : undefined
}

/** Returns the second of the tone that each tenth of a second of a recording contains, in order. */
export function secondsIn(sound: Buffer): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'dictara-heard-'))
  const path = join(folder, 'heard')
  writeFileSync(path, sound)
  const plain = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-ac', '1', '-ar', `${rate}`, '-f', 's16le', '-'], {
    maxBuffer: 2 ** 28,
  })
  rmSync(folder, { recursive: true })
  const samples = new Int16Array(plain.buffer, plain.byteOffset, plain.length / 2)
  const step = rate * windowSeconds
  const heard = Array.from({ length: Math.floor(samples.length / step) }, (_, index) =>
    hzOf(samples.subarray(index * step, (index + 1) * step)),
  ).flatMap((hz) => (hz === undefined ? [] : (hz - startHz) / hzASecond))
  // At the beginning and end of sound the measurement is meaningless.
  return heard.slice(1, -1)
}

/**
 * Expects that nothing of the tone is missing, doubled or misplaced, and that its length is right within a second.
 * @param passed additional seconds allowed, because stopping takes time on a busy machine
 */
export function expectUnbroken(heard: readonly number[], length: number, passed = 0) {
  const words = heard.map((second) => second.toFixed(1)).join(' ')
  for (const [index, second] of heard.entries())
    if (index > 0) expect(Math.abs(second - heard[index - 1]! - windowSeconds), words).toBeLessThan(0.3)
  expect(heard.at(-1)! - heard[0]!, words).toBeGreaterThan(length - 1)
  expect(heard.length * windowSeconds, words).toBeLessThan(length + passed + 1.5)
}
