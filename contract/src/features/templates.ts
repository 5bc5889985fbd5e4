import * as z from 'zod/mini'
import { defineCalls, defineRefusals } from '../call.ts'
import { collectionRefusals, collectionScope, importChoices, itemIds } from '../collection.ts'
import { type FieldRule, readableLine } from '../fields.ts'
import { list, listQuery } from '../list.ts'
import { authors, workers } from '../roles.ts'
import { id, idOf, nothing, text, version } from '../shapes.ts'

export const TemplateHeading = z.object({
  id,
  customUIHeading: z.string(),
  systemHeading: z.string(),
  description: z.string(),
  defaultValue: z.string(),
  required: z.boolean(),
  appendToDefault: z.boolean(),
})
export type TemplateHeading = z.output<typeof TemplateHeading>

/** The headings that a phrase was inserted into when the template was written (TMPL-26). */
const PhraseLink = z.object({ cannedTextId: id, headings: z.array(z.string()) })

/**
 * A dictation template (TMPL-13). `required` and `defaultValue` are stored as sent; a note uses the values at the
 * headings.
 */
export const SectionTemplate = z.object({
  id,
  templateName: z.string(),
  templateDescription: z.string(),
  sectionHeadings: z.array(TemplateHeading),
  cannedTextsWithHeadings: z.array(PhraseLink),
  global: z.boolean(),
  active: z.boolean(),
  editable: z.boolean(),
  exportToOtherAuthors: z.boolean(),
  required: z.boolean(),
  defaultValue: z.string(),
  keytophraseEnabled: z.boolean(),
  /** Directional Flow: dictation follows the order of the headings (Q077). */
  templateDrivenFlowEnabled: z.boolean(),
  author: z.nullable(z.object({ doctorName: z.string() })),
  /** For templates to import: the caller already has one of that name. */
  conflict: z.boolean(),
  version,
})
export type SectionTemplate = z.output<typeof SectionTemplate>

export const headingsMost = 200
/** The most characters of a heading's default text with its formats. */
export const defaultTextMost = 20_000

const nameRule =
  'Please enter valid name.(Name must not exceed 250 characters and must not contain leading and trailing space)'
const descriptionRule =
  'Please enter valid Description.(Description must not exceed 250 characters and must not contain leading and trailing space)'

/** Text of at most 250 characters; a space at either end is refused, not removed (TMPL-29, TMPL-32). */
/* #__NO_SIDE_EFFECTS__ */
function exactField(missing: string, rule: string) {
  const pattern = readableLine('(?!\\s|.*\\s$)')
  return {
    schema: z.string({ error: missing }).check(z.minLength(1, missing), z.maxLength(250, rule), z.regex(pattern, rule)),
    rules: [
      { required: true, message: missing },
      { max: 250, message: rule },
      { pattern, message: rule },
    ] satisfies FieldRule[],
  }
}

export const templateName = exactField('Template Name is required', nameRule)
export const templateDescription = exactField('Template Description is required', descriptionRule)

const SentHeading = z.strictObject({
  /** Of an existing one; a new one has none. */
  id: z.optional(z.nullable(idOf('none'))),
  customUIHeading: z
    .string({ error: 'Section heading is mandatory' })
    .check(
      z.trim(),
      z.minLength(1, 'Section heading is mandatory'),
      z.maxLength(250, 'A heading may have at most 250 characters.'),
      z.regex(readableLine(), 'A heading must fit on one line.'),
    ),
  systemHeading: z
    .string({ error: 'Mapping value is mandatory' })
    .check(z.minLength(1, 'Mapping value is mandatory'), z.maxLength(250)),
  description: z.prefault(text(2_000), ''),
  defaultValue: z.prefault(
    z.string().check(z.maxLength(defaultTextMost, 'A default text may have at most 20,000 characters.')),
    '',
  ),
  required: z.prefault(z.boolean(), false),
  appendToDefault: z.prefault(z.boolean(), false),
})
export type SentHeading = z.input<typeof SentHeading>

/** The data of a template wherever it is stored. */
export const templateFields = {
  templateName: templateName.schema,
  templateDescription: templateDescription.schema,
  sectionHeadings: z
    .array(SentHeading, { error: 'Add atleast one section heading to save template' })
    .check(
      z.minLength(1, 'Add atleast one section heading to save template'),
      z.maxLength(headingsMost, 'A template may have at most 200 headings.'),
    ),
  required: z.prefault(z.boolean(), false),
  defaultValue: z.prefault(z.string().check(z.maxLength(defaultTextMost)), ''),
  templateDrivenFlowEnabled: z.prefault(z.boolean(), false),
}

