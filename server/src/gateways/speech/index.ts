import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { clinicalModel } from './clinical-model.ts'
import { openAiCompatible } from './openai-compatible.ts'
import { pocketsphinx } from './pocketsphinx.ts'
import type { SpeechEngine } from './port.ts'

export { type SpeechEngine, SpeechFailed, type SpotPhrases } from './port.ts'

/**
 * The engine that the configuration asks for.
 * @param headings how headings are said, which the basic engine learns.
 */
export function openSpeechEngine(options: {
  config: Config
  clock: Clock
  log: Log
  headings: readonly string[]
}): SpeechEngine {
  const { config } = options
  if (config.DICTARA_SPEECH === 'pocketsphinx')
    return pocketsphinx(config.DICTARA_SPEECH_PROGRAM, clinicalModel(options))
  return openAiCompatible({
    url: config.DICTARA_SPEECH_URL!,
    model: config.DICTARA_SPEECH_MODEL,
    key: config.DICTARA_SPEECH_KEY,
    language: config.DICTARA_SPEECH_LANGUAGE,
  })
}
