import { readSync, openSync } from 'node:fs'
import { openSherpaRuntime } from '../../../platform/sherpa-runtime.ts'

/** What the program is asked; places in bytes of 16-bit samples of 16 kHz. */
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
/** Low: where it is not sure, there is a voice. Office noise stays below it, speech as loud as the noise above. */
const threshold = 0.1
const usualLoudness = 0.1
const mostLouder = 1_000
const longestSeconds = 120

const samplesOf = (file: number, from: number, to: number): Float32Array => {
  const bytes = Buffer.alloc(to - from)
  const read = readSync(file, bytes, 0, bytes.length, from)
  return Float32Array.from({ length: read >> 1 }, (_, at) => bytes.readInt16LE(2 * at) / 32_768)
}

/** As loud as speech usually is: words that are spoken quietly are words. */
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

// A program of its own, since the native part ends its process where something is wrong: `find-voice-program.ts QUESTION`.
const [program, asked] = process.argv.slice(1)
if (/find-voice-program\.[jt]s$/.test(program ?? '') && asked) {
  const { wav, model, stretches } = JSON.parse(asked) as VoiceQuestion
  const { Vad } = openSherpaRuntime() as Runtime
  const sileroVad = { model, threshold, minSpeechDuration: 0.06, minSilenceDuration: 0.1, windowSize: windowSamples }
  const vad = new Vad({ sileroVad, sampleRate: 16_000, numThreads: 1, provider: 'cpu', debug: 0 }, longestSeconds)
  // Without stretches it only finds out whether it could.
  const file = stretches.length > 0 ? openSync(wav, 'r') : -1
  const found = stretches.map(({ from, to }) => {
    const samples = samplesOf(file, from, to)
    return hasVoice(vad, samples) || hasVoice(vad, levelled(samples))
  })
  process.stdout.write(JSON.stringify(found))
}
