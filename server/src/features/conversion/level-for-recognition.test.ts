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
/** A decoded wav of so many seconds, by what each second and sample is. */
function aWav(seconds: number, sampleAt: (at: number) => number): string {
  const samples = Int16Array.from({ length: seconds * rate }, (_, at) =>
    Math.max(-32_768, Math.min(32_767, Math.round(32_768 * sampleAt(at)))),
  )
  const path = join(folder, 'whole.wav')
  writeFileSync(path, Buffer.concat([wavHead(samples.length), Buffer.from(samples.buffer)]))
  return path
}
const wave = (at: number) => Math.sin((2 * Math.PI * 220 * at) / rate)

test('a very quiet recording is told with its level, and made as loud as speech usually is', async () => {
  const wav = aWav(10, (at) => 0.004 * wave(at))
  expect(await levelForRecognition(wav)).toEqual([
    expect.stringMatching(/^This recording is very quiet: .* -48 dBFS\./),
  ])
  expect((await levelOf(wav)).loudness).toBeCloseTo(0.1, 2)
})

test('neither a knock, a long pause nor a zero that is off hides that what is said is quiet', async () => {
  const wav = aWav(20, (at) =>
    at > 5 * rate && at < 5.05 * rate ? 0.9 * wave(at) : 0.05 + (at > 15 * rate ? 0.003 * wave(at) : 0),
  )
  expect(await levelForRecognition(wav)).toEqual([expect.stringMatching(/^This recording is very quiet/)])
})

test('speech of a usual level stays as it is, and nothing is told', async () => {
  const wav = aWav(10, (at) => (at < 8 * rate ? 0 : 0.05 * wave(at)))
  const before = await levelOf(wav)
  expect(await levelForRecognition(wav)).toEqual([])
  expect(await levelOf(wav)).toEqual(before)
})

test('clipped places are counted, however long each is; a full wave that is not clipped is none', async () => {
  const isLoud = (at: number) => at % (2 * rate) < 0.5 * rate
  const clipped = aWav(10, (at) => (isLoud(at) ? 3 : 0.3) * wave(at))
  expect(await levelForRecognition(clipped)).toEqual([expect.stringMatching(/clipped in 5 places/)])
  expect((await levelOf(aWav(2, (at) => 0.99996 * wave(at)))).clippedPlaces).toBe(0)
})

test('a recording without the least sound is told as silent', async () => {
  expect(await levelForRecognition(aWav(1, () => 0))).toEqual([
    'This recording is silent. There’s no sound in it at all.',
  ])
})
