import type { JobRow } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { jobColumns, jobJoins, type NamedJob, toJobRow } from '../jobs/index.ts'

export interface ListChoice {
  /** Which jobs `j` the list holds. */
  where: RawBuilder<boolean>
  oldestFirst: boolean
  page: number
  size: number
}

/** One page of jobs and their total, in one round trip. The page is chosen before anything is joined to it. */
export async function listJobRows(
  work: Work,
  actor: Actor,
  choice: ListChoice,
): Promise<{ rows: JobRow[]; total: number }> {
  const order = choice.oldestFirst ? sql`submitted_at asc, id asc` : sql`submitted_at desc, id desc`
  const { rows } = await sql<NamedJob & { total: number }>`
    with page as materialized (
      select j.* from jobs j
      where j.clinic_id = ${work.clinicId} and ${choice.where}
      order by ${order} limit ${choice.size} offset ${choice.page * choice.size}
    ), total as (
      select count(*) as total from jobs j where j.clinic_id = ${work.clinicId} and ${choice.where}
    )
    select t.total, r.* from total t left join (
      select ${jobColumns(actor)} from page j ${jobJoins}
    ) r on true
    order by ${order}`.execute(work.db)
  return { rows: rows.filter((row) => row.id !== null).map((row) => toJobRow(actor, row)), total: rows[0]?.total ?? 0 }
}
