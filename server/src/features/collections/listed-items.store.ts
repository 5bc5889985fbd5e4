import { type RawBuilder, sql } from 'kysely'
import type { ClinicWork } from '../../platform/database/index.ts'

/** Who has made an item `i` of a list; null of the clinic's and the dictionary's. */
export const authorOf = sql<{
  doctorName: string
} | null>`(select json_build_object('doctorName', a.full_name) from users a
  where a.clinic_id = current_clinic() and a.id = i.author_id)`

/** Items from several places as one list `i`; `first`: what a page of it needs of each, by the index of its names. */
export function listedFrom<Row>(work: ClinicWork, places: readonly RawBuilder<unknown>[]) {
  const from = (some: readonly RawBuilder<unknown>[]) =>
    work.db.selectFrom(sql<Row>`(${sql.join(some, sql` union all `)})`.as('i'))
  return {
    from: from(places),
    first: (rows: number) => from(places.map((place) => sql`(${place} order by key_name, id limit ${rows})`)),
  }
}