const templateBody = {
  ...templateFields,
  cannedTextsWithHeadings: z.prefault(
    z
      .array(
        z.strictObject({
          cannedTextId: idOf('none'),
          headings: z.array(text(250, 1)).check(z.maxLength(headingsMost)),
        }),
      )
      .check(z.maxLength(2_000)),
    [],
  ),
  global: z.prefault(z.boolean(), false),
  active: z.prefault(z.boolean(), false),
  exportToOtherAuthors: z.prefault(z.boolean(), false),
  keytophraseEnabled: z.prefault(z.boolean(), false),
}

export const templateRefusals = defineRefusals({
  ...collectionRefusals,
  nameTaken: {
    status: 409,
    code: 'template-name-taken',
    message: 'You already have a template with this name.',
    field: 'templateName',
  },
  headingTwice: { status: 422, code: 'heading-twice', message: 'Duplicate heading', field: 'sectionHeadings' },
  mappingUnknown: {
    status: 422,
    code: 'mapping-unknown',
    message: 'This system section doesn’t exist. Choose another one.',
    field: 'sectionHeadings',
  },
  limitReached: {
    status: 422,
    code: 'template-limit',
    message: 'Your facility’s plan includes {limit} dictation templates. Delete one first, or change your plan.',
  },
})

const idsQuery = z.object({ templateIds: itemIds() })
const idsExample = { query: { templateIds: '$template' } }
const aHeading = { customUIHeading: 'SUBJECTIVE', systemHeading: 'SUBJECTIVE' }

export const templateCalls = defineCalls({
  listTemplates: list({
    path: '/clinic/authors/section-template',
    summary: 'Dictation templates. With `type=active`, those that a dictation can use.',
    callers: authors,
    query: listQuery({ search: 'search', scope: collectionScope, size: 50 }),
    querySpellings: { scope: 'type' },
    row: SectionTemplate,
    example: { query: { type: 'active' } },
  }),
  listSystemHeadings: {
    method: 'GET',
    path: '/clinic/authors/section-template/system-headings',
    summary: 'The names of the system sections.',
    callers: [...workers, 'dictaraGod'],
    door: 'gate',
    result: z.string(),
    example: {},
  },
  getTemplate: {
    method: 'GET',
    path: '/clinic/authors/section-template/{id}',
    summary: 'One template of the caller’s collection, active or not.',
    callers: authors,
    params: z.object({ id: idOf('none') }),
    result: SectionTemplate,
    example: { params: { id: '$template' } },
  },
  createTemplate: {
    method: 'POST',
    path: '/clinic/authors/section-template',
    summary: 'Creates a dictation template in the caller’s collection.',
    callers: authors,
    body: z.strictObject(templateBody),
    result: SectionTemplate,
    example: {
      body: { templateName: 'Visit', templateDescription: 'A short visit', sectionHeadings: [aHeading] },
    },
  },
  updateTemplate: {
    method: 'PUT',
    path: '/clinic/authors/section-template',
    summary:
      'Changes a dictation template: the caller’s own, or, by an admin, one of the clinic or active for all users. Without `active` it stays in its list.',
    callers: authors,
    body: z.strictObject({
      id: idOf('none'),
      version: z.optional(version),
      ...templateBody,
      active: z.optional(z.boolean()),
    }),
    result: SectionTemplate,
    example: {
      body: { id: '$template', templateName: 'Visit', templateDescription: 'A visit', sectionHeadings: [aHeading] },
    },
  },
  activateTemplates: {
    method: 'PUT',
    path: '/clinic/authors/section-template/active',
    summary: 'Makes templates of the caller’s collection active.',
    callers: authors,
    query: idsQuery,
    result: nothing,
    example: idsExample,
  },
  deactivateTemplates: {
    method: 'PUT',
    path: '/clinic/authors/section-template/in-active',
    summary: 'Moves active templates back to the caller’s collection.',
    callers: authors,
    query: idsQuery,
    result: nothing,
    example: idsExample,
  },
  deleteTemplate: {
    method: 'DELETE',
    path: '/clinic/authors/section-template/{id}',
    summary: 'Deletes one template, like deleteTemplates.',
    callers: authors,
    params: z.object({ id: idOf('none') }),
    result: nothing,
    example: { params: { id: '$template' } },
  },
  deleteTemplates: {
    method: 'DELETE',
    path: '/clinic/authors/section-template',
    summary:
      'Deletes templates of the caller. A template received from someone else is only hidden from the caller (Q066).',
    callers: authors,
    query: idsQuery,
    result: nothing,
    example: idsExample,
  },
  importTemplates: {
    method: 'POST',
    path: '/clinic/authors/section-template/import',
    summary: 'Copies templates of the global list into the caller’s collection (Q069).',
    callers: authors,
    query: z.object({ templateIds: itemIds(), ...importChoices }),
    result: nothing,
    example: idsExample,
  },
})
