import { phraseRefusals } from '@dictara/contract/phrases'
import type { CollectionKind } from '../collections/index.ts'
import { copyPhrases, deletePhrases } from './phrases.store.ts'

/** Key-to-phrases as items of a collection. */
export const phraseKind: CollectionKind = {
  name: 'phrase',
  table: 'phrases',
  dictionary: 'dictionary_phrases',
  limit: 'phrases',
  limitReached: phraseRefusals.limitReached,
  taken: phraseRefusals.keyTaken,
  remove: deletePhrases,
  copy: copyPhrases,
}
