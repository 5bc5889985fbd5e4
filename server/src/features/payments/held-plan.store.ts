import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { dayIn } from '../facilities/index.ts'

/** The plan of a facility as it holds now. */
export const findHeldPlan = (work: Work, facilityId: string) =>
  work.db
    .selectFrom('facilities')
    .select(({ ref }) => ['name', 'plan', 'planEndDate', 'timeZone', dayIn(work.now, ref('timeZone')).as('today')])
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .executeTakeFirst()

interface Usage {
  cannedTexts: number
  templates: number
}

/** How many phrases and templates the author at a facility has who has most. */
export async function findUsage(work: Work, facilityId: string): Promise<Usage> {
  const ofAuthors = (table: 'phrases' | 'section_templates') => sql<number>`
    (select coalesce(max(own.count), 0) from (
      select count(*)::int as count from ${sql.table(table)} t
      join facility_users l on l.clinic_id = t.clinic_id and l.user_id = t.author_id and l.facility_id = ${facilityId}
      where t.clinic_id = ${work.clinicId} group by t.author_id) as own)`
  const { rows } = await sql<Usage>`
    select ${ofAuthors('phrases')} as canned_texts, ${ofAuthors('section_templates')} as templates`.execute(work.db)
  return rows[0]!
}

/** The jobs of a facility that were completed on the days from `first` to `last`, and how many more there are. */
export async function listCompletedJobs(
  work: Work,
  facilityId: string,
  days: { first: string; last: string },
  most: number,
) {
  const { rows } = await sql<{ id: string; number: number; submittedAt: Date; audioMs: number; total: number }>`
    select j.id, j.number, j.submitted_at, j.audio_ms, count(*) over ()::int as total
    from jobs j join facilities f on f.clinic_id = j.clinic_id and f.id = j.facility_id
    where j.clinic_id = ${work.clinicId} and j.facility_id = ${facilityId} and j.is_enabled
      and j.status in ('COMPLETED', 'BILLED')
      and j.completed_at >= ${days.first}::date::timestamp at time zone f.time_zone
      and j.completed_at < (${days.last}::date + 1)::timestamp at time zone f.time_zone
    order by j.completed_at, j.number limit ${most}`.execute(work.db)
  return { jobs: rows, more: (rows[0]?.total ?? 0) - rows.length }
}
