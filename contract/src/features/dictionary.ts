import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { itemIds } from '../collection.ts'
import { list, listQuery } from '../list.ts'
import { id, idOf, nothing, version } from '../shapes.ts'
import { DynamicCategory, phraseFields } from './phrases.ts'
import { TemplateHeading, templateFields } from './templates.ts'

const god = ['dictaraGod'] as const
const door = 'dictionary'

/** A key and its phrase for every clinic (Q078). */
export const DictionaryPhrase = z.object({
  id,
  key: z.string(),
  phrase: z.string(),
  global: z.boolean(),
  active: z.boolean(),
  editable: z.boolean(),
  dynamic: z.boolean(),
  targetEndPoint: z.nullable(z.string()),
  version,
})
export type DictionaryPhrase = z.output<typeof DictionaryPhrase>

/** A dictation template for every clinic, without a clinic of its own (Q078). */
export const DictionaryTemplate = z.object({
  id,
  clinicId: z.null(),
  templateName: z.string(),
  templateDescription: z.string(),
  templateDrivenFlowEnabled: z.boolean(),
  sectionHeadings: z.array(TemplateHeading),
  required: z.boolean(),
  defaultValue: z.string(),
  editable: z.boolean(),
  version,
})
export type DictionaryTemplate = z.output<typeof DictionaryTemplate>

const phraseBody = {
  ...phraseFields,
  global: z.prefault(z.boolean(), true),
  active: z.prefault(z.boolean(), true),
}
const idsQuery = z.object({ dictionaryIds: itemIds() })
const idsExample = { query: { dictionaryIds: '$entry' } }
const aTemplate = {
  templateName: 'Visit',
  templateDescription: 'A short visit',
  sectionHeadings: [{ customUIHeading: 'SUBJECTIVE', systemHeading: 'SUBJECTIVE' }],
}

/** The dictionary of the product, kept by dictaraGod; its entries appear only in the import lists of every clinic. */
export const dictionaryCalls = defineCalls({
  listDictionaryPhrases: list({
    path: '/clinic/dictionary/canned-texts-dictionary',
    summary: 'Key-to-phrases of the dictionary.',
    callers: god,
    door,
    query: listQuery({ search: 'search', size: 10 }),
    row: DictionaryPhrase,
  }),
  createDictionaryPhrase: {
    method: 'POST',
    path: '/clinic/dictionary/canned-texts-dictionary',
    summary: 'Adds a key-to-phrase to the dictionary.',
    callers: god,
    door,
    body: z.strictObject(phraseBody),
    result: DictionaryPhrase,
    example: { body: { key: 'normal chest', phrase: 'The lungs are clear.' } },
  },
  updateDictionaryPhrase: {
    method: 'PUT',
    path: '/clinic/dictionary/canned-texts-dictionary',
    summary: 'Changes a key-to-phrase of the dictionary. Copies that clinics imported don’t change.',
    callers: god,
    door,
    body: z.strictObject({ id: idOf('none'), version: z.optional(version), ...phraseBody }),
    result: DictionaryPhrase,
    example: { body: { id: '$entry', key: 'normal chest', phrase: 'Both lungs are clear.' } },
  },
  deleteDictionaryPhrases: {
    method: 'DELETE',
    path: '/clinic/dictionary/canned-texts-dictionary',
    summary: 'Deletes key-to-phrases of the dictionary for good.',
    callers: god,
    door,
    query: idsQuery,
    result: nothing,
    example: idsExample,
  },
  listDictionaryCategories: {
    method: 'GET',
    path: '/clinic/dictionary/canned-texts-dictionary/target-end-points',
    summary: 'The categories of fields that a dynamic phrase can have.',
    callers: god,
    door,
    result: DynamicCategory,
    example: {},
  },
  listDictionaryTemplates: list({
    path: '/clinic/dictionary/dictation-templates-dictionary',
    summary: 'Dictation templates of the dictionary.',
    callers: god,
    door,
    query: listQuery({ search: 'search', size: 20 }),
    row: DictionaryTemplate,
  }),
  getDictionaryTemplate: {
    method: 'GET',
    path: '/clinic/dictionary/dictation-templates-dictionary/{id}',
    summary: 'One dictation template of the dictionary.',
    callers: god,
    door,
    params: z.object({ id: idOf('none') }),
    result: DictionaryTemplate,
    example: { params: { id: '$entry' } },
  },
  createDictionaryTemplate: {
    method: 'POST',
    path: '/clinic/dictionary/dictation-templates-dictionary',
    summary: 'Adds a dictation template to the dictionary.',
    callers: god,
    door,
    body: z.strictObject(templateFields),
    result: DictionaryTemplate,
    example: { body: aTemplate },
  },
  updateDictionaryTemplate: {
    method: 'PUT',
    path: '/clinic/dictionary/dictation-templates-dictionary',
    summary: 'Changes a dictation template of the dictionary. `clinicId` is accepted and ignored (Q078).',
    callers: god,
    door,
    body: z.strictObject({
      id: idOf('none'),
      version: z.optional(version),
      clinicId: z.optional(z.nullable(idOf('none'))),
      ...templateFields,
    }),
    result: DictionaryTemplate,
    example: { body: { id: '$entry', ...aTemplate } },
  },
  deleteDictionaryTemplates: {
    method: 'DELETE',
    path: '/clinic/dictionary/dictation-templates-dictionary',
    summary: 'Deletes dictation templates of the dictionary for good.',
    callers: god,
    door,
    query: idsQuery,
    result: nothing,
    example: idsExample,
  },
  listDictionaryHeadings: {
    method: 'GET',
    path: '/clinic/dictionary/dictation-templates-dictionary/section-headings',
    summary: 'The names of the system sections.',
    callers: god,
    door,
    result: z.string(),
    example: {},
  },
})
