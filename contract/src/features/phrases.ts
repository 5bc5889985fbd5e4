import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { collectionRefusals, collectionScope, importChoices, itemIds } from '../collection.ts'
import { readableLine, textField } from '../fields.ts'
import { list, listQuery } from '../list.ts'
import { authors, managers } from '../roles.ts'
import { id, idOf, nothing, text, version } from '../shapes.ts'

/** The most characters of a key, and of a phrase with its formats. */
export const keyMost = 100
export const phraseMost = 20_000

/** The key of a phrase, by which it is typed, said and looked up (K2P-45). */
export const phraseKey = textField({
  missing: 'Key is required',
  most: [keyMost, `A key may have at most ${keyMost} characters.`],
  pattern: [readableLine('(?=.*[\\p{L}\\p{N}])'), 'A key needs a letter or a digit and must fit on one line.'],
})

/** A template that a phrase is limited to, with all of its headings or the named ones (K2P-14, K2P-24). */
export const TemplateMapping = z.strictObject({
  templateId: idOf('none'),
  allHeadings: z.boolean(),
  templateHeadings: z.array(text(250, 1)).check(z.maxLength(200, 'A template has at most 200 headings.')),
})
export type TemplateMapping = z.output<typeof TemplateMapping>

/** A category of fields, e.g. of the patient (K2P-27, `avilableFields` sic). */
export const DynamicCategory = z.object({
  fieldUiName: z.string(),
  fieldUiValue: z.string(),
  avilableFields: z.array(z.string()),
})
export type DynamicCategory = z.output<typeof DynamicCategory>

/**
 * A key and its phrase (K2P-24). The phrase is text of a note (b, i, u, s), with line feeds between its lines and
 * fields as `{{name}}`.
 */
export const CannedText = z.object({
  id,
  key: z.string(),
  phrase: z.string(),
  active: z.boolean(),
  editable: z.boolean(),
  restrictedToTemplates: z.boolean(),
  templateMapping: z.array(
    z.object({ templateId: id, allHeadings: z.boolean(), templateHeadings: z.array(z.string()) }),
  ),
  dynamic: z.boolean(),
  global: z.boolean(),
  exportToOtherAuthors: z.boolean(),
  targetEndPoint: z.nullable(z.string()),
  author: z.nullable(z.object({ doctorName: z.string() })),
  /** For phrases to import: the caller already has one with that key (K2P-26). */
  conflict: z.boolean(),
  version,
})
export type CannedText = z.output<typeof CannedText>

/**
 * The data of a phrase wherever it is stored. `phrase` may contain paragraphs and breaks; it is stored as text of a
 * note.
 */
export const phraseFields = {
  key: phraseKey.schema,
  phrase: z
    .string({ error: 'Phrase is required' })
    .check(
      z.minLength(1, 'Phrase is required'),
      z.maxLength(phraseMost, 'A phrase can have at most 20,000 characters. Split it into several.'),
    ),
  dynamic: z.prefault(z.boolean(), false),
  targetEndPoint: z.prefault(z.nullable(text(100)), null),
}

const phraseBody = {
  ...phraseFields,
  restrictedToTemplates: z.prefault(z.boolean(), false),
  templateMapping: z.prefault(z.array(TemplateMapping).check(z.maxLength(500, 'At most 500 templates.')), []),
  global: z.prefault(z.boolean(), false),
  active: z.prefault(z.boolean(), false),
  exportToOtherAuthors: z.prefault(z.boolean(), false),
}

/** `keyAlone`: a key said as its own sentence inserts its phrase, as “insert” with the key always does. */
export const PhraseSettings = z.object({ keyAlone: z.boolean() })

export const phraseRefusals = defineRefusals({
  ...collectionRefusals,
  keyTaken: {
    status: 409,
    code: 'key-taken',
    message: 'You already have a phrase with this key.',
    field: 'key',
  },
  phraseMissing: { status: 400, code: 'phrase-missing', message: 'Phrase is required', field: 'phrase' },
  categoryMissing: {
    status: 400,
    code: 'category-missing',
    message: 'Dynamic Category is required',
    field: 'targetEndPoint',
  },
  categoryUnknown: {
    status: 422,
    code: 'category-unknown',
    message: 'This dynamic category doesn’t exist.',
    field: 'targetEndPoint',
  },
  fieldUnknown: {
    status: 422,
    code: 'field-unknown',
    message: 'This category has no field {field}. Remove it from the phrase.',
    field: 'phrase',
  },
  templateUnknown: {
    status: 422,
    code: 'mapping-unknown',
    message: 'One of the templates or headings you chose no longer exists. Choose again.',
    field: 'templateMapping',
  },
  limitReached: {
    status: 422,
    code: 'phrase-limit',
    message: 'Your facility’s plan includes {limit} key-to-phrases. Delete one first, or change your plan.',
  },
})

