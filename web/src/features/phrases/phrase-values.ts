import type { ClientInput } from '@dictara/contract'
import type { CannedText, phraseCalls, TemplateMapping } from '@dictara/contract/phrases'
import { cleanPhrase, phrasePlainText } from '@dictara/dictation/phrase-text'

/** What the fields of the modal hold. */
export interface PhraseValues {
  key: string
  phrase: string
  dynamic: boolean
  targetEndPoint: string | null
  global: boolean
  restrictedToTemplates: boolean
  templateMapping: TemplateMapping[]
  exportToOtherAuthors: boolean
}

export const emptyPhrase: PhraseValues = {
  key: '',
  phrase: '',
  dynamic: false,
  targetEndPoint: null,
  global: false,
  restrictedToTemplates: false,
  templateMapping: [],
  exportToOtherAuthors: false,
}

export const valuesOf = (phrase: CannedText): PhraseValues => ({
  key: phrase.key,
  phrase: phrase.phrase,
  dynamic: phrase.dynamic,
  targetEndPoint: phrase.targetEndPoint,
  global: phrase.global,
  restrictedToTemplates: phrase.restrictedToTemplates,
  templateMapping: phrase.templateMapping,
  exportToOtherAuthors: phrase.exportToOtherAuthors,
})

type Body = ClientInput<typeof phraseCalls.createPhrase>['body']

/**
 * What is sent of the fields: the phrase with line breaks and without the last ones (K2P-49), a category only of a dynamic one
 * (K2P-25), templates only where it is kept to some.
 */
export const bodyOf = (values: PhraseValues) =>
  ({
    key: values.key.trim(),
    phrase: cleanPhrase(values.phrase),
    dynamic: values.dynamic,
    targetEndPoint: (values.dynamic && values.targetEndPoint) || null,
    global: values.global,
    restrictedToTemplates: values.restrictedToTemplates,
    templateMapping: values.restrictedToTemplates
      ? values.templateMapping.filter((one) => one.allHeadings || one.templateHeadings.length > 0)
      : [],
    exportToOtherAuthors: values.exportToOtherAuthors,
  }) satisfies Body

/** Whether something to save has changed; spaces at the ends are nothing. */
export const isSameBody = (one: PhraseValues, other: PhraseValues) =>
  JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))

export const isEmptyPhrase = (phrase: string) => phrasePlainText(phrase).trim() === ''

/** How the fields of a phrase are called when somebody else has changed them. */
export const phraseFieldNames = {
  labels: {
    key: 'Key',
    phrase: 'Phrase',
    dynamic: 'Static/Dynamic',
    targetEndPoint: 'Dynamic Category',
    global: 'Globally Available',
    restrictedToTemplates: 'Restrict to selected Templates',
    templateMapping: 'The choice of templates',
    exportToOtherAuthors: 'Activate for all users',
  },
  texts: ['key', 'phrase'],
  plain: { phrase: phrasePlainText },
}
