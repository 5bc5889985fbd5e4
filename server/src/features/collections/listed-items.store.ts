import { type RawBuilder, sql } from 'kysely'
import type { ClinicWork } from '../../platform/database/index.ts'
import type { Part } from './standing.store.ts'

/** Who has made an item `i` of a list, joined to it as `a`; null of the clinic's and the dictionary's. */
export const isAuthor = sql<boolean>`a.clinic_id = current_clinic() and a.id = i.author_id`
export const authorOf: RawBuilder<{ doctorName: string } | null> =
  sql`case when a.id is not null then json_build_object('doctorName', a.full_name) end`

/** A place that items of a list come from, and what is shown of each. */
export interface Place extends Pick<Part, 'items' | 'counted'> {
  columns: RawBuilder<unknown>
}

/**
 * Items from several places as one list `i`. `first`: what a page of it needs of each, by the index of its names; `total`: how many
 * they have, each counted by its index alone.
 */
export function listedFrom<Row>(work: ClinicWork, places: readonly Place[]) {
  const from = (some: readonly RawBuilder<unknown>[]) =>
    work.db.selectFrom(sql<Row>`(${sql.join(some, sql` union all `)})`.as('i'))
  const whole = places.map(({ columns, items }) => sql`select ${columns} ${items}`)
  return {
    from: from(whole),
    first: (rows: number) => from(whole.map((place) => sql`(${place} order by key_name, id limit ${rows})`)),
    total: sql<number>`${sql.join(
      places.map(({ counted }) => sql`(select count(*) ${counted})`),
      sql` + `,
    )}`,
  }
}
