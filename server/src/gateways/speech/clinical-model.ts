import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Log } from '../../platform/log.ts'
import { type LanguageModel, prepareLanguageModel } from './language-model/prepare-language-model.ts'

export interface ClinicalModel {
  /**
   * The model, built at the first call; undefined if it cannot be built, when general English is used. The build is
   * repeated a minute later, since a full disk may have space by then.
   */
  ready(): Promise<LanguageModel | undefined>
  /** Stops a build in progress. */
  close(): void
}

const pauseMs = 60_000

/** The clinical language model of this copy of the server. */
export function clinicalModel(options: {
  config: Config
  clock: Clock
  log: Log
  headings: readonly string[]
}): ClinicalModel {
  const { config, clock, log, headings } = options
  const folder = config.DICTARA_SPEECH_MODELS ?? join(config.dataFolder, 'speech')
  const stop = new AbortController()
  let making: Promise<LanguageModel | undefined> | undefined
  let againAt = 0
  async function make(): Promise<LanguageModel | undefined> {
    try {
      return await prepareLanguageModel({
        folder,
        headings,
        vocabulary: config.DICTARA_SPEECH_WORDS,
        signal: stop.signal,
      })
    } catch (error) {
      if (stop.signal.aborted) return undefined
      log.warn({ error }, 'no clinical language model: dictations are heard as general English')
      againAt = clock.now().getTime() + pauseMs
      return undefined
    }
  }
  return {
    ready() {
      if (againAt > 0 && clock.now().getTime() >= againAt) {
        againAt = 0
        making = undefined
      }
      return (making ??= make())
    },
    close: () => stop.abort(),
  }
}
