import { indexPhrases, type Phrases, type RecognisedWord, sayInsert } from '@dictara/dictation'
import type { Work } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import type { JobRecord } from '../jobs/index.ts'
import { fieldValuesOf } from '../patients/index.ts'
import { keyAloneOf, listActivePhrases } from '../phrases/index.ts'

/**
 * What the dictation of a job may call for: its author's phrases in use, as they are at this moment. They are read only of a
 * dictation that may call for one, so that however many there are cost the others nothing.
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
