import { join } from 'node:path'
import systemHeadings from '../features/templates/system-headings.json' with { type: 'json' }
import { prepareLanguageModel } from '../gateways/speech/language-model/prepare-language-model.ts'

/** The language model shared by all tests, because making it takes half a minute of CPU. */
export const speechModels = join(import.meta.dirname, '../../../node_modules/.cache/dictara-speech')

/** Makes the model if it is missing, before the first server; otherwise parallel or killed servers would each start making it. */
export const prepareSpeechModels = () =>
  prepareLanguageModel({ folder: speechModels, headings: systemHeadings.flatMap(({ spoken }) => spoken) })
