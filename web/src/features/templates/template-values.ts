import { nameOfItem } from '@dictara/contract/collection'
import { newId } from '@dictara/contract/new-id'
import type { SectionTemplate, SentHeading, TemplateHeading } from '@dictara/contract/templates'

/** A heading during editing. */
export interface DraftHeading extends Omit<TemplateHeading, 'id'> {
  /** Identifies it on the screen: its id, once it has one. */
  key: string
  /** Set if the server already has it. */
  id?: string
  /** The phrases that were inserted into its default text (TMPL-26). */
  phraseIds: readonly string[]
}

/** The texts of every template, a clinic's or the dictionary's. */
export interface TemplateWords {
  templateName: string
  templateDescription: string
  templateDrivenFlowEnabled: boolean
  sectionHeadings: readonly DraftHeading[]
}

export interface TemplateValues extends TemplateWords {
  global: boolean
  exportToOtherAuthors: boolean
  keytophraseEnabled: boolean
}

export const newHeading = (customUIHeading: string, systemHeading: string): DraftHeading => ({
  key: newId(),
  customUIHeading,
  systemHeading,
  description: '',
  defaultValue: '',
  required: false,
  appendToDefault: false,
  phraseIds: [],
})

type Links = SectionTemplate['cannedTextsWithHeadings']

/** Links are stored by the headings' names; here they belong to the heading, so that it can be renamed. */
export const draftsOf = (headings: readonly TemplateHeading[], links: Links = []): DraftHeading[] =>
  headings.map((heading) => ({
    ...heading,
    key: heading.id,
    phraseIds: links
      .filter(({ headings: names }) => names.some((name) => nameOfItem(name) === nameOfItem(heading.customUIHeading)))
      .map(({ cannedTextId }) => cannedTextId),
  }))

export const sentHeadings = (drafts: readonly DraftHeading[]): SentHeading[] =>
  drafts.map((draft) => ({
    ...(draft.id && { id: draft.id }),
    customUIHeading: draft.customUIHeading,
    systemHeading: draft.systemHeading,
    description: draft.description,
    defaultValue: draft.defaultValue,
    required: draft.required,
    appendToDefault: draft.appendToDefault,
  }))

export function linksOf(drafts: readonly DraftHeading[]): Links {
  const headingsOf = new Map<string, string[]>()
  for (const { phraseIds, customUIHeading } of drafts)
    for (const id of phraseIds) headingsOf.set(id, [...(headingsOf.get(id) ?? []), customUIHeading.trim()])
  return [...headingsOf].map(([cannedTextId, headings]) => ({ cannedTextId, headings }))
}

export const valuesOf = (template?: SectionTemplate): TemplateValues => ({
  templateName: template?.templateName ?? '',
  templateDescription: template?.templateDescription ?? '',
  templateDrivenFlowEnabled: template?.templateDrivenFlowEnabled ?? false,
  sectionHeadings: template ? draftsOf(template.sectionHeadings, template.cannedTextsWithHeadings) : [],
  global: template?.global ?? false,
  exportToOtherAuthors: template?.exportToOtherAuthors ?? false,
  keytophraseEnabled: template?.keytophraseEnabled ?? false,
})

/** The values of a template to send; those that the form does not show stay unchanged. */
export const bodyOf = ({ sectionHeadings, ...values }: TemplateValues, seen?: SectionTemplate) => ({
  ...values,
  sectionHeadings: sentHeadings(sectionHeadings),
  cannedTextsWithHeadings: linksOf(sectionHeadings),
  required: seen?.required ?? false,
  defaultValue: seen?.defaultValue ?? '',
})

/** The names of a template's fields when somebody else has changed them. */
export const templateFieldNames = {
  labels: {
    templateName: 'Template Name',
    templateDescription: 'Description',
    sectionHeadings: 'The list of headings',
    templateDrivenFlowEnabled: 'Directional Flow',
    global: 'Globally Available',
    exportToOtherAuthors: 'Activate for all users',
    keytophraseEnabled: 'Key to Phrase',
  },
  texts: ['templateName', 'templateDescription'],
}
