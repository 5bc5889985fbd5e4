import { join } from 'node:path'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { type LanguageModel, prepareLanguageModel } from './language-model/prepare-language-model.ts'

export interface ClinicalModel {
  /** The model, made at the first call; undefined where it cannot be made, and general English has to do. */
  ready(): Promise<LanguageModel | undefined>
  /** Stops a making that is under way. */
  close(): void
}

/** The clinical language model of this copy of the server. */
export function clinicalModel(options: { config: Config; log: Log; headings: readonly string[] }): ClinicalModel {
  const { config, log, headings } = options
  const folder = config.DICTARA_SPEECH_MODELS ?? join(config.dataFolder, 'speech')
  const stop = new AbortController()
  let making: Promise<LanguageModel | undefined> | undefined
  return {
    ready: () =>
      (making ??= prepareLanguageModel({ folder, headings, signal: stop.signal }).catch((error: unknown) => {
        if (!stop.signal.aborted)
          log.warn({ error }, 'no clinical language model: dictations are heard as general English')
        return undefined
      })),
    close: () => stop.abort(),
  }
}
