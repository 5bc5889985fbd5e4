import type { JobFilter } from '@dictara/contract/job-lists'
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'

export type FilterPage = 'MY_JOBS' | 'REVIEW'

export async function findFilter(work: Work, actor: Actor, page: FilterPage): Promise<JobFilter | undefined> {
  const { rows } = await sql<{ entries: JobFilter }>`
    select entries from saved_job_filters where clinic_id = ${work.clinicId} and user_id = ${actor.userId} and page = ${page}`.execute(
    work.db,
  )
  return rows[0]?.entries
}

export async function saveFilter(work: Work, actor: Actor, page: FilterPage, entries: JobFilter) {
  await sql`
    insert into saved_job_filters (clinic_id, user_id, page, entries)
    values (${work.clinicId}, ${actor.userId}, ${page}, ${JSON.stringify(entries)})
    on conflict (clinic_id, user_id, page) do update set entries = excluded.entries`.execute(work.db)
}
