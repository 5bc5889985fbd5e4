import { indexPhrases, type Phrases, type RecognisedWord, sayInsert } from '@dictara/dictation'
import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import type { JobRecord } from '../jobs/index.ts'
import { fieldValuesOf } from '../patients/index.ts'
import { keyAloneOf, listActivePhrases } from '../phrases/index.ts'

/**
 * The phrases that a job's dictation may use: the author's active ones, as they are now. Reads them only if the dictation may call
 * for one, so that many phrases cost other dictations nothing.
 */
export async function phrasesFor(
  work: Work,
  { id, authorId, templateId }: JobRecord,
  words: readonly RecognisedWord[],
  hasDefaults: boolean,
  onPut?: NonNullable<Phrases['onPut']>,
): Promise<Phrases> {
  const keyAlone = await keyAloneOf(work)
  const phrases = keyAlone || sayInsert(words) ? await listActivePhrases(work, authorId, templateId) : []
  const hasFields = hasDefaults || phrases.some(({ dynamic }) => dynamic)
  return {
    index: indexPhrases(phrases),
    keyAlone,
    fields: hasFields ? await fieldValuesOf(work, id) : {},
    newBlankId: () => newId(work.now.getTime()),
    ...(onPut && { onPut }),
  }
}
