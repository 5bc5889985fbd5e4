import { nameOfItem } from '@dictara/contract/collection'
import { type SectionTemplate, type SentHeading } from '@dictara/contract/templates'
import { cleanPhrase } from '@dictara/dictation/phrase-text'
import type { ClinicWork } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import {
  type EditedItem,
  exportedBy,
  lockForEdit,
  placeEdited,
  refuseBeyondPlan,
  refuseTaken,
  waitForCollection,
} from '../collections/index.ts'
import { checkHeadings, type TemplateContent } from './check-template.ts'
import { templateKind } from './template-kind.ts'
import { findTemplateRow } from './template-rows.store.ts'
import {
  insertTemplateRow,
  listHeadingNames,
  listSeenPhrases,
  replaceHeadings,
  updateTemplateRow,
} from './templates.store.ts'

declare module '../../platform/database/work.ts' {
  interface Events {
    /** Headings of a template read otherwise: what was kept to them follows. Names as they were written, before and now. */
    'template.headings-renamed': { templateId: string; renamed: { from: string; to: string }[] }
  }
}

/** What a person sends of a template. */
export interface SentTemplate {
  templateName: string
  templateDescription: string
  sectionHeadings: readonly SentHeading[]
  cannedTextsWithHeadings: readonly { cannedTextId: string; headings: readonly string[] }[]
  global: boolean
  exportToOtherAuthors: boolean
  required: boolean
  defaultValue: string
  keytophraseEnabled: boolean
  templateDrivenFlowEnabled: boolean
}

/** The content of a template as it is stored; links to phrases that are not there (any more) are left out. */
async function contentOf(work: ClinicWork, sent: SentTemplate, known?: ReadonlySet<string>): Promise<TemplateContent> {
  const headings = checkHeadings(sent.sectionHeadings, known)
  const links = new Map(sent.cannedTextsWithHeadings.map(({ cannedTextId, headings: under }) => [cannedTextId, under]))
  const phraseIds = await listSeenPhrases(work, [...links.keys()])
  const row = {
    name: sent.templateName,
    keyName: nameOfItem(sent.templateName),
    description: sent.templateDescription,
    global: sent.global,
    keytophraseEnabled: sent.keytophraseEnabled,
    templateDrivenFlowEnabled: sent.templateDrivenFlowEnabled,
    required: sent.required,
    defaultValue: cleanPhrase(sent.defaultValue),
  }
  return {
    row,
    headings,
    links: phraseIds.map((phraseId) => ({ phraseId, headings: [...links.get(phraseId)!] })),
  }
}

/**
 * Makes a template in the actor's collection.
 * @throws Refusal 409 when they have one of that name, 422 for its headings or beyond the plan; nothing is kept then
 */
export async function createTemplate(
  work: ClinicWork,
  sent: SentTemplate & { active: boolean },
): Promise<SectionTemplate> {
  const content = await contentOf(work, sent)
  await waitForCollection(work, templateKind)
  await refuseBeyondPlan(work, templateKind, 1)
  const id = newId(work.now.getTime())
  const exportToOtherAuthors = exportedBy(work, sent.exportToOtherAuthors)
  await refuseTaken(templateKind, () =>
    insertTemplateRow(work, id, { ...content.row, active: sent.active, exportToOtherAuthors }),
  )
  await replaceHeadings(work, id, content)
  await work.audit({ event: 'template.added', detail: { itemIds: [id] } })
  return (await findTemplateRow(work, id))!
}

/** As it is answered: of a refusal nothing is left out by itself. */
async function findAsShown(work: ClinicWork, id: string): Promise<SectionTemplate | undefined> {
  const found = await findTemplateRow(work, id)
  if (!found) return undefined
  const { isHeld: _, ...template } = found
  return template
}

/**
 * Changes a template; who received it has the change at once, and notes under way show its new name. It stays in its list unless
 * `active` is sent.
 * @returns how it is now; nothing when it is not the actor's to see any more
 */
export async function updateTemplate(
  work: ClinicWork,
  { id, version, active, ...sent }: SentTemplate & EditedItem,
): Promise<SectionTemplate | undefined> {
  const item = await lockForEdit(work, templateKind, { id, version }, findAsShown)
  const before = await listHeadingNames(work, id)
  const content = await contentOf(work, sent, new Set(before.keys()))
  // What belongs to the clinic itself is everybody's.
  const exportToOtherAuthors =
    item.authorId === null || exportedBy(work, sent.exportToOtherAuthors, item.exportToOtherAuthors)
  await refuseTaken(templateKind, () =>
    updateTemplateRow(work, id, {
      ...content.row,
      exportToOtherAuthors,
      ...(item.isOwn && active !== undefined && { active }),
    }),
  )
  await replaceHeadings(work, id, content)
  await placeEdited(work, item, active)
  const renamed = content.headings.flatMap((heading) => {
    const from = before.get(heading.id)
    return from !== undefined && from !== heading.customHeading ? [{ from, to: heading.customHeading }] : []
  })
  if (renamed.length > 0) await work.record('template.headings-renamed', { templateId: id, renamed })
  await work.audit({ event: 'template.edited', detail: { itemIds: [id] } })
  return findTemplateRow(work, id)
}
