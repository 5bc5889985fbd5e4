import { type BillerJob, type Unbilled, type UnbilledAge, unbilledAges } from '@dictara/contract/biller-review'
import { type RawBuilder, sql } from 'kysely'
import { jsonBuildObject } from 'kysely/helpers/postgres'
import type { z } from 'zod'
import { type CappedPageOf, type ClinicWork, page, type PageQuery } from '../../platform/database/index.ts'
import { isFound, jobNumberText, readSearch } from '../jobs/index.ts'

export interface BillerQuery extends PageQuery<'submissionTime' | 'effectiveDate'> {
  name: string
  age: readonly UnbilledAge[]
  doctorIds: readonly string[]
}

const daysAgo = (work: ClinicWork, days: number) => sql`${work.now}::timestamptz - make_interval(days => ${days})`

/**
 * When a job `j` is of this age: one of 2 days and 23 hours is of 2 days, one that was completed nobody knows when is old.
 * As the index of what was filed asks for it.
 */
const isOfAge = (work: ClinicWork, age: UnbilledAge): RawBuilder<boolean> =>
  ({
    TO_2_DAYS: sql<boolean>`(j.is_enabled and j.completed_at > ${daysAgo(work, 3)})`,
    TO_7_DAYS: sql<boolean>`(j.is_enabled and j.completed_at <= ${daysAgo(work, 3)} and j.completed_at > ${daysAgo(work, 8)})`,
    OLDER: sql<boolean>`(j.completed_at is null or j.completed_at <= ${daysAgo(work, 8)})`,
  })[age]

/** At most so many matches are counted; beyond, the answer says that there are more. */
const totalCap = 1_000
/** So many authors are offered, those with the most first. */
const mostAuthors = 50

/** Completed jobs, not billed yet, of the doctors that the biller bills for (Q136). */
export async function listBillerJobs(
  work: ClinicWork,
  { name, age, doctorIds, ...query }: BillerQuery,
): Promise<CappedPageOf<z.input<typeof BillerJob>>> {
  const jobs = await page(work, query, {
    from: work.db
      .selectFrom('jobs as j')
      .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.tab': 'COMPLETE', 'j.status': 'COMPLETED' }))
      .where('j.authorId', 'in', ({ selectFrom }) =>
        selectFrom('users')
          .select('id')
          .where(({ and }) => and({ clinicId: work.clinicId, billerId: work.actor.userId })),
      )
      .$if(age.length > 0, (jobs) =>
        jobs.where(
          sql<boolean>`(${sql.join(
            age.map((one) => isOfAge(work, one)),
            sql` or `,
          )})`,
        ),
      )
      .$if(doctorIds.length > 0, (jobs) => jobs.where('j.authorId', 'in', [...doctorIds]))
      .where(isFound(work.actor, readSearch(name))),
    columns: (chosen) =>
      chosen
        .innerJoin('users as a', (join) => join.onRef('a.clinicId', '=', 'j.clinicId').onRef('a.id', '=', 'j.authorId'))
        .innerJoin('patients as p', (join) =>
          join.onRef('p.clinicId', '=', 'j.clinicId').onRef('p.id', '=', 'j.patientId'),
        )
        .innerJoin('facilities as f', (join) =>
          join.onRef('f.clinicId', '=', 'j.clinicId').onRef('f.id', '=', 'j.facilityId'),
        )
        .leftJoin('users as h', (join) => join.onRef('h.clinicId', '=', 'j.clinicId').onRef('h.id', '=', 'j.billerId'))
        .select(['j.id as jobId', 'j.number', 'a.fullName as author', 'f.timeZone', 'j.submittedAt as submissionTime'])
        .select('j.dateOfEncounter as effectiveDate')
        .select(sql<string>`p.first_name || ' ' || p.last_name`.as('patientName'))
        .select(({ eb, ref }) => [
          jsonBuildObject({ facilityId: ref('f.id'), facilityName: ref('f.name') }).as('facility'),
          eb
            .case()
            .when('h.id', 'is not', null)
            .then(jsonBuildObject({ id: ref('h.id').$notNull(), fullName: ref('h.fullName').$notNull() }))
            .end()
            .as('heldBy'),
        ]),
    sort: { submissionTime: 'j.submittedAt', effectiveDate: 'j.dateOfEncounter' },
    tie: 'j.id',
    cap: totalCap,
  })
  return {
    ...jobs,
    result: jobs.result.map(({ number, ...job }) => ({ ...job, jobNumber: jobNumberText(number) })),
  }
}

/** How much there is to bill: all of it by the kept counts, the young by the index of what was filed lately. */
export async function countUnbilled(work: ClinicWork): Promise<z.input<typeof Unbilled>> {
  const { clinicId, actor } = work
  const doctors = sql`(select u.id, u.full_name from users u where u.clinic_id = ${clinicId} and u.biller_id = ${actor.userId})`
  const { rows } = await sql<{
    young: number
    middle: number
    authors: z.input<typeof Unbilled>['authors']
  }>`with kept as materialized (
      select d.id, d.full_name, sum(c.jobs)::int as jobs from ${doctors} d
      join job_counts c on c.clinic_id = ${clinicId} and c.author_id = d.id and c.tab = 'COMPLETE' and c.status = 'COMPLETED'
      group by 1, 2 having sum(c.jobs) > 0
    ), recent as materialized (
      select j.completed_at > ${daysAgo(work, 3)} as is_young from jobs j
      where j.clinic_id = ${clinicId} and j.is_enabled and j.status = 'COMPLETED'
        and j.completed_at > ${daysAgo(work, 8)} and j.author_id in (select id from kept)
    )
    select (select count(*)::int from recent where is_young) as young,
      (select count(*)::int from recent where not is_young) as middle,
      (select coalesce(json_agg(json_build_object('doctorId', id, 'doctorName', full_name, 'jobs', jobs) order by jobs desc, full_name), '[]')
        from kept) as authors`.execute(work.db)
  const { young, middle, authors } = rows[0]!
  const all = authors.reduce((sum, { jobs }) => sum + jobs, 0)
  const jobs: Record<UnbilledAge, number> = {
    TO_2_DAYS: young,
    TO_7_DAYS: middle,
    OLDER: Math.max(0, all - young - middle),
  }
  return { ages: unbilledAges.map((age) => ({ age, jobs: jobs[age] })), authors: authors.slice(0, mostAuthors) }
}
