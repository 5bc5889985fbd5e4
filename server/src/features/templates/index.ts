import { templateCalls } from '@dictara/contract/templates'
import type { Feature, Platform } from '../../platform/feature.ts'
import { serve } from '../../platform/http/serve.ts'
import firstTemplates from './first-templates.json' with { type: 'json' }
import systemHeadings from './system-headings.json' with { type: 'json' }
import { listSystemHeadings, listTemplates, replaceSystemHeadings } from './templates.store.ts'

export { listSystemHeadings, listTemplateHeadings, mayUseTemplate, type SystemHeading } from './templates.store.ts'
export { insertTemplate } from './first-templates.store.ts'
/** What a clinic begins with. */
export { firstTemplates }
/** The product's headings, and how they are said. */
export { systemHeadings }

/** Dictation templates, and the product's system headings. */
export const templatesFeature = ({ doors }: Platform): Feature => ({
  name: 'templates',
  start: () => doors.asSystem('fill the system headings', (work) => replaceSystemHeadings(work, systemHeadings)),
  calls: serve(templateCalls, {
    listTemplates: ({ work, query }) => listTemplates(work, query),
    listSystemHeadings: async ({ work }) => ({ result: (await listSystemHeadings(work)).map(({ name }) => name) }),
  }),
})
