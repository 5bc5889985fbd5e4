import { listTemplates } from '../server-calls.ts'
import type { TemplateOption } from './remembered-lists.ts'

/** Templates for a dictation, with the data shown during dictation. */
export async function listTemplateOptions(signal: AbortSignal): Promise<TemplateOption[]> {
  return (await listTemplates(signal)).map(({ id, templateName, sectionHeadings, templateDrivenFlowEnabled }) => ({
    id,
    templateName,
    headings: sectionHeadings.map(({ customUIHeading, description, required }) => ({
      customUIHeading,
      description,
      required,
    })),
    isDirectional: templateDrivenFlowEnabled,
  }))
}
