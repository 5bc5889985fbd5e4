import { collectionRefusals } from '@dictara/contract/collection'
import { templateCalls } from '@dictara/contract/templates'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { deleteItems, importItems, setActive } from '../collections/index.ts'
import firstTemplates from './first-templates.json' with { type: 'json' }
import { createTemplate, updateTemplate } from './save-template.ts'
import { replaceSystemHeadings } from './system-headings.store.ts'
import systemHeadings from './system-headings.json' with { type: 'json' }
import { templateKind } from './template-kind.ts'
import { findTemplateRow, listTemplates } from './template-rows.store.ts'

export { checkHeadings, type Heading } from './check-template.ts'
export { listSystemHeadings, type SystemHeading } from './system-headings.store.ts'
export { getTemplate, listActiveTemplates } from './template-rows.store.ts'
export { listTemplateHeadings, mayUseTemplate } from './templates.store.ts'
export { insertTemplate } from './first-templates.store.ts'
/** What a clinic begins with. */
export { firstTemplates }
/** The product's headings, and how they are said. */
export { systemHeadings }

const imported = (count: number) => `${count} dictation ${count === 1 ? 'template was' : 'templates were'} imported.`

/** Dictation templates, and the product's system headings. */
export const templatesFeature = ({ doors }: Platform): Feature => ({
  name: 'templates',
  start: () => doors.asSystem('fill the system headings', (work) => replaceSystemHeadings(work, systemHeadings)),
  calls: serve(templateCalls, {
    listTemplates: ({ work, query }) => listTemplates(work, query),
    // The table that every clinic's notes are read by is filled from these.
    listSystemHeadings: async () => ({ result: systemHeadings.map(({ name }) => name) }),
    async getTemplate({ work, params }) {
      const template = await findTemplateRow(work, params.id)
      refuseUnless(template?.isHeld, collectionRefusals.gone)
      return { result: [template] }
    },
    createTemplate: async ({ work, body }) => ({ result: [await createTemplate(work, body)] }),
    async updateTemplate({ work, body }) {
      const template = await updateTemplate(work, body)
      return { result: template ? [template] : [] }
    },
    async activateTemplates({ work, query }) {
      await setActive(work, templateKind, query.templateIds, true)
      return {}
    },
    async deactivateTemplates({ work, query }) {
      await setActive(work, templateKind, query.templateIds, false)
      return {}
    },
    async deleteTemplate({ work, params }) {
      await deleteItems(work, templateKind, [params.id])
      return {}
    },
    async deleteTemplates({ work, query }) {
      await deleteItems(work, templateKind, query.templateIds)
      return {}
    },
    async importTemplates({ work, query: { templateIds, ...choices } }) {
      return { message: imported(await importItems(work, templateKind, templateIds, choices)) }
    },
  }),
})
