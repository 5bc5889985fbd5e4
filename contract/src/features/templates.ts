import * as z from 'zod/mini'
import { defineCalls } from '../call.ts'
import { list, listQuery } from '../list.ts'
import { id } from '../shapes.ts'
import { authors, workers } from '../roles.ts'

export const TemplateHeading = z.object({
  id,
  customUIHeading: z.string(),
  systemHeading: z.string(),
  description: z.string(),
  defaultValue: z.string(),
  required: z.boolean(),
  appendToDefault: z.boolean(),
})

export const SectionTemplate = z.object({
  id,
  templateName: z.string(),
  templateDescription: z.string(),
  sectionHeadings: z.array(TemplateHeading),
  global: z.boolean(),
  active: z.boolean(),
  editable: z.boolean(),
  keytophraseEnabled: z.boolean(),
  author: z.nullable(z.object({ doctorName: z.string() })),
})
export type SectionTemplate = z.output<typeof SectionTemplate>

export const templateCalls = defineCalls({
  listTemplates: list({
    path: '/clinic/authors/section-template',
    summary: 'Dictation templates; `type=active` are those that a dictation may use.',
    callers: authors,
    query: listQuery({
      search: 'search',
      scope: {
        type: z.prefault(
          z.enum(['mine', 'active', 'author'], { error: 'Please ask for mine, active or author.' }),
          'mine',
        ),
      },
      size: 50,
    }),
    querySpellings: { scope: 'type' },
    row: SectionTemplate,
    example: { query: { type: 'active' } },
  }),
  listSystemHeadings: {
    method: 'GET',
    path: '/clinic/authors/section-template/system-headings',
    summary: 'The names of the system sections.',
    callers: workers,
    result: z.string(),
    example: {},
  },
})
