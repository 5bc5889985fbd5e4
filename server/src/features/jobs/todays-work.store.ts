import type { TodaysWork } from '@dictara/contract/jobs'
import { sql } from 'kysely'
import type { z } from 'zod'
import { type ClinicWork, rowOf } from '../../platform/database/index.ts'
import { dayIn } from '../facilities/index.ts'
import { mayStart } from './access-rules.store.ts'

type Counted = z.input<typeof TodaysWork>

/**
 * Counts the jobs that the actor completed or approved today, in the zone of each job's facility, and those they could take now.
 * A job's wait begins when the stage before handed it on, or when the job was submitted. Releasing a job does not restart its wait.
 */
export async function countTodaysWork(work: ClinicWork): Promise<Counted> {
  const { clinicId, actor, now } = work
  const day = (moment: unknown) => sql`(${moment}::timestamptz at time zone f.time_zone)::date`
  const handedOn = sql`(select max(b.ended_at) from job_stints b where b.clinic_id = s.clinic_id and b.job_id = s.job_id and b.id <> s.id
    and b.ended_at <= s.started_at and b.action in ('Completed', 'Approved', 'Rejected'))`
  return rowOf(
    work,
    sql`select count(distinct s.job_id)::int as jobs, round(coalesce(sum(s.lines::numeric), 0))::int as lines,
      floor(extract(epoch from max(s.started_at - coalesce(${handedOn}, j.submitted_at))))::int as longest_wait_seconds,
      (select coalesce(sum(j.jobs), 0)::int from job_counts j
        where j.clinic_id = ${clinicId} and j.tab in ('INPROGRESS', 'INREVIEW') and ${mayStart(actor)}
          and exists (select from facilities o where o.clinic_id = j.clinic_id and o.id = j.facility_id and o.is_enabled)) as waiting
    from job_stints s
    join jobs j on j.clinic_id = s.clinic_id and j.id = s.job_id
    join facilities f on f.clinic_id = j.clinic_id and f.id = j.facility_id
    where s.clinic_id = ${clinicId} and s.user_id = ${actor.userId} and s.action in ('Completed', 'Approved')
      and s.ended_at > ${now}::timestamptz - interval '2 days' and ${day(sql`s.ended_at`)} = ${dayIn(now, sql.ref('f.timeZone'))}`,
  )
}
