import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { levelOf } from '../../gateways/audio/index.ts'
import { wavHead } from '../../testing/sounds.ts'
import { levelForRecognition } from './level-for-recognition.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-level-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const rate = 16_000
/** Writes a decoded wav of this length, with a function for its samples. */
function aWav(seconds: number, sampleAt: (at: number) => number): string {
  const samples = Int16Array.from({ length: seconds * rate }, (_, at) =>
    Math.max(-32_768, Math.min(32_767, Math.round(32_768 * sampleAt(at)))),
  )
  const path = join(folder, 'whole.wav')
  writeFileSync(path, Buffer.concat([wavHead(samples.length), Buffer.from(samples.buffer)]))
  return path
}
const wave = (at: number) => Math.sin((2 * Math.PI * 220 * at) / rate)

test('a very quiet recording gets a notice with its level, and is amplified to the usual level of speech', async () => {
  const wav = aWav(10, (at) => 0.004 * wave(at))
  expect(await levelForRecognition(wav)).toEqual([
    expect.stringMatching(/^This recording is very quiet: .* -48 dBFS\./),
  ])
  expect((await levelOf(wav)).loudness).toBeCloseTo(0.1, 2)
})

test('a knock, a long pause or a zero offset does not hide that the speech is quiet', async () => {
  const wav = aWav(20, (at) =>
    at > 5 * rate && at < 5.05 * rate ? 0.9 * wave(at) : 0.05 + (at > 15 * rate ? 0.003 * wave(at) : 0),
  )
  expect(await levelForRecognition(wav)).toEqual([expect.stringMatching(/^This recording is very quiet/)])
})

test('speech of a usual level stays unchanged, without a notice', async () => {
  const wav = aWav(10, (at) => (at < 8 * rate ? 0 : 0.05 * wave(at)))
  const before = await levelOf(wav)
  expect(await levelForRecognition(wav)).toEqual([])
  expect(await levelOf(wav)).toEqual(before)
})

test('each clipped place counts once, however long, and a full wave without clipping counts none', async () => {
  const isLoud = (at: number) => at % (2 * rate) < 0.5 * rate
  const clipped = aWav(10, (at) => (isLoud(at) ? 3 : 0.3) * wave(at))
  expect(await levelForRecognition(clipped)).toEqual([expect.stringMatching(/clipped in 5 places/)])
  expect((await levelOf(aWav(2, (at) => 0.99996 * wave(at)))).clippedPlaces).toBe(0)
})

test('a recording without any signal gets a notice that it is silent', async () => {
  expect(await levelForRecognition(aWav(1, () => 0))).toEqual([
    'This recording is silent. There’s no sound in it at all.',
  ])
})
