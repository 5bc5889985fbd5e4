import { type CannedText, phraseRefusals, type TemplateMapping } from '@dictara/contract/phrases'
import { headingText } from '@dictara/dictation/note-text'
import type { ClinicWork } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import {
  type EditedItem,
  exportedBy,
  lockForEdit,
  placeEdited,
  refuseBeyondPlan,
  refuseTaken,
  waitForCollection,
} from '../collections/index.ts'
import { checkPhrase, type SentPhrase } from './check-phrase.ts'
import { findMappingTemplates } from './mapping.store.ts'
import { phraseKind } from './phrase-kind.ts'
import { findPhraseRow } from './phrase-rows.store.ts'
import { insertPhrase, replaceMapping, updatePhraseRow } from './phrases.store.ts'

/** What a person sends of a phrase. */
export interface SentItem extends SentPhrase {
  restrictedToTemplates: boolean
  templateMapping: readonly TemplateMapping[]
  global: boolean
  exportToOtherAuthors: boolean
}

/**
 * To which templates a phrase is kept, as it is stored: those with at least one heading (K2P-50), each heading as it is written there.
 * Restricted to none is not restricted (Q076).
 * @throws Refusal 422 for a template or heading that is not there, or is not the actor's to choose
 */
async function checkMapping(work: ClinicWork, sent: SentItem, phraseId?: string): Promise<TemplateMapping[]> {
  if (!sent.restrictedToTemplates) return []
  const chosen = new Map(
    sent.templateMapping
      .filter(({ allHeadings, templateHeadings }) => allHeadings || templateHeadings.length > 0)
      .map((one) => [one.templateId, one]),
  )
  const known = await findMappingTemplates(work, [...chosen.keys()], phraseId)
  refuseUnless(known.length === chosen.size, phraseRefusals.templateUnknown)
  return known.map(({ id, headings }) => {
    const { allHeadings, templateHeadings } = chosen.get(id)!
    if (allHeadings) return { templateId: id, allHeadings, templateHeadings: [] }
    const written = new Map(headings.map((heading) => [headingText(heading), heading]))
    const kept = templateHeadings.map((heading) => {
      const there = written.get(headingText(heading))
      refuseUnless(there !== undefined, phraseRefusals.templateUnknown)
      return there
    })
    return { templateId: id, allHeadings, templateHeadings: [...new Set(kept)] }
  })
}

/**
 * Makes a phrase in the actor's collection.
 * @throws Refusal 409 when they have one of that key (Q073), 422 for what it says or beyond the plan; nothing is kept then
 */
export async function createPhrase(work: ClinicWork, sent: SentItem & { active: boolean }): Promise<CannedText> {
  const content = checkPhrase(sent)
  const mapping = await checkMapping(work, sent)
  await waitForCollection(work, phraseKind)
  await refuseBeyondPlan(work, phraseKind, 1)
  const id = newId(work.now.getTime())
  const row = {
    ...content,
    global: sent.global,
    active: sent.active,
    exportToOtherAuthors: exportedBy(work, sent.exportToOtherAuthors),
    restrictedToTemplates: mapping.length > 0,
  }
  await refuseTaken(phraseKind, () => insertPhrase(work, id, row))
  await replaceMapping(work, id, mapping)
  await work.audit({ event: 'phrase.added', detail: { itemIds: [id] } })
  return (await findPhraseRow(work, id))!
}

/**
 * Changes a phrase; who received it has the change at once. It stays in its list unless `active` is sent.
 * @returns how it is now; nothing when it is not the actor's to see any more
 */
export async function updatePhrase(
  work: ClinicWork,
  { id, version, active, ...sent }: SentItem & EditedItem,
): Promise<CannedText | undefined> {
  const item = await lockForEdit(work, phraseKind, { id, version }, findPhraseRow)
  const content = checkPhrase(sent)
  const mapping = await checkMapping(work, sent, id)
  const row = {
    ...content,
    global: sent.global,
    exportToOtherAuthors: exportedBy(work, sent.exportToOtherAuthors, item.exportToOtherAuthors),
    restrictedToTemplates: mapping.length > 0,
    ...(item.isOwn && active !== undefined && { active }),
  }
  await refuseTaken(phraseKind, () => updatePhraseRow(work, id, row))
  await replaceMapping(work, id, mapping)
  await placeEdited(work, item, active)
  await work.audit({ event: 'phrase.edited', detail: { itemIds: [id] } })
  return findPhraseRow(work, id)
}
