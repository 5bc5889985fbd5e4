import type { SectionTemplate } from '@dictara/contract/templates'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'

export interface SystemHeading {
  name: string
  /** How it is said, in lower case; the name itself is always among them. */
  spoken: string[]
}

export async function listSystemHeadings(work: Pick<Work, 'db'>): Promise<SystemHeading[]> {
  const { rows } = await sql<SystemHeading>`select name, spoken from system_headings order by position`.execute(work.db)
  return rows
}

/** Brings the product's table of system headings to the checked-in one. */
export async function replaceSystemHeadings(work: Work, headings: readonly SystemHeading[]) {
  const names = headings.map(({ name }) => name)
  await sql`delete from system_headings where name <> all(${names})`.execute(work.db)
  for (const [position, { name, spoken }] of headings.entries())
    await sql`insert into system_headings (name, position, spoken) values (${name}, ${position}, ${spoken})
      on conflict (name) do update set position = excluded.position, spoken = excluded.spoken`.execute(work.db)
}

export type TemplateChoice = { type: 'mine' | 'active' | 'author'; search: string; page: number; size: number }

/** Templates that the person may see: their own collection, the active ones they may dictate on, or other authors' global ones. */
export async function listTemplates(work: Work, actor: Actor, choice: TemplateChoice) {
  const me = actor.userId
  const which = {
    mine: sql`(t.author_id = ${me} and not t.active)`,
    active: sql`(t.active and (t.author_id = ${me} or t.author_id is null))`,
    author: sql`(t.global and t.author_id is distinct from ${me}::uuid)`,
  }[choice.type]
  const pattern = `%${choice.search.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  const chosen = sql`t.clinic_id = ${work.clinicId} and ${which} and t.name ilike ${pattern}`
  const { rows } = await sql<SectionTemplate>`
    select t.id, t.name as template_name, t.description as template_description, t.global, t.active, t.keytophrase_enabled,
      t.author_id is not distinct from ${me}::uuid as editable,
      case when a.id is null then null else json_build_object('doctorName', a.full_name) end as author,
      coalesce((select json_agg(json_build_object('id', h.id, 'customUIHeading', h.custom_heading, 'systemHeading', h.system_heading,
          'description', h.description, 'defaultValue', h.default_value, 'required', h.required,
          'appendToDefault', h.append_to_default) order by h.position)
        from template_headings h where h.clinic_id = t.clinic_id and h.template_id = t.id), '[]') as section_headings
    from section_templates t left join users a on a.clinic_id = t.clinic_id and a.id = t.author_id
    where ${chosen}
    order by lower(t.name), t.id limit ${choice.size} offset ${choice.page * choice.size}`.execute(work.db)
  const { rows: counted } = await sql<{ total: number }>`
    select count(*)::int as total from section_templates t where ${chosen}`.execute(work.db)
  return {
    result: rows,
    size: counted[0]!.total,
  }
}

/** The headings of a template, in order; empty for none. */
export async function listTemplateHeadings(work: Work, templateId: string | null) {
  if (!templateId) return []
  const { rows } = await sql<{ customUIHeading: string; systemHeading: string }>`
    select custom_heading as "customUIHeading", system_heading as "systemHeading"
    from template_headings where clinic_id = ${work.clinicId} and template_id = ${templateId} order by position`.execute(
    work.db,
  )
  return rows
}

/** True when the author may dictate on the template. */
export async function mayUseTemplate(work: Work, authorId: string, templateId: string): Promise<boolean> {
  const { rows } = await sql`
    select from section_templates where clinic_id = ${work.clinicId} and id = ${templateId} and active
      and (author_id = ${authorId} or author_id is null)`.execute(work.db)
  return rows.length > 0
}
