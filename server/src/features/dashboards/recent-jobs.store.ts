import { isManager } from '@dictara/contract'
import { mostRecent } from '@dictara/contract/dashboards'
import { sql } from 'kysely'
import { type ClinicWork, preparedMark, readIds } from '../../platform/database/index.ts'
import { mayRead } from '../jobs/index.ts'

/** So many turns at jobs are looked at, the last first: who had one job again and again is told of fewer. */
const lookedAt = 100

/**
 * What the actor worked on last and may still read, the last one first. What somebody has in hand stands above it on their home;
 * a manager’s home has no such list.
 */
export function findRecentJobs(work: ClinicWork): Promise<string[]> {
  const { clinicId, actor, now } = work
  return readIds(
    work,
    sql`${sql.raw(preparedMark)} with turns as materialized (
      select s.id, s.job_id from job_stints s where s.clinic_id = ${clinicId} and s.user_id = ${actor.userId}
      order by s.id desc limit ${lookedAt}
    ), latest as materialized (
      select distinct on (job_id) job_id, id from turns order by job_id, id desc
    )
    select j.id from latest l cross join lateral (
        select j.id from jobs j where j.clinic_id = ${clinicId} and j.id = l.job_id and j.is_enabled and ${mayRead(actor, now)}
          and (${isManager(actor)} or j.holder_id is distinct from ${actor.userId}) offset 0
      ) j order by l.id desc limit ${mostRecent}`,
  )
}