const idsQuery = z.object({ cannedTextIds: itemIds() })
const idsExample = { query: { cannedTextIds: '$phrase' } }

export const phraseCalls = defineCalls({
  listPhrases: list({
    path: '/clinic/authors/canned-text',
    summary:
      'Key-to-phrases: the caller’s collection (mine), the active ones (active), or those offered by others and the dictionary (author).',
    callers: authors,
    query: listQuery({ search: 'search', scope: collectionScope, size: 50 }),
    querySpellings: { scope: 'type' },
    row: CannedText,
    example: { query: { type: 'active' } },
  }),
  listTemplateMapping: {
    method: 'GET',
    path: '/clinic/authors/canned-text/template-mapping',
    summary: 'The templates and headings to which a phrase of the caller can be restricted.',
    callers: authors,
    result: z.object({
      id,
      templateName: z.string(),
      sectionHeadings: z.array(z.object({ customUIHeading: z.string() })),
    }),
    example: {},
  },
  listDynamicCategories: {
    method: 'GET',
    path: '/clinic/authors/canned-text/target-end-points',
    summary: 'The categories of fields that a dynamic phrase can have.',
    callers: [...authors, 'dictaraGod'],
    door: 'gate',
    result: DynamicCategory,
    example: {},
  },
  createPhrase: {
    method: 'POST',
    path: '/clinic/authors/canned-text',
    summary: 'Creates a key-to-phrase in the caller’s collection.',
    callers: authors,
    body: z.strictObject(phraseBody),
    result: CannedText,
    example: { body: { key: 'normal chest', phrase: 'The lungs are clear.' } },
  },
  updatePhrase: {
    method: 'PUT',
    path: '/clinic/authors/canned-text',
    summary:
      'Changes a key-to-phrase: the caller’s own, or, by an admin, one that is active for all users. Without `active` it stays in its list.',
    callers: authors,
    body: z.strictObject({
      id: idOf('none'),
      version: z.optional(version),
      ...phraseBody,
      active: z.optional(z.boolean()),
    }),
    result: CannedText,
    example: { body: { id: '$phrase', key: 'normal chest', phrase: 'Both lungs are clear.' } },
  },
  activatePhrases: {
    method: 'PUT',
    path: '/clinic/authors/canned-text/active',
    summary: 'Makes key-to-phrases of the caller’s collection active.',
    callers: authors,
    query: idsQuery,
    result: nothing,
    example: idsExample,
  },
  deactivatePhrases: {
    method: 'PUT',
    path: '/clinic/authors/canned-text/in-active',
    summary: 'Moves active key-to-phrases back to the caller’s collection.',
    callers: authors,
    query: idsQuery,
    result: nothing,
    example: idsExample,
  },
  deletePhrases: {
    method: 'DELETE',
    path: '/clinic/authors/canned-text',
    summary:
      'Deletes key-to-phrases of the caller. One received from someone else is only hidden from the caller (Q066).',
    callers: authors,
    query: idsQuery,
    result: nothing,
    example: idsExample,
  },
  importPhrases: {
    method: 'POST',
    path: '/clinic/authors/canned-text/import',
    summary: 'Copies key-to-phrases of the global list into the caller’s collection (Q069).',
    callers: authors,
    query: z.object({ cannedTextIds: itemIds(), ...importChoices }),
    result: nothing,
    example: idsExample,
  },
  getPhraseSettings: {
    method: 'GET',
    path: '/clinic/authors/canned-text/settings',
    summary: 'How phrases are called in the clinic’s dictations.',
    callers: authors,
    result: PhraseSettings,
    example: {},
  },
  savePhraseSettings: {
    method: 'PUT',
    path: '/clinic/authors/canned-text/settings',
    summary: 'Changes how phrases are called in the clinic’s dictations.',
    callers: managers,
    body: z.strictObject({ keyAlone: z.boolean() }),
    result: PhraseSettings,
    example: { body: { keyAlone: true } },
  },
})
