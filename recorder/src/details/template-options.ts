import { listTemplates } from '../server-calls.ts'
import type { TemplateOption } from './remembered-lists.ts'

/** Templates that a dictation may use, with what is shown of them while somebody dictates. */
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
