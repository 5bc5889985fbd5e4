import { sql } from 'kysely'
import type { ClinicWork } from '../../platform/database/index.ts'
import { itemsOf, standingOf } from '../collections/index.ts'

/** A template with what its headings are called. */
export interface MappingTemplate {
  id: string
  templateName: string
  headings: string[]
}

/** The templates of the actor's two lists, by name (K2P-28). */
export async function listMappingTemplates(work: ClinicWork): Promise<MappingTemplate[]> {
  const { rows } = await sql<MappingTemplate>`select t.id, t.name as template_name, array(
      select h.custom_heading from template_headings h where h.clinic_id = t.clinic_id and h.template_id = t.id
      order by h.position) as headings
    ${itemsOf(work, { table: 'section_templates' })} and ${standingOf(work).isHeld}
    order by t.key_name, t.id`.execute(work.db)
  return rows
}

/** Of these templates, those that the actor may choose for a phrase, and those to which it is kept already. */
export async function findMappingTemplates(
  work: ClinicWork,
  ids: readonly string[],
  phraseId: string | undefined,
): Promise<MappingTemplate[]> {
  if (ids.length === 0) return []
  const { isHeld } = standingOf(work)
  const { rows } = await sql<MappingTemplate>`select t.id, t.name as template_name, array(
      select h.custom_heading from template_headings h where h.clinic_id = t.clinic_id and h.template_id = t.id
      order by h.position) as headings
    from section_templates t left join received_items r
      on r.clinic_id = t.clinic_id and r.user_id = ${work.actor.userId} and r.item_id = t.id
    where t.clinic_id = ${work.clinicId} and t.deleted_at is null and t.id = any(${[...ids]}::uuid[])
      and (${isHeld} or exists (select from phrase_templates m
        where m.clinic_id = t.clinic_id and m.template_id = t.id and m.phrase_id = ${phraseId ?? null}::uuid))`.execute(
    work.db,
  )
  return rows
}
