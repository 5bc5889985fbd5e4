import type { DictionaryPhrase, DictionaryTemplate } from '@dictara/contract/dictionary'
import { sql } from 'kysely'
import {
  anyOf,
  asJson,
  page,
  type PageOf,
  type PageQuery,
  type RowOf,
  type Work,
} from '../../platform/database/index.ts'

/** What is written of a phrase. */
export type PhraseEntry = Omit<DictionaryPhrase, 'id' | 'editable' | 'version'> &
  RowOf<'dictionaryPhrases', 'keyName' | 'plain'>

/** What is written of a template. */
export type TemplateEntry = RowOf<
  'dictionaryTemplates',
  'name' | 'keyName' | 'description' | 'headings' | 'required' | 'defaultValue' | 'templateDrivenFlowEnabled'
>

const isEditable = sql<boolean>`true`.as('editable')

const phrases = ({ db }: Work) => db.selectFrom('dictionaryPhrases as d')
const shownPhrases = (from: ReturnType<typeof phrases>) =>
  from
    .select(['d.id', 'd.key', 'd.phrase', 'd.global', 'd.active', 'd.dynamic', 'd.targetEndPoint', 'd.version'])
    .select(isEditable)

/** By key. */
export const listDictionaryPhrases = (work: Work, query: PageQuery<'key'>): Promise<PageOf<DictionaryPhrase>> =>
  page(work, query, {
    from: phrases(work),
    columns: shownPhrases,
    searched: 'd.searched',
    sort: { key: 'd.keyName' },
    tie: 'd.id',
  })

export const findDictionaryPhrase = (work: Work, id: string): Promise<DictionaryPhrase | undefined> =>
  shownPhrases(phrases(work).where('d.id', '=', id)).executeTakeFirst()

const templates = ({ db }: Work) => db.selectFrom('dictionaryTemplates as d')
const shownTemplates = (from: ReturnType<typeof templates>) =>
  from
    .select(['d.id', 'd.name as templateName', 'd.description as templateDescription', 'd.templateDrivenFlowEnabled'])
    .select(['d.headings as sectionHeadings', 'd.required', 'd.defaultValue', 'd.version'])
    .select([isEditable, sql<null>`null`.as('clinicId')])

/** By name. */
export const listDictionaryTemplates = (work: Work, query: PageQuery<'name'>): Promise<PageOf<DictionaryTemplate>> =>
  page(work, query, {
    from: templates(work),
    columns: shownTemplates,
    searched: 'd.searched',
    sort: { name: 'd.keyName' },
    tie: 'd.id',
  })

export const findDictionaryTemplate = (work: Work, id: string): Promise<DictionaryTemplate | undefined> =>
  shownTemplates(templates(work).where('d.id', '=', id)).executeTakeFirst()

export async function insertPhraseEntry(work: Work, id: string, entry: PhraseEntry): Promise<void> {
  await work.db
    .insertInto('dictionaryPhrases')
    .values({ ...entry, id, createdAt: work.now, updatedAt: work.now })
    .execute()
}

export async function insertTemplateEntry(
  work: Work,
  id: string,
  { headings, ...entry }: TemplateEntry,
): Promise<void> {
  await work.db
    .insertInto('dictionaryTemplates')
    .values({ ...entry, id, headings: asJson(headings), createdAt: work.now, updatedAt: work.now })
    .execute()
}

/** The version of an entry, which is held for a change; none for one that is not there. */
export async function lockEntry(
  work: Work,
  table: 'dictionaryPhrases' | 'dictionaryTemplates',
  id: string,
): Promise<number | undefined> {
  const found = await work.db.selectFrom(table).select('version').where('id', '=', id).forUpdate().executeTakeFirst()
  return found?.version
}

export async function updatePhraseEntry(work: Work, id: string, entry: PhraseEntry): Promise<void> {
  await work.db
    .updateTable('dictionaryPhrases')
    .set(({ eb }) => ({ ...entry, version: eb('version', '+', 1), updatedAt: work.now }))
    .where('id', '=', id)
    .execute()
}

export async function updateTemplateEntry(
  work: Work,
  id: string,
  { headings, ...entry }: TemplateEntry,
): Promise<void> {
  await work.db
    .updateTable('dictionaryTemplates')
    .set(({ eb }) => ({ ...entry, headings: asJson(headings), version: eb('version', '+', 1), updatedAt: work.now }))
    .where('id', '=', id)
    .execute()
}

/** @returns those of them that were there */
export function deleteEntries(
  work: Work,
  table: 'dictionaryPhrases' | 'dictionaryTemplates',
  ids: readonly string[],
): Promise<RowOf<'dictionaryPhrases', 'id'>[]> {
  return work.db.deleteFrom(table).where('id', '=', anyOf(ids)).returning('id').execute()
}
