import { engineInWords } from '../../gateways/speech/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { findEngine } from './conversion.store.ts'

/** The name, for people, of the engine that recognised a job's words; null before recognition. */
export async function readEngine(work: Work, jobId: string): Promise<{ label: string; isBasic: boolean } | null> {
  const engine = await findEngine(work, jobId)
  return engine ? engineInWords(engine) : null
}
