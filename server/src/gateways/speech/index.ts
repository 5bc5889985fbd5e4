import type { RecognisedWord } from '@dictara/dictation'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { clinicalModel } from './clinical-model.ts'
import { openAiCompatible } from './openai-compatible.ts'
import { pocketsphinx } from './pocketsphinx.ts'

/** Why nothing was recognised, in words for people. */
export class SpeechFailed extends Error {
  override readonly name = 'SpeechFailed'
  readonly kind: 'missing' | 'timed-out' | 'crashed' | 'unreachable' | 'refused' | 'unreadable'

  constructor(kind: SpeechFailed['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

/** The port to speech recognition (architecture.md section 8). */
export interface SpeechEngine {
  name: string
  /** How screens call it. */
  label: string
  /**
   * The words of a 16 kHz wav of about a minute, with times in seconds from its beginning; none for silence.
   * @throws SpeechFailed; aborting rejects.
   */
  transcribe(wav: string, options: { lengthMs: number; folder: string; signal: AbortSignal }): Promise<RecognisedWord[]>
  /** Makes what it needs before the first recording; it does so by itself otherwise. */
  prepare?(): Promise<void>
  close?(): void
}

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
