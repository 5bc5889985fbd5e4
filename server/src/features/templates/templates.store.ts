import { sql } from 'kysely'
import { anyOf, type ClinicWork, type Work } from '../../platform/database/index.ts'
import type { Copy, CopyChoices } from '../collections/index.ts'
import type { TemplateContent, TemplateRow } from './check-template.ts'

/** The headings of a template, in order; empty for none. Also of one that was deleted: its notes under way follow it. */
export async function listTemplateHeadings(work: Work, templateId: string | null) {
  if (!templateId) return []
  const headings = await work.db
    .selectFrom('templateHeadings')
    .select(['customHeading', 'systemHeading'])
    .where(({ and }) => and({ clinicId: work.clinicId, templateId }))
    .orderBy('position')
    .execute()
  return headings.map(({ customHeading, systemHeading }) => ({ customUIHeading: customHeading, systemHeading }))
}

/**
 * True for a template that the author has or had: own, of the clinic or active for all. Also one that was put aside or deleted
 * since: who dictates on it without a connection sends the recording later.
 */
export async function mayUseTemplate(work: Work, authorId: string, templateId: string): Promise<boolean> {
  const template = await work.db
    .selectFrom('sectionTemplates')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, id: templateId }))
    .where(({ or, eb }) =>
      or([eb('authorId', '=', authorId), eb('authorId', 'is', null), eb('exportToOtherAuthors', '=', true)]),
    )
    .executeTakeFirst()
  return template !== undefined
}

export async function insertTemplateRow(
  work: ClinicWork,
  id: string,
  row: TemplateRow & { active: boolean; exportToOtherAuthors: boolean },
): Promise<void> {
  await work.db
    .insertInto('sectionTemplates')
    .values({
      ...row,
      clinicId: work.clinicId,
      id,
      authorId: work.actor.userId,
      updatedAt: work.now,
      createdAt: work.now,
    })
    .execute()
}

/** Changes what a template is. `active`: of its own author only. */
export async function updateTemplateRow(
  work: Work,
  id: string,
  row: TemplateRow & { active?: boolean; exportToOtherAuthors: boolean },
): Promise<void> {
  await work.db
    .updateTable('sectionTemplates')
    .set(({ eb }) => ({ ...row, version: eb('version', '+', 1), updatedAt: work.now }))
    .where(({ and }) => and({ clinicId: work.clinicId, id }))
    .execute()
}

/** The headings of a template by their ids. */
export async function listHeadingNames(work: Work, templateId: string): Promise<Map<string, string>> {
  const found = await work.db
    .selectFrom('templateHeadings')
    .select(['id', 'customHeading'])
    .where(({ and }) => and({ clinicId: work.clinicId, templateId }))
    .execute()
  return new Map(found.map(({ id, customHeading }) => [id, customHeading]))
}

/** Replaces all headings and links of a template. */
export async function replaceHeadings(
  work: Work,
  templateId: string,
  { headings, links }: Pick<TemplateContent, 'headings' | 'links'>,
): Promise<void> {
  const { clinicId } = work
  await work.db
    .deleteFrom('templateHeadings')
    .where(({ and }) => and({ clinicId, templateId }))
    .execute()
  await work.db
    .insertInto('templateHeadings')
    .values(headings.map((heading, position) => ({ ...heading, clinicId, templateId, position })))
    .execute()
  await work.db
    .deleteFrom('templatePhrases')
    .where(({ and }) => and({ clinicId, templateId }))
    .execute()
  if (links.length > 0)
    await work.db
      .insertInto('templatePhrases')
      .values(links.map((link) => ({ ...link, clinicId, templateId })))
      .execute()
}

/** Of these phrases, those that the actor may know of: a link to one that was deleted meanwhile is none. */
export async function listSeenPhrases(work: ClinicWork, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const found = await work.db
    .selectFrom('phrases')
    .select('id')
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', anyOf(ids))
    .where(({ or, eb }) =>
      or([eb('authorId', '=', work.actor.userId), eb('exportToOtherAuthors', '=', true), eb('global', '=', true)]),
    )
    .execute()
  return found.map(({ id }) => id)
}

/** Marks templates as deleted for everybody. The rows stay for the jobs and dictations that follow them. */
export async function markDeleted(work: Work, ids: readonly string[]): Promise<void> {
  await work.db
    .updateTable('sectionTemplates')
    .set({ deletedAt: work.now })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', anyOf(ids))
    .execute()
}

/**
 * Copies templates of others or of the dictionary, with their headings. Links go along to phrases that the actor has: the same, or
 * their own copy of it.
 * @returns how many were still there
 */
export async function copyTemplates(work: ClinicWork, copies: readonly Copy[], choices: CopyChoices): Promise<number> {
  const { clinicId } = work
  const me = work.actor.userId
  const pairs = sql`unnest(${copies.map(({ id }) => id)}::uuid[], ${copies.map(({ originId }) => originId)}::uuid[]) as c(id, origin_id)`
  const { rows } = await sql`
    insert into section_templates (clinic_id, id, author_id, name, key_name, description, global, active, keytophrase_enabled,
      export_to_other_authors, template_driven_flow_enabled, required, default_value, origin_id, created_at, updated_at)
    select ${clinicId}, c.id, ${me}, s.name, s.key_name, s.description, false, ${choices.active}, s.keytophrase_enabled,
      ${choices.exportToOtherAuthors}, s.template_driven_flow_enabled, s.required, s.default_value, c.origin_id, ${work.now}, ${work.now}
    from ${pairs} join (
      select id, name, key_name, description, keytophrase_enabled, template_driven_flow_enabled, required, default_value
      from section_templates where clinic_id = ${clinicId} and deleted_at is null
      union all
      select id, name, key_name, description, false, template_driven_flow_enabled, required, default_value from dictionary_templates
    ) as s on s.id = c.origin_id returning id`.execute(work.db)
  // One that was deleted at this moment has nothing to take along either.
  if (rows.length < copies.length) return rows.length
  await sql`insert into template_headings (clinic_id, template_id, id, position, custom_heading, system_heading, description,
      default_value, required, append_to_default)
    select ${clinicId}, c.id, gen_random_uuid(), h.position, h.custom_heading, h.system_heading, h.description, h.default_value,
      h.required, h.append_to_default
    from ${pairs} join (
      select template_id, position, custom_heading, system_heading, description, default_value, required, append_to_default
      from template_headings where clinic_id = ${clinicId}
      union all
      select d.id, h.position::integer, h.one ->> 'customUIHeading', h.one ->> 'systemHeading', h.one ->> 'description',
        h.one ->> 'defaultValue', (h.one ->> 'required')::boolean, (h.one ->> 'appendToDefault')::boolean
      from dictionary_templates d cross join jsonb_array_elements(d.headings) with ordinality as h(one, position)
    ) as h on h.template_id = c.origin_id`.execute(work.db)
  await sql`insert into template_phrases (clinic_id, template_id, phrase_id, headings)
    select distinct on (c.id, p.id) ${clinicId}, c.id, p.id, l.headings
    from ${pairs} join template_phrases l on l.clinic_id = ${clinicId} and l.template_id = c.origin_id
    join phrases p on p.clinic_id = l.clinic_id and (p.id = l.phrase_id and (p.author_id = ${me} or p.export_to_other_authors)
      or p.author_id = ${me} and p.origin_id = l.phrase_id)
    order by c.id, p.id`.execute(work.db)
  return rows.length
}
