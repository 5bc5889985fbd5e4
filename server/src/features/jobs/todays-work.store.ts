import { sql } from 'kysely'
import type { ClinicWork } from '../../platform/database/index.ts'
import { dayIn } from '../facilities/index.ts'
import { mayStart } from './access-rules.store.ts'

/** Counts what the actor has completed and approved today, in the zone of each job's facility, and what they could take now. */
export async function countTodaysWork(work: ClinicWork): Promise<{ jobs: number; lines: number; waiting: number }> {
  const { clinicId, actor, now } = work
  const day = (moment: unknown) => sql`(${moment}::timestamptz at time zone f.time_zone)::date`
  const { rows } = await sql<{ jobs: number; lines: number; waiting: number }>`
    select count(distinct s.job_id)::int as jobs, round(coalesce(sum(s.lines::numeric), 0))::int as lines,
      (select coalesce(sum(j.jobs), 0)::int from job_counts j
        where j.clinic_id = ${clinicId} and j.tab in ('INPROGRESS', 'INREVIEW') and ${mayStart(actor)}
          and exists (select from facilities o where o.clinic_id = j.clinic_id and o.id = j.facility_id and o.is_enabled)) as waiting
    from job_stints s
    join jobs j on j.clinic_id = s.clinic_id and j.id = s.job_id
    join facilities f on f.clinic_id = j.clinic_id and f.id = j.facility_id
    where s.clinic_id = ${clinicId} and s.user_id = ${actor.userId} and s.action in ('Completed', 'Approved')
      and s.ended_at > ${now}::timestamptz - interval '2 days' and ${day(sql`s.ended_at`)} = ${dayIn(now, sql.ref('f.timeZone'))}`.execute(
    work.db,
  )
  return rows[0]!
}
