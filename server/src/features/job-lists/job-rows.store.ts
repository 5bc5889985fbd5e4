import { sql } from 'kysely'
import { type ClinicWork, preparedMark } from '../../platform/database/index.ts'
import { type JobRowOut, type NamedJob, rowsOfChosen, toJobRows } from '../jobs/index.ts'

/** The rows of the jobs with these ids, in this order. */
export async function readRows(work: ClinicWork, ids: readonly string[]): Promise<JobRowOut[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedJob>`${sql.raw(preparedMark)} with chosen as (
    select * from unnest(${ids}::uuid[]) with ordinality c (id, place)
  ) ${rowsOfChosen(work)} order by place`.execute(work.db)
  return toJobRows(work, rows)
}
