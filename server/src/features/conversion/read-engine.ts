import { engineInWords } from '../../gateways/speech/index.ts'
import type { Work } from '../../platform/database/index.ts'
import { findConversion } from './conversion.store.ts'

/** What recognised the words of a job, as people call it; null before there are any. */
export async function readEngine(work: Work, jobId: string): Promise<{ label: string; isBasic: boolean } | null> {
  const conversion = await findConversion(work, jobId)
  return conversion ? engineInWords(conversion.engine) : null
}
