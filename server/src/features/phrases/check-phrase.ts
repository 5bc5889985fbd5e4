import { nameOfItem } from '@dictara/contract/collection'
import { type CannedText, phraseRefusals } from '@dictara/contract/phrases'
import { cleanPhrase, fieldsOf, phrasePlainText } from '@dictara/dictation/phrase-text'
import type { RowOf } from '../../platform/database/index.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { dynamicCategories } from './dynamic-categories.ts'

export type SentPhrase = Pick<CannedText, 'key' | 'phrase' | 'dynamic' | 'targetEndPoint'>

/** A key and its phrase as they are stored. `plain`, the letters of the phrase, is what is searched. */
export type PhraseContent = RowOf<'phrases', 'key' | 'keyName' | 'phrase' | 'plain' | 'dynamic' | 'targetEndPoint'>

/**
 * What a person sends, as it is stored: markup is that of a note, all else is letters (Q074); a static phrase has no category (K2P-25).
 * @throws Refusal for a phrase of nothing but markup, and for a category or a field that does not exist
 */
export function checkPhrase({ key, phrase: sent, dynamic, targetEndPoint }: SentPhrase): PhraseContent {
  const phrase = cleanPhrase(sent)
  const plain = phrasePlainText(phrase)
  refuseUnless(/[^\s\p{C}]/u.test(plain), phraseRefusals.phraseMissing)
  if (dynamic) {
    refuseUnless(targetEndPoint, phraseRefusals.categoryMissing)
    const category = dynamicCategories.find(({ fieldUiValue }) => fieldUiValue === targetEndPoint)
    refuseUnless(category, phraseRefusals.categoryUnknown)
    for (const field of fieldsOf(phrase))
      refuseUnless(category.avilableFields.includes(field), phraseRefusals.fieldUnknown, { field: `“${field}”` })
  }
  return { key, keyName: nameOfItem(key), phrase, plain, dynamic, targetEndPoint: dynamic ? targetEndPoint : null }
}
