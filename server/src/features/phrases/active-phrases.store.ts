import { headingText } from '@dictara/dictation/note-text'
import { sql } from 'kysely'
import type { RowOf, Work } from '../../platform/database/index.ts'

/** A phrase that an author can use in a note. */
export interface ActivePhrase extends RowOf<'phrases', 'id' | 'key' | 'phrase' | 'dynamic' | 'targetEndPoint'> {
  /** The headings under which it may stand, as a note stores them; null: anywhere. */
  headings: string[] | null
}

/**
 * All phrases that an author can use in a note that follows this template, by key: own ones in use, and received ones that they did
 * not put aside; of one key the own one, else the oldest. What is kept to other templates, or to headings that are gone, is none.
 */
export async function listActivePhrases(
  work: Work,
  authorId: string,
  templateId: string | null,
): Promise<ActivePhrase[]> {
  const { rows } = await sql<ActivePhrase>`
    select distinct on (t.key_name) t.id, t.key, t.phrase, t.dynamic, t.target_end_point, k.headings
    from phrases t
    left join received_items r on r.clinic_id = t.clinic_id and r.user_id = ${authorId} and r.item_id = t.id
    left join lateral (
      select case when not m.all_headings then array(
        select h.custom_heading from template_headings h
        where h.clinic_id = m.clinic_id and h.template_id = m.template_id and h.custom_heading = any(m.headings)
        order by h.position) end as headings, m.template_id
      from phrase_templates m
      where t.restricted_to_templates and m.clinic_id = t.clinic_id and m.phrase_id = t.id and m.template_id = ${templateId}::uuid
    ) k on true
    where t.clinic_id = ${work.clinicId} and (t.author_id = ${authorId} or t.export_to_other_authors)
      and case when t.author_id = ${authorId} then t.active
        else not coalesce(r.hidden, false) and coalesce(r.active, true) end
      and (not t.restricted_to_templates or k.template_id is not null and cardinality(k.headings) is distinct from 0)
    order by t.key_name, (t.author_id = ${authorId}) desc, t.created_at, t.id`.execute(work.db)
  return rows.map((row) => ({ ...row, headings: row.headings && row.headings.map(headingText) }))
}
