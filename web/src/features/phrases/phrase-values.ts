import type { ClientInput } from '@dictara/contract'
import type { CannedText, phraseCalls, TemplateMapping } from '@dictara/contract/phrases'
import { cleanPhrase, phrasePlainText } from '@dictara/dictation/phrase-text'

/** The values of the modal's fields. */
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
 * The values to send: the phrase with line breaks and without trailing ones (K2P-49), a category only for a dynamic one
 * (K2P-25), templates only if it is limited to some.
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

/** Whether nothing has to be saved; spaces at the ends are ignored. */
export const isSameBody = (one: PhraseValues, other: PhraseValues) =>
  JSON.stringify(bodyOf(one)) === JSON.stringify(bodyOf(other))

export const isEmptyPhrase = (phrase: string) => phrasePlainText(phrase).trim() === ''

/** The names of a phrase's fields when somebody else has changed them. */
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
