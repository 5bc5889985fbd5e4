import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecognisedWord } from '@dictara/dictation'
import { afterAll, expect, test } from 'vitest'
import { lengthMs, makeLouder } from '../../gateways/audio/index.ts'
import { pocketsphinx } from '../../gateways/speech/pocketsphinx.ts'
import { officeNoise } from '../../testing/office-noise.ts'
import { wavHead } from '../../testing/sounds.ts'
import { hearSpeech } from './hear-speech.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-speech-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const options = { folder, signal: new AbortController().signal }

/** An engine that hears such words in whatever it is given. */
const hearing = (words: RecognisedWord[]) => ({ about: async () => ({ name: 'such' }), transcribe: async () => words })
const word = (start: number, confidence: number | null = 0.2): RecognisedWord => ({
  word: 'fever',
  start,
  end: start + 0.4,
  confidence,
})

function aWav(samples: Int16Array): string {
  const path = join(folder, 'part.wav')
  writeFileSync(path, Buffer.concat([wavHead(samples.length), Buffer.from(samples.buffer)]))
  return path
}
const noise = (seconds: number, level = 1) =>
  officeNoise(seconds, { air: 0.02 * level, hum: 0.01 * level, knocks: 0.1 * level }, 7)

/** Somebody says "chest pain" in an office, so much quieter than people usually speak. */
async function spoken(times: number, noiseLevel: number): Promise<string> {
  const path = join(folder, 'spoken.wav')
  execFileSync('flite', ['-voice', 'rms', '-t', 'chest pain', '-o', `${path}.flite`])
  const toOurs = [
    '-af',
    'adelay=1000,apad=pad_dur=1',
    '-ar',
    '16000',
    '-fflags',
    '+bitexact',
    '-map_metadata',
    '-1',
    path,
  ]
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', `${path}.flite`, ...toOurs])
  await makeLouder(path, times)
  const bytes = readFileSync(path)
  const air = noise(4, noiseLevel)
  for (let at = 44; at + 1 < bytes.length; at += 2)
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, bytes.readInt16LE(at) + air[(at - 44) / 2]!)), at)
  writeFileSync(path, bytes)
  return path
}

test('what an engine hears in silence or in the noise of an office is nothing', async () => {
  const inNoise = aWav(noise(10))
  expect(await hearSpeech(hearing([word(0), word(6)]), inNoise, { ...options, lengthMs: 10_000 })).toEqual([])
  // By the words of an engine that does not tell how sure it is.
  expect(await hearSpeech(hearing([word(2, null)]), inNoise, { ...options, lengthMs: 10_000 })).toEqual([])
  const engine = pocketsphinx('pocketsphinx_continuous')
  expect(await hearSpeech(engine, inNoise, { ...options, lengthMs: 10_000 })).toEqual([])
  const silence = aWav(new Int16Array(32_000))
  expect(await hearSpeech(hearing([word(0)]), silence, { ...options, lengthMs: 2_000 })).toEqual([])
})

test.each([
  ['loud', 1, 0.1],
  ['quiet', 0.01, 0.01],
  ['in noise', 0.5, 1.5],
])('a word that is said stays, however unsure it is: %s', async (_, times, noiseLevel) => {
  const wav = await spoken(times, noiseLevel)
  const said = [word(1.2), word(1.7, null)]
  expect(await hearSpeech(hearing(said), wav, { ...options, lengthMs: await lengthMs(wav) })).toEqual(said)
})

test('words of which an engine is sure are kept unasked, and all where nobody can tell', async () => {
  const inNoise = aWav(noise(4))
  const many = [0, 0.5, 1, 1.5].map((start) => word(start, 0.95))
  expect(await hearSpeech(hearing(many), inNoise, { ...options, lengthMs: 4_000 })).toEqual(many)
  // A tone is neither a voice nor noise.
  const tone = aWav(Int16Array.from({ length: 32_000 }, (_, at) => 3_000 * Math.sin(at / 8)))
  expect(await hearSpeech(hearing([word(0.1)]), tone, { ...options, lengthMs: 2_000 })).toEqual([word(0.1)])
  aWav(noise(4))
  const nowhere = { ...options, folder: join(folder, 'not-there'), lengthMs: 4_000 }
  expect(await hearSpeech(hearing([word(1)]), inNoise, nowhere)).toEqual([word(1)])
})
