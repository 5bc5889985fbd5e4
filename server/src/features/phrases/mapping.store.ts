import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, type RowOf, rowsOf } from '../../platform/database/index.ts'
import { itemsOf, standingOf } from '../collections/index.ts'

/** A template with what its headings are called. */
type MappingTemplate = RowOf<'sectionTemplates', 'id'> & { templateName: string; headings: string[] }

const headingsOf = sql`array(select h.custom_heading from template_headings h
  where h.clinic_id = t.clinic_id and h.template_id = t.id order by h.position)`

/** Templates `t` as `from` says which. */
async function readTemplates(work: ClinicWork, from: RawBuilder<unknown>): Promise<MappingTemplate[]> {
  return rowsOf(work, sql`select t.id, t.name as template_name, ${headingsOf} as headings ${from}`)
}

/** The templates of the actor's two lists, by name (K2P-28). */
export const listMappingTemplates = (work: ClinicWork): Promise<MappingTemplate[]> =>
  readTemplates(
    work,
    sql`${itemsOf(work, { table: 'section_templates' })} and ${standingOf(work).isHeld} order by t.key_name, t.id`,
  )

/** Of these templates, those that the actor may choose for a phrase, and those to which it is kept already. */
export async function findMappingTemplates(
  work: ClinicWork,
  ids: readonly string[],
  phraseId: string | undefined,
): Promise<MappingTemplate[]> {
  if (ids.length === 0) return []
  const { isHeld } = standingOf(work)
  return readTemplates(
    work,
    sql`${itemsOf(work, { table: 'section_templates' })} and t.id = any(${[...ids]}::uuid[])
      and (${isHeld} or exists (select from phrase_templates m
        where m.clinic_id = t.clinic_id and m.template_id = t.id and m.phrase_id = ${phraseId ?? null}::uuid))`,
  )
}
