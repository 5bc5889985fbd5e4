import { availableParallelism } from 'node:os'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { clinicalModel } from './clinical-model.ts'
import { modelEngine, speechModel } from './neural/index.ts'
import { openAiCompatible, serviceEngine } from './openai-compatible.ts'
import { basicEngine, pocketsphinx } from './pocketsphinx.ts'
import type { SpeechEngine } from './port.ts'

export { hearWithModel, modelKinds, ModelUnusable, readModelFolder, usualLimit } from './neural/index.ts'
export { type EngineFacts, type HeardWord, type SpeechEngine, SpeechFailed, type SpotPhrases } from './port.ts'

/** More threads gain little, and exceed the limit of processor time. */
const mostThreads = 4
/** Number of processors for each of the recordings converted at once. */
export const threadsOf = (config: Config) =>
  Math.min(mostThreads, Math.max(1, Math.floor(availableParallelism() / config.DICTARA_CONVERSIONS)))

/**
 * Opens the configured engine.
 * @param headings spoken headings, which the basic engine learns.
 */
export function openSpeechEngine(options: {
  config: Config
  clock: Clock
  log: Log
  headings: readonly string[]
}): SpeechEngine {
  const { config } = options
  const { DICTARA_SPEECH: chosen, DICTARA_SPEECH_MODEL: model, DICTARA_SPEECH_LANGUAGE: language } = config
  if (chosen === 'openai')
    return openAiCompatible({
      url: config.DICTARA_SPEECH_URL!,
      model: model ?? 'whisper-1',
      key: config.DICTARA_SPEECH_KEY,
      language,
    })
  if (model) {
    const kind = config.DICTARA_SPEECH_MODEL_KIND
    return speechModel({ folder: model, kind, language, threads: threadsOf(config) }, options.log)
  }
  return pocketsphinx(config.DICTARA_SPEECH_PROGRAM, clinicalModel(options))
}

/**
 * The engine's name for people, and whether it is the basic one, whose drafts are rough; from the name stored with its
 * words.
 */
export function engineInWords(name: string): { label: string; isBasic: boolean } {
  if (name === basicEngine) return { label: 'basic offline engine', isBasic: true }
  if (name.startsWith(serviceEngine))
    return { label: `speech service (${name.slice(serviceEngine.length)})`, isBasic: false }
  return { label: name.startsWith(modelEngine) ? name.slice(modelEngine.length) : name, isBasic: false }
}
