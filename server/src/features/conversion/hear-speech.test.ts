import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RecognisedWord } from '@dictara/dictation'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { lengthMs, makeLouder, openVoiceSearch, type Stretch } from '../../gateways/audio/index.ts'
import { pocketsphinx } from '../../gateways/speech/pocketsphinx.ts'
import type { HeardWord } from '../../gateways/speech/index.ts'
import { readTranscription } from '../../gateways/speech/read-transcription.ts'
import { silentLog } from '../../platform/log.ts'
import { officeNoise } from '../../testing/office-noise.ts'
import { wavHead } from '../../testing/sounds.ts'
import { hearSpeech } from './hear-speech.ts'

const folder = mkdtempSync(join(tmpdir(), 'dictara-speech-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const options = { folder, signal: new AbortController().signal }

const voices = openVoiceSearch(silentLog)
/** An engine that recognises these words in any recording. */
const hearing = (words: HeardWord[]) => ({ engine: { transcribe: async () => words }, voices })
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

/** A voice says "chest pain" in an office, at a lower level than usual. */
async function spoken(times: number, noiseLevel: number): Promise<string> {
  const path = join(folder, 'spoken.wav')
  execFileSync('flite', ['-voice', 'rms', '-t', 'chest pain', '-o', `${path}.flite`])
  const options = [
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
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', `${path}.flite`, ...options])
  await makeLouder(path, times)
  const bytes = readFileSync(path)
  const air = noise(4, noiseLevel)
  for (let at = 44; at + 1 < bytes.length; at += 2)
    bytes.writeInt16LE(Math.max(-32_768, Math.min(32_767, bytes.readInt16LE(at) + air[(at - 44) / 2]!)), at)
  writeFileSync(path, bytes)
  return path
}

test('nothing is recognised in silence or office noise', async () => {
  const inNoise = aWav(noise(10))
  expect(await hearSpeech(hearing([word(0), word(6)]), inNoise, { ...options, lengthMs: 10_000 })).toEqual([])
  // Also for words of an engine that reports no confidence.
  expect(await hearSpeech(hearing([word(2, null)]), inNoise, { ...options, lengthMs: 10_000 })).toEqual([])
  const engine = pocketsphinx('pocketsphinx_continuous')
  expect(await hearSpeech({ engine, voices }, inNoise, { ...options, lengthMs: 10_000 })).toEqual([])
  const silence = aWav(new Int16Array(32_000))
  expect(await hearSpeech(hearing([word(0)]), silence, { ...options, lengthMs: 2_000 })).toEqual([])
})

test.each([
  ['loud', 1, 0.1],
  ['quiet', 0.01, 0.01],
  ['in noise', 0.5, 1.5],
])('a spoken word stays, however unsure it is: %s', async (_, times, noiseLevel) => {
  const wav = await spoken(times, noiseLevel)
  const said = [word(1.2), word(1.7, null)]
  expect(await hearSpeech(hearing(said), wav, { ...options, lengthMs: await lengthMs(wav) })).toEqual(said)
})

test('words with high confidence are kept without a check, and all words are kept when no check is possible', async () => {
  const inNoise = aWav(noise(4))
  const many = [0, 0.5, 1, 1.5].map((start) => word(start, 0.95))
  expect(await hearSpeech(hearing(many), inNoise, { ...options, lengthMs: 4_000 })).toEqual(many)
  // A tone is neither speech nor noise.
  const tone = aWav(Int16Array.from({ length: 32_000 }, (_, at) => 3_000 * Math.sin(at / 8)))
  expect(await hearSpeech(hearing([word(0.1)]), tone, { ...options, lengthMs: 2_000 })).toEqual([word(0.1)])
  aWav(noise(4))
  const nowhere = { ...options, folder: join(folder, 'not-there'), lengthMs: 4_000 }
  expect(await hearSpeech(hearing([word(1)]), inNoise, nowhere)).toEqual([word(1)])
})

/**
 * The ways in which a speech service may report the time of a word: correct, in part, missing, in milliseconds, without
 * a length, reversed, or as the time of the whole segment.
 */
const timeForms: ((time: Time, segment: Time) => Partial<Time>)[] = [
  (time) => time,
  () => ({}),
  ({ start }) => ({ start }),
  ({ end }) => ({ end }),
  ({ start, end }) => ({ start: start * 1000, end: end * 1000 }),
  ({ start }) => ({ start, end: start }),
  ({ start, end }) => ({ start: end, end: start }),
  (_, segment) => segment,
]
interface Time {
  start: number
  end: number
}
const someWords = fc
  .array(
    fc.record({ pause: fc.integer({ min: 0, max: 8 }), isVoice: fc.boolean(), form: fc.constantFrom(...timeForms) }),
    {
      minLength: 1,
      maxLength: 7,
    },
  )
  .map((words) => {
    let at = 0
    return words.map(({ pause, ...word }) => ({ ...word, start: (at += pause), end: (at += 0.5) }))
  })

test('a word is removed only when its own time is known and nobody speaks then, whatever times a service gives', async () => {
  const [wav, lengthMs] = [aWav(noise(0.1)), 60_000]
  const ofWords = (words: { word: string }[]) => ({ words })
  const ofSegments = (words: { word: string }[]) => ({
    segments: words.map(({ word, ...time }) => ({ text: word, ...time })),
  })
  const property = fc.asyncProperty(
    someWords,
    fc.constantFrom(ofWords, ofSegments),
    fc.boolean(),
    async (actual, answerOf, isOutOfOrder) => {
      const segment = { start: actual[0]!.start, end: actual.at(-1)!.end }
      const timesOf = actual.map(({ start, end, form }) =>
        isOutOfOrder ? { start, end } : form({ start, end }, segment),
      )
      const times = isOutOfOrder ? [...timesOf.slice(1), timesOf[0]!] : timesOf
      const words = times.map((time, index) => ({ word: `w${index}`, probability: 0.2, avg_logprob: -2, ...time }))
      const heard = readTranscription(JSON.stringify(answerOf(words)), lengthMs / 1000)

      const spoken = actual.filter(({ isVoice }) => isVoice)
      const isSpokenIn = ({ startMs, endMs }: Stretch) =>
        spoken.some(({ start, end }) => start * 1000 < endMs && end * 1000 > startMs)
      const find = async (_: string, stretches: readonly Stretch[]) => stretches.map(isSpokenIn)
      const engine = { transcribe: async () => heard }
      const said = (await hearSpeech({ engine, voices: { find } }, wav, { ...options, lengthMs })).map(
        ({ word }) => word,
      )

      if (spoken.length === 0) expect(said).toEqual([])
      for (const [index, { isVoice, start, end }] of actual.entries()) {
        const isTimeRight = times[index]!.start === start && times[index]!.end === end
        if (isVoice || (spoken.length > 0 && !isTimeRight)) expect(said).toContain(`w${index}`)
      }
    },
  )
  await fc.assert(property, { numRuns: 200 })
})
