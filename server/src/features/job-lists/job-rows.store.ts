import { type RawBuilder, sql } from 'kysely'
import { type ClinicWork, preparedMark, type Work } from '../../platform/database/index.ts'
import { jobColumns, jobJoins, type JobRowOut, type NamedJob, toJobRows } from '../jobs/index.ts'

/** The rows of the jobs whose ids `chosen` has. */
export const rowsOf = (work: Work): RawBuilder<unknown> =>
  sql`select ${jobColumns} from chosen join jobs j on j.clinic_id = ${work.clinicId} and j.id = chosen.id ${jobJoins}`

/** The rows of jobs that a list chose, in the order of the ids. */
export async function readRows(work: ClinicWork, ids: readonly string[]): Promise<JobRowOut[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedJob>`${sql.raw(preparedMark)} with chosen as (
    select * from unnest(${ids}::uuid[]) with ordinality c (id, place)
  ) ${rowsOf(work)} order by place`.execute(work.db)
  return toJobRows(work, rows)
}
