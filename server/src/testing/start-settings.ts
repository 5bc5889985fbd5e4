import { join } from 'node:path'
import { freePort } from '../platform/free-port.ts'
import { speechModels } from './speech-models.ts'

/** A compile cache, because loading the same program is a quarter of the CPU of each start. */
export const compileCache = join(import.meta.dirname, '../../../node_modules/.cache/dictara-program')

/** The environment for a program that a test starts on its own data folder and port. */
export const startSettings = async (folder: string, port: number) => ({
  ...process.env,
  DICTARA_DATA: folder,
  DICTARA_PORT: String(port),
  DICTARA_RECORDER_PORT: String(await freePort()),
  DICTARA_SPEECH_MODELS: speechModels,
  NODE_COMPILE_CACHE: compileCache,
})
