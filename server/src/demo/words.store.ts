import { asJson, type Work } from '../platform/database/index.ts'
import type { rowsOfDictionary, WordRows } from './word-rows.ts'

/** Inserts everybody's phrases and templates: one statement for each table, however many there are. */
export async function insertWords(work: Work, authors: readonly WordRows[]): Promise<void> {
  const all = <Name extends keyof WordRows>(name: Name) =>
    authors.flatMap((one) => one[name] as WordRows[Name][number][])
  await work.db.insertInto('sectionTemplates').values(all('templates')).execute()
  await work.db.insertInto('templateHeadings').values(all('headings')).execute()
  await work.db.insertInto('phrases').values(all('phrases')).execute()
  await work.db.insertInto('phraseTemplates').values(all('mapping')).execute()
  await work.db.insertInto('templatePhrases').values(all('links')).execute()
}

export async function insertDictionary(
  work: Work,
  { phrases, templates }: ReturnType<typeof rowsOfDictionary>,
): Promise<void> {
  await work.db.insertInto('dictionaryPhrases').values(phrases).execute()
  await work.db
    .insertInto('dictionaryTemplates')
    .values(templates.map(({ headings, ...template }) => ({ ...template, headings: asJson(headings) })))
    .execute()
}
