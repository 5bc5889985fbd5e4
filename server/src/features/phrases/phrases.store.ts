import type { TemplateMapping } from '@dictara/contract/phrases'
import { sql } from 'kysely'
import { anyOf, type ClinicWork, type RowOf, type Work } from '../../platform/database/index.ts'
import type { Copy, CopyChoices } from '../collections/index.ts'
import type { PhraseContent } from './check-phrase.ts'

/** A phrase as it is written. */
type PhraseRow = PhraseContent & RowOf<'phrases', 'global' | 'exportToOtherAuthors' | 'restrictedToTemplates'>

export async function insertPhrase(work: ClinicWork, id: string, row: PhraseRow & { active: boolean }): Promise<void> {
  await work.db
    .insertInto('phrases')
    .values({
      ...row,
      clinicId: work.clinicId,
      id,
      authorId: work.actor.userId,
      createdAt: work.now,
      updatedAt: work.now,
    })
    .execute()
}

/** Changes what a phrase is. `active`: of its own author only. */
export async function updatePhraseRow(work: Work, id: string, row: PhraseRow & { active?: boolean }): Promise<void> {
  await work.db
    .updateTable('phrases')
    .set(({ eb }) => ({ ...row, version: eb('version', '+', 1), updatedAt: work.now }))
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

/** Writes to which templates a phrase is kept, in the place of what it was. */
export async function replaceMapping(work: Work, phraseId: string, mapping: readonly TemplateMapping[]): Promise<void> {
  const { clinicId } = work
  await work.db
    .deleteFrom('phraseTemplates')
    .where(({ and }) => and({ clinicId, phraseId }))
    .execute()
  if (mapping.length > 0)
    await work.db
      .insertInto('phraseTemplates')
      .values(
        mapping.map(({ templateId, allHeadings, templateHeadings }) => ({
          clinicId,
          phraseId,
          templateId,
          allHeadings,
          headings: templateHeadings,
        })),
      )
      .execute()
}

export async function deletePhrases(work: Work, ids: readonly string[]): Promise<void> {
  await work.db.deleteFrom('phrases').where('clinicId', '=', work.clinicId).where('id', '=', anyOf(ids)).execute()
}

/**
 * Copies phrases of others or of the dictionary. They stay kept to the templates that the actor has: the same, or their own copy
 * of it; where none of them is theirs, to none.
 * @returns how many were still there
 */
export async function copyPhrases(work: ClinicWork, copies: readonly Copy[], choices: CopyChoices): Promise<number> {
  const { clinicId } = work
  const me = work.actor.userId
  const pairs = sql`unnest(${copies.map(({ id }) => id)}::uuid[], ${copies.map(({ originId }) => originId)}::uuid[]) as c(id, origin_id)`
  const { rows } = await sql`
    insert into phrases (clinic_id, id, author_id, key, key_name, phrase, plain, dynamic, target_end_point, global, active,
      export_to_other_authors, restricted_to_templates, origin_id, created_at, updated_at)
    select ${clinicId}, c.id, ${me}, s.key, s.key_name, s.phrase, s.plain, s.dynamic, s.target_end_point, false, ${choices.active},
      ${choices.exportToOtherAuthors}, s.restricted_to_templates, c.origin_id, ${work.now}, ${work.now}
    from ${pairs} join (
      select id, key, key_name, phrase, plain, dynamic, target_end_point, restricted_to_templates from phrases
      where clinic_id = ${clinicId}
      union all
      select id, key, key_name, phrase, plain, dynamic, target_end_point, false from dictionary_phrases
    ) as s on s.id = c.origin_id returning id`.execute(work.db)
  // One that was deleted at this moment has nothing to take along either.
  if (rows.length < copies.length) return rows.length
  await sql`insert into phrase_templates (clinic_id, phrase_id, template_id, all_headings, headings)
    select distinct on (c.id, t.id) ${clinicId}, c.id, t.id, m.all_headings, m.headings
    from ${pairs} join phrase_templates m on m.clinic_id = ${clinicId} and m.phrase_id = c.origin_id
    join section_templates t on t.clinic_id = m.clinic_id and t.deleted_at is null
      and (t.id = m.template_id and (t.author_id = ${me} or t.author_id is null or t.export_to_other_authors)
        or t.author_id = ${me} and t.origin_id = m.template_id)
    order by c.id, t.id`.execute(work.db)
  return rows.length
}

/** What is kept to headings that read otherwise now follows them. */
export async function followRenamed(
  work: Work,
  templateId: string,
  renamed: readonly { from: string; to: string }[],
): Promise<void> {
  await sql`update phrase_templates m set headings = array(
      select coalesce(n.after, h.one) from unnest(m.headings) with ordinality as h(one, place)
      left join unnest(${renamed.map(({ from }) => from)}::text[], ${renamed.map(({ to }) => to)}::text[]) as n(before, after)
        on n.before = h.one
      order by h.place)
    where m.clinic_id = ${work.clinicId} and m.template_id = ${templateId}
      and m.headings && ${renamed.map(({ from }) => from)}::text[]`.execute(work.db)
}
