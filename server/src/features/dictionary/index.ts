import { collectionRefusals } from '@dictara/contract/collection'
import { dictionaryCalls } from '@dictara/contract/dictionary'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { dynamicCategories } from '../phrases/index.ts'
import { systemHeadings } from '../templates/index.ts'
import { findDictionaryTemplate, listDictionaryPhrases, listDictionaryTemplates } from './dictionary.store.ts'
import {
  createDictionaryPhrase,
  createDictionaryTemplate,
  deleteFromDictionary,
  updateDictionaryPhrase,
  updateDictionaryTemplate,
} from './save-entry.ts'

/** The dictionary of the product (Q078): kept by dictaraGod through a door of its own (ADR 0015), offered to every clinic. */
export const dictionaryFeature = (): Feature => ({
  name: 'dictionary',
  calls: serve(dictionaryCalls, {
    listDictionaryPhrases: ({ work, query }) => listDictionaryPhrases(work, query),
    createDictionaryPhrase: async ({ work, body }) => ({ result: [await createDictionaryPhrase(work, body)] }),
    updateDictionaryPhrase: async ({ work, body }) => ({ result: [await updateDictionaryPhrase(work, body)] }),
    async deleteDictionaryPhrases({ work, query }) {
      await deleteFromDictionary(work, 'phrase', query.dictionaryIds)
      return {}
    },
    listDictionaryCategories: async () => ({ result: [...dynamicCategories] }),
    listDictionaryTemplates: ({ work, query }) => listDictionaryTemplates(work, query),
    async getDictionaryTemplate({ work, params }) {
      const template = await findDictionaryTemplate(work, params.id)
      refuseUnless(template, collectionRefusals.gone)
      return { result: [template] }
    },
    createDictionaryTemplate: async ({ work, body }) => ({ result: [await createDictionaryTemplate(work, body)] }),
    updateDictionaryTemplate: async ({ work, body }) => ({ result: [await updateDictionaryTemplate(work, body)] }),
    async deleteDictionaryTemplates({ work, query }) {
      await deleteFromDictionary(work, 'template', query.dictionaryIds)
      return {}
    },
    listDictionaryHeadings: async () => ({ result: systemHeadings.map(({ name }) => name) }),
  }),
})
