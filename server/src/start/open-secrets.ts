import { readdir } from 'node:fs/promises'
import type { Config } from '../platform/config.ts'
import { isInUse, missingKey } from '../platform/database/index.ts'
import { makeMasterKey, readMasterKey, type Secrets, secretsFrom } from '../platform/secrets.ts'

/**
 * The secrets of this installation. A master key is made only for one that is new: where a database is in use, or audio
 * lies, and the key is missing, it was forgotten.
 * @throws Error in words.
 */
export async function openSecrets(config: Config, ownerUrl: string): Promise<Secrets> {
  const found = await readMasterKey(config.dataFolder, config.DICTARA_MASTER_KEY)
  if (found) return secretsFrom(found)
  if (await isInUse(ownerUrl)) throw missingKey('what this database holds')
  const files = await readdir(config.audioFolder, { recursive: true, withFileTypes: true }).catch(() => [])
  if (files.some((entry) => entry.isFile())) throw missingKey(`the audio in ${config.audioFolder}`)
  return secretsFrom(await makeMasterKey(config.dataFolder))
}
