import type { SectionTemplate, TemplateHeading } from '@dictara/contract/templates'
import { idOf } from './stored-user.fixtures.ts'

export const aHeading = (n: number, customUIHeading: string, more: Partial<TemplateHeading> = {}): TemplateHeading => ({
  id: idOf(n),
  customUIHeading,
  systemHeading: customUIHeading,
  description: '',
  defaultValue: '',
  required: false,
  appendToDefault: false,
  ...more,
})

/** Returns a template of the caller in My Collection. */
export const aTemplate = (more: Partial<SectionTemplate> = {}): SectionTemplate => ({
  id: idOf(71),
  templateName: 'Office visit',
  templateDescription: 'A short visit',
  sectionHeadings: [aHeading(81, 'SUBJECTIVE'), aHeading(82, 'PLAN')],
  cannedTextsWithHeadings: [],
  global: false,
  active: false,
  editable: true,
  exportToOtherAuthors: false,
  required: false,
  defaultValue: '',
  keytophraseEnabled: false,
  templateDrivenFlowEnabled: false,
  author: { doctorName: 'Dana Okafor' },
  conflict: false,
  version: 1,
  ...more,
})
