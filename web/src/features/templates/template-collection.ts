import { call } from '@dictara/browser/call'
import { type SectionTemplate, templateCalls } from '@dictara/contract/templates'
import { cut } from '../../ui/cut.tsx'
import type { Collection } from '../collections/index.ts'
import { templateKey } from './template-queries.ts'

/** The most characters of a heading on a card of a column, and of the import (TMPL-43). */
const headingMost = { card: 20, import: 22 }

const idsOf = (ids: readonly string[]) => ({ query: { templateIds: [...ids] } })

/** Dictation templates as used by the columns and the import. */
export const templates: Collection<SectionTemplate> = {
  key: templateKey,
  search: 'Search templates',
  one: 'Template',
  activeTitle: 'Active Dictation template',
  importTitle: 'Import Dictation Template',
  putAsideQuestion: 'Are you sure you want to remove from Active list?',
  nameOf: ({ templateName }) => templateName,
  nameMost: { card: 80, import: 40 },
  textOf: ({ sectionHeadings }, where) =>
    sectionHeadings.map(({ customUIHeading }) => cut(customUIHeading, headingMost[where])).join(' · '),
  async list({ type, page, size, search }, signal) {
    const query = { type, page, size, search }
    return (await call(templateCalls.listTemplates, { query }, { signal, handler: 'page' })).result
  },
  activate: (ids) => call(templateCalls.activateTemplates, idsOf(ids)),
  putAside: (ids) => call(templateCalls.deactivateTemplates, idsOf(ids)),
  remove: (ids, keepalive) =>
    call(templateCalls.deleteTemplates, idsOf(ids), keepalive === undefined ? {} : { keepalive, handler: false }),
  copy: (ids, choices) => call(templateCalls.importTemplates, { query: { templateIds: [...ids], ...choices } }),
}
