import { join } from 'node:path'

/** The language model that all tests share: making it takes ten seconds. */
export const speechModels = join(import.meta.dirname, '../../../node_modules/.cache/dictara-speech')
