import { type RawBuilder, sql } from 'kysely'

const escapedForLike = (text: string) => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** Every word of the search stands in the job number, or the name of the patient or the author. */
const matches = (searchValue: string): RawBuilder<boolean> => {
  const words = searchValue.trim().split(/\s+/).filter(Boolean).slice(0, 5)
  if (words.length === 0) return sql<boolean>`true`
  const each = words.map((word) => {
    const pattern = `%${escapedForLike(word)}%`
    return sql<boolean>`(lpad(j.number::text, 6, '0') like ${pattern}
      or exists (select from patients p where p.clinic_id = j.clinic_id and p.id = j.patient_id and (p.first_name || ' ' || p.last_name) ilike ${pattern})
      or exists (select from users a where a.clinic_id = j.clinic_id and a.id = j.author_id and a.full_name ilike ${pattern}))`
  })
  return sql<boolean>`(${sql.join(each, sql` and `)})`
}

/** A list's rule, narrowed by the filter drawer and the search box. */
export function narrowed(
  rule: RawBuilder<boolean>,
  filter: { facilityIds: string[]; doctorIds: string[]; searchValue: string },
): RawBuilder<boolean> {
  const rules = [rule, matches(filter.searchValue)]
  if (filter.facilityIds.length > 0) rules.push(sql<boolean>`j.facility_id = any(${filter.facilityIds}::uuid[])`)
  if (filter.doctorIds.length > 0) rules.push(sql<boolean>`j.author_id = any(${filter.doctorIds}::uuid[])`)
  return sql<boolean>`${sql.join(rules, sql` and `)}`
}
