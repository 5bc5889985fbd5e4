import { engineInWords } from '../../gateways/speech/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { findEngine } from './conversion.store.ts'

/** What recognised the words of a job, as people call it; null before there are any. */
export async function readEngine(work: Work, jobId: string): Promise<{ label: string; isBasic: boolean } | null> {
  const engine = await findEngine(work, jobId)
  return engine ? engineInWords(engine) : null
}
