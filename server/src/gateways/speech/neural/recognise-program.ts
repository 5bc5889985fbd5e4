import { resourceUsage } from 'node:process'
import { type HeardPiece, joinPieces } from './join-pieces.ts'
import { piecesOf } from './pieces.ts'
import { type Decoded, wordsOfTokens } from './token-words.ts'
import type { HeardWord } from '../port.ts'
import { openSherpaRuntime } from '../../../platform/sherpa-runtime.ts'

/** The program's input. */
export interface Question {
  /** 16 kHz, one channel. */
  wav: string
  config: Record<string, unknown>
  isCapitals: boolean
}
/** The program's output. */
export interface Answer {
  words: HeardWord[]
  loadMs: number
  hearMs: number
  audioMs: number
  peakMb: number
}
/** Written to standard error when each step begins: the last one shows where the program ended. */
export const steps = { loading: 'dictara: loading the model', hearing: 'dictara: hearing' }

interface Runtime {
  readWave(path: string, external: boolean): { samples: Float32Array; sampleRate: number }
  OfflineRecognizer: new (
    config: unknown,
  ) => {
    createStream(): { acceptWaveform(sound: { sampleRate: number; samples: Float32Array }): void }
    decode(stream: unknown): void
    getResult(stream: unknown): Decoded
  }
}

/** Only a recording without speech is this weak, and models invent words for it. RMS value relative to full scale. */
const silentBelow = 0.0005
/** How far the times of a word differ between two pieces, in seconds. */
const strayingSeconds = 0.25

const isSilent = (samples: Float32Array) => {
  const frame = 800
  for (let from = 0; from < samples.length; from += frame) {
    let sum = 0
    const part = samples.subarray(from, from + frame)
    for (const sample of part) sum += sample * sample
    if (sum / part.length > silentBelow ** 2) return false
  }
  return true
}

function answer({ wav, config, isCapitals }: Question): Answer {
  const { readWave, OfflineRecognizer } = openSherpaRuntime() as Runtime
  process.stderr.write(`${steps.loading}\n`)
  const began = performance.now()
  const recogniser = new OfflineRecognizer({ featConfig: { sampleRate: 16_000, featureDim: 80 }, modelConfig: config })
  const loaded = performance.now()
  process.stderr.write(`${steps.hearing}\n`)
  const { samples, sampleRate } = readWave(wav, false)
  const pieces = piecesOf(samples, sampleRate).map(({ from, to }) => {
    const part = samples.slice(from, to)
    const at = from / sampleRate
    const none: HeardPiece = { from: at, to: to / sampleRate, words: [], strayingSeconds }
    if (isSilent(part)) return none
    const stream = recogniser.createStream()
    stream.acceptWaveform({ sampleRate, samples: part })
    recogniser.decode(stream)
    const decoded = recogniser.getResult(stream)
    const words = wordsOfTokens(decoded, part.length / sampleRate).map((word) => ({
      ...word,
      word: isCapitals ? word.word.toLowerCase() : word.word,
      start: word.start + at,
      end: word.end + at,
    }))
    return { ...none, words, ...(words.some(({ isTimeGuessed }) => isTimeGuessed) && { strayingSeconds: null }) }
  })
  return {
    words: joinPieces(pieces),
    loadMs: loaded - began,
    hearMs: performance.now() - loaded,
    audioMs: (samples.length / sampleRate) * 1000,
    peakMb: resourceUsage().maxRSS / 1024,
  }
}

// A separate program with limits of time and memory (`recognise-program.ts QUESTION`), since the runtime ends its
// process for a wrong model.
const [program, question] = process.argv.slice(1)
if (/recognise-program\.[jt]s$/.test(program ?? '') && question)
  process.stdout.write(`\n${JSON.stringify(answer(JSON.parse(question) as Question))}`)
