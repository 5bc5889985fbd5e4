import type { Envelope } from '@dictara/contract'
import type { phraseCalls, TemplateMapping } from '@dictara/contract/phrases'

export type MappingTemplate = Envelope<typeof phraseCalls.listTemplateMapping>['result'][number]

const headingsOf = ({ sectionHeadings }: MappingTemplate) => sectionHeadings.map((heading) => heading.customUIHeading)

/** The key of a box in the tree: a JSON text of its template and its heading. */
const keyOf = (templateId: string, heading?: string) =>
  JSON.stringify([templateId, ...(heading === undefined ? [] : [heading])])

/** Templates with their headings, as a tree. */
export const nodesOf = (templates: readonly MappingTemplate[]) =>
  templates.map((template) => ({
    key: keyOf(template.id),
    title: template.templateName,
    children: headingsOf(template).map((heading) => ({ key: keyOf(template.id, heading), title: heading })),
  }))

/** The ticked boxes of headings; those of templates follow from them (K2P-14). */
export const checkedOf = (mapping: readonly TemplateMapping[], templates: readonly MappingTemplate[]): string[] =>
  templates.flatMap((template) => {
    const one = mapping.find(({ templateId }) => templateId === template.id)
    const chosen = headingsOf(template).filter((name) => one?.allHeadings || one?.templateHeadings.includes(name))
    return chosen.map((name) => keyOf(template.id, name))
  })

/**
 * The part of a mapping that the tree does not show: templates outside the person's lists, e.g. those of a colleague.
 */
export const unseenOf = (
  mapping: readonly TemplateMapping[],
  templates: readonly MappingTemplate[],
): TemplateMapping[] => mapping.filter(({ templateId }) => templates.every(({ id }) => id !== templateId))

/**
 * The mapping to save for ticked boxes: only templates with a heading (K2P-50), and the invisible part unchanged.
 * @param before the earlier mapping
 */
export function mappingOf(
  checked: readonly string[],
  templates: readonly MappingTemplate[],
  before: readonly TemplateMapping[],
): TemplateMapping[] {
  const ticked = new Set(checked)
  const shown = templates.flatMap((template) => {
    const headings = headingsOf(template)
    const templateHeadings = headings.filter((name) => ticked.has(keyOf(template.id, name)))
    return templateHeadings.length > 0
      ? [{ templateId: template.id, allHeadings: templateHeadings.length === headings.length, templateHeadings }]
      : []
  })
  return [...shown, ...unseenOf(before, templates)]
}

/** A mapping as the tree shows it: headings that no longer exist are not ticked. */
export const asShown = (mapping: readonly TemplateMapping[], templates: readonly MappingTemplate[]) =>
  mappingOf(checkedOf(mapping, templates), templates, mapping)
