import { readSync, openSync } from 'node:fs'
import { openSherpaRuntime } from '../../../platform/sherpa-runtime.ts'

/** The program's input; offsets in bytes of 16-bit samples at 16 kHz. */
export interface VoiceQuestion {
  wav: string
  model: string
  stretches: { from: number; to: number }[]
}

interface Vad {
  reset(): void
  acceptWaveform(samples: Float32Array): void
  isDetected(): boolean
}
interface Runtime {
  Vad: new (config: object, bufferSeconds: number) => Vad
}

const windowSamples = 512
/** Low, so that doubtful parts count as voice. Office noise is below it, and speech as loud as the noise is above. */
const threshold = 0.1
const usualLoudness = 0.1
const mostLouder = 1_000
const longestSeconds = 120

const samplesOf = (file: number, from: number, to: number): Float32Array => {
  const bytes = Buffer.alloc(to - from)
  const read = readSync(file, bytes, 0, bytes.length, from)
  return Float32Array.from({ length: read >> 1 }, (_, at) => bytes.readInt16LE(2 * at) / 32_768)
}

/** Raises the sound to the usual loudness of speech, since quiet words count too. */
function levelled(samples: Float32Array): Float32Array {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length
  const times = Math.min(mostLouder, usualLoudness / Math.sqrt(power + 1e-12))
  return samples.map((sample) => Math.max(-1, Math.min(1, sample * times)))
}

function hasVoice(vad: Vad, samples: Float32Array): boolean {
  vad.reset()
  for (let at = 0; at + windowSamples <= samples.length; at += windowSamples) {
    vad.acceptWaveform(samples.slice(at, at + windowSamples))
    if (vad.isDetected()) return true
  }
  return false
}

// A separate program, since the native part ends its process on errors: `find-voice-program.ts QUESTION`.
const [program, asked] = process.argv.slice(1)
if (/find-voice-program\.[jt]s$/.test(program ?? '') && asked) {
  const { wav, model, stretches } = JSON.parse(asked) as VoiceQuestion
  const { Vad } = openSherpaRuntime() as Runtime
  const sileroVad = { model, threshold, minSpeechDuration: 0.06, minSilenceDuration: 0.1, windowSize: windowSamples }
  const vad = new Vad({ sileroVad, sampleRate: 16_000, numThreads: 1, provider: 'cpu', debug: 0 }, longestSeconds)
  // Without parts it only checks whether it works.
  const file = stretches.length > 0 ? openSync(wav, 'r') : -1
  const found = stretches.map(({ from, to }) => {
    const samples = samplesOf(file, from, to)
    return hasVoice(vad, samples) || hasVoice(vad, levelled(samples))
  })
  process.stdout.write(JSON.stringify(found))
}
