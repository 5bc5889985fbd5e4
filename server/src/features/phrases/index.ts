import { phraseCalls } from '@dictara/contract/phrases'
import type { Feature } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { deleteItems, importItems, setActive } from '../collections/index.ts'
import { dynamicCategories } from './dynamic-categories.ts'
import { listMappingTemplates } from './mapping.store.ts'
import { phraseKind } from './phrase-kind.ts'
import { listPhrases } from './phrase-rows.store.ts'
import { keyAloneOf, setKeyAlone } from './phrase-settings.store.ts'
import { followRenamed } from './phrases.store.ts'
import { createPhrase, updatePhrase } from './save-phrase.ts'

export { type ActivePhrase, listActivePhrases } from './active-phrases.store.ts'
export { checkPhrase } from './check-phrase.ts'
export { dynamicCategories } from './dynamic-categories.ts'
export { keyAloneOf } from './phrase-settings.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'phrase.settings-saved': { keyAlone: boolean }
  }
}

const imported = (count: number) => `${count} ${count === 1 ? 'key-to-phrase was' : 'key-to-phrases were'} imported.`

/** Key-to-phrases of authors, and how a clinic's dictations call for them. */
export const phrasesFeature = (): Feature => ({
  name: 'phrases',
  subscribers: {
    'template.headings-renamed': [(work, { templateId, renamed }) => followRenamed(work, templateId, renamed)],
  },
  calls: serve(phraseCalls, {
    listPhrases: ({ work, query }) => listPhrases(work, query),
    listTemplateMapping: async ({ work }) => ({
      result: (await listMappingTemplates(work)).map(({ headings, ...template }) => ({
        ...template,
        sectionHeadings: headings.map((customUIHeading) => ({ customUIHeading })),
      })),
    }),
    listDynamicCategories: async () => ({ result: [...dynamicCategories] }),
    createPhrase: async ({ work, body }) => ({ result: [await createPhrase(work, body)] }),
    async updatePhrase({ work, body }) {
      const phrase = await updatePhrase(work, body)
      return { result: phrase ? [phrase] : [] }
    },
    async activatePhrases({ work, query }) {
      await setActive(work, phraseKind, query.cannedTextIds, true)
      return {}
    },
    async deactivatePhrases({ work, query }) {
      await setActive(work, phraseKind, query.cannedTextIds, false)
      return {}
    },
    async deletePhrases({ work, query }) {
      await deleteItems(work, phraseKind, query.cannedTextIds)
      return {}
    },
    async importPhrases({ work, query: { cannedTextIds, ...choices } }) {
      return { message: imported(await importItems(work, phraseKind, cannedTextIds, choices)) }
    },
    getPhraseSettings: async ({ work }) => ({ result: [{ keyAlone: await keyAloneOf(work) }] }),
    async savePhraseSettings({ work, body }) {
      await setKeyAlone(work, body.keyAlone)
      await work.audit({ event: 'phrase.settings-saved', detail: body })
      return { result: [body] }
    },
  }),
})
