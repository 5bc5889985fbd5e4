import { templateRefusals } from '@dictara/contract/templates'
import type { CollectionKind } from '../collections/index.ts'
import { copyTemplates, markDeleted } from './templates.store.ts'

/** Dictation templates as items of a collection. */
export const templateKind: CollectionKind = {
  name: 'template',
  table: 'section_templates',
  dictionary: 'dictionary_templates',
  limit: 'templates',
  limitReached: templateRefusals.limitReached,
  taken: templateRefusals.nameTaken,
  remove: markDeleted,
  copy: copyTemplates,
}
