import { join } from 'node:path'
import systemHeadings from '../features/templates/system-headings.json' with { type: 'json' }
import { prepareLanguageModel } from '../gateways/speech/language-model/prepare-language-model.ts'

/** The language model that all tests share: making it takes half a minute of a processor. */
export const speechModels = join(import.meta.dirname, '../../../node_modules/.cache/dictara-speech')

/** Makes it if missing. Before the first server: those that run beside each other, or are killed, would each begin it anew. */
export const prepareSpeechModels = () =>
  prepareLanguageModel({ folder: speechModels, headings: systemHeadings.flatMap(({ spoken }) => spoken) })
