import { collectionRefusals, nameOfItem } from '@dictara/contract/collection'
import type { DictionaryPhrase, DictionaryTemplate } from '@dictara/contract/dictionary'
import { phraseRefusals } from '@dictara/contract/phrases'
import { type SentHeading, templateRefusals } from '@dictara/contract/templates'
import { cleanPhrase } from '@dictara/dictation/phrase-text'
import type { ClinicWork } from '../../platform/database/index.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless, refuseUnlessAsSeen } from '../../platform/refusal.ts'
import { refuseGone, refuseTaken } from '../collections/index.ts'
import { checkPhrase } from '../phrases/index.ts'
import { checkHeadings } from '../templates/index.ts'
import {
  deleteEntries,
  findDictionaryPhrase,
  findDictionaryTemplate,
  insertPhraseEntry,
  insertTemplateEntry,
  lockEntry,
  updatePhraseEntry,
  updateTemplateEntry,
} from './dictionary.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'dictionary.added': { kind: Kind; itemIds: string[] }
    'dictionary.edited': { kind: Kind; itemIds: string[] }
    'dictionary.deleted': { kind: Kind; itemIds: string[] }
  }
}

type Kind = 'phrase' | 'template'
const tables = { phrase: 'dictionaryPhrases', template: 'dictionaryTemplates' } as const

interface Seen {
  id: string
  version?: number | undefined
}

interface SentTemplate {
  templateName: string
  templateDescription: string
  sectionHeadings: readonly SentHeading[]
  required: boolean
  defaultValue: string
  templateDrivenFlowEnabled: boolean
}

type SentPhrase = Parameters<typeof checkPhrase>[0] & { global: boolean; active: boolean }

/** @throws Refusal 404 for an entry that is not there (any more), 409 for one that was changed since it was seen, which tells how it is now */
async function lockAsSeen(work: ClinicWork, kind: Kind, { id, version }: Seen): Promise<void> {
  const present = await lockEntry(work, tables[kind], id)
  refuseUnless(present !== undefined, collectionRefusals.gone)
  const find = kind === 'phrase' ? findDictionaryPhrase : findDictionaryTemplate
  await refuseUnlessAsSeen(present, { version }, () => find(work, id))
}

const phraseOf = ({ global, active, ...sent }: SentPhrase) => ({ ...checkPhrase(sent), global, active })

export async function createDictionaryPhrase(work: ClinicWork, sent: SentPhrase): Promise<DictionaryPhrase> {
  const id = newId(work.now.getTime())
  const entry = phraseOf(sent)
  await refuseTaken({ taken: phraseRefusals.keyTaken }, () => insertPhraseEntry(work, id, entry))
  await work.audit({ event: 'dictionary.added', detail: { kind: 'phrase', itemIds: [id] } })
  return (await findDictionaryPhrase(work, id))!
}

/** Changes an entry; what clinics imported of it stays as it is. */
export async function updateDictionaryPhrase(
  work: ClinicWork,
  { id, version, ...sent }: SentPhrase & Seen,
): Promise<DictionaryPhrase> {
  await lockAsSeen(work, 'phrase', { id, version })
  const entry = phraseOf(sent)
  await refuseTaken({ taken: phraseRefusals.keyTaken }, () => updatePhraseEntry(work, id, entry))
  await work.audit({ event: 'dictionary.edited', detail: { kind: 'phrase', itemIds: [id] } })
  return (await findDictionaryPhrase(work, id))!
}

const templateOf = (sent: SentTemplate, known?: ReadonlySet<string>) => ({
  name: sent.templateName,
  keyName: nameOfItem(sent.templateName),
  description: sent.templateDescription,
  headings: checkHeadings(sent.sectionHeadings, known).map(({ customHeading, ...heading }) => ({
    ...heading,
    customUIHeading: customHeading,
  })),
  required: sent.required,
  defaultValue: cleanPhrase(sent.defaultValue),
  templateDrivenFlowEnabled: sent.templateDrivenFlowEnabled,
})

export async function createDictionaryTemplate(work: ClinicWork, sent: SentTemplate): Promise<DictionaryTemplate> {
  const id = newId(work.now.getTime())
  const entry = templateOf(sent)
  await refuseTaken({ taken: templateRefusals.nameTaken }, () => insertTemplateEntry(work, id, entry))
  await work.audit({ event: 'dictionary.added', detail: { kind: 'template', itemIds: [id] } })
  return (await findDictionaryTemplate(work, id))!
}

/** Changes an entry; what clinics imported of it stays as it is. */
export async function updateDictionaryTemplate(
  work: ClinicWork,
  { id, version, ...sent }: SentTemplate & Seen,
): Promise<DictionaryTemplate> {
  await lockAsSeen(work, 'template', { id, version })
  const before = await findDictionaryTemplate(work, id)
  const entry = templateOf(sent, new Set(before!.sectionHeadings.map((heading) => heading.id)))
  await refuseTaken({ taken: templateRefusals.nameTaken }, () => updateTemplateEntry(work, id, entry))
  await work.audit({ event: 'dictionary.edited', detail: { kind: 'template', itemIds: [id] } })
  return (await findDictionaryTemplate(work, id))!
}

/**
 * Deletes entries for good, all of them or none; what clinics imported of them stays.
 * @throws Refusal 404 when one of them is not there (any more)
 */
export async function deleteFromDictionary(work: ClinicWork, kind: Kind, ids: readonly string[]): Promise<void> {
  refuseGone(ids, await deleteEntries(work, tables[kind], ids))
  await work.audit({ event: 'dictionary.deleted', detail: { kind, itemIds: [...ids] } })
}
