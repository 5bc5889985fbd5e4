import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { chat } from './chat.ts'
import type { InferenceEngine } from './port.ts'
import { rules } from './rules.ts'

export type { Inferred, InferenceEngine } from './port.ts'

/** What reads facts out of notes, as the configuration asks for: a service where one is named, else the rules. */
export function openInference({ config, log }: { config: Config; log: Log }): InferenceEngine {
  const { DICTARA_INFERENCE_URL: url, DICTARA_INFERENCE_MODEL: model, DICTARA_INFERENCE_KEY: key } = config
  if (url === undefined) return rules
  // The configuration is not accepted without a model.
  return chat({ url, model: model!, key, seconds: config.DICTARA_INFERENCE_SECONDS }, log, rules)
}
