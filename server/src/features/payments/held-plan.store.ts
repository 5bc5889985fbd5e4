import { sql } from 'kysely'
import { rowOf, type Work } from '../../platform/database/index.ts'
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
  return rowOf(
    work,
    sql`select ${ofAuthors('phrases')} as canned_texts, ${ofAuthors('section_templates')} as templates`,
  )
}

/** The jobs of a facility that were completed on the days from `first` to `last`, and how many more there are. */
export async function listCompletedJobs(
  work: Work,
  facilityId: string,
  days: { first: string; last: string },
  most: number,
) {
  const jobs = await work.db
    .selectFrom('jobs as j')
    .innerJoin('facilities as f', (join) =>
      join.onRef('f.clinicId', '=', 'j.clinicId').onRef('f.id', '=', 'j.facilityId'),
    )
    .select(['j.id', 'j.number', 'j.submittedAt', 'j.audioMs', sql<number>`(count(*) over ())::int`.as('total')])
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.facilityId': facilityId, 'j.isEnabled': true }))
    .where('j.status', 'in', ['COMPLETED', 'BILLED'])
    .where(sql<boolean>`j.completed_at >= ${days.first}::date::timestamp at time zone f.time_zone`)
    .where(sql<boolean>`j.completed_at < (${days.last}::date + 1)::timestamp at time zone f.time_zone`)
    .orderBy('j.completedAt')
    .orderBy('j.number')
    .limit(most)
    .execute()
  return { jobs, more: (jobs[0]?.total ?? 0) - jobs.length }
}
