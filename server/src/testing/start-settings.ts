import { join } from 'node:path'
import { freePort } from '../platform/free-port.ts'
import { speechModels } from './speech-models.ts'

/** A quarter of the work of a start is reading the program, which is the same each time. */
export const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/dictara-program')

/** The environment in which a test starts the program on a data folder and a port of its own. */
export const startSettings = async (folder: string, port: number) => ({
  ...process.env,
  DICTARA_DATA: folder,
  DICTARA_PORT: String(port),
  DICTARA_RECORDER_PORT: String(await freePort()),
  DICTARA_SPEECH_MODELS: speechModels,
  NODE_COMPILE_CACHE: compileCache,
})
