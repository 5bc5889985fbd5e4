import type { AtWork } from '@dictara/contract/dashboards'
import { type NotNull, type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { seesWholeClinic } from '../../platform/actor.ts'
import { anyOf, type ClinicWork, rowOf, type RowOf } from '../../platform/database/index.ts'
import { jobNumberText } from '../jobs/index.ts'
import { stageOf } from './pipeline.store.ts'

type AtWorkIn = z.input<typeof AtWork>
type SystemIn = AtWorkIn['systems'][number]
type Figures = Pick<SystemIn, 'waiting' | 'waitingSince' | 'failed'>

/** So many people are told of. */
const mostPeople = 8
/** So many jobs of one person, and so many on their way or failed, are looked at: a home costs the same where much has piled up. */
const mostLookedAt = 1_000

const reached = ({ actor }: ClinicWork): RawBuilder<boolean> =>
  sql<boolean>`(${seesWholeClinic(actor)} or j.facility_id = any(${[...actor.facilityIds]}::uuid[]))`

/** Who holds a job of another one’s dictation, which they took last, and how many. */
export async function readPeopleAtWork(work: ClinicWork): Promise<Pick<AtWorkIn, 'people' | 'total'>> {
  const { clinicId } = work
  type Row = Omit<AtWorkIn['people'][number], 'jobNumber'> & RowOf<'jobs', 'number'> & { total: number }
  const { rows } = await sql<Row>`
    select u.id, u.full_name, held.*, count(*) over ()::int as total
    from users u cross join lateral (
      select (array_agg(h.stage order by h.held_since desc, h.id))[1] as stage,
        (array_agg(h.id order by h.held_since desc, h.id))[1] as job_id,
        (array_agg(h.number order by h.held_since desc, h.id))[1] as number,
        max(h.held_since) as since, count(*)::int as jobs
      from (
        select j.id, j.number, j.held_since, ${stageOf} as stage from jobs j
        where j.clinic_id = ${clinicId} and j.holder_id = u.id and j.status in ('IN_PROGRESS', 'IN_REVIEW') and j.is_enabled
          and j.held_since is not null and j.author_id <> u.id and ${reached(work)} limit ${mostLookedAt}
      ) h having count(*) > 0
    ) held
    where u.clinic_id = ${clinicId} order by held.since desc, u.id limit ${mostPeople}`.execute(work.db)
  return {
    people: rows.map(({ id, fullName, stage, jobId, number, since, jobs }) => ({
      id,
      fullName,
      stage,
      jobId,
      jobNumber: jobNumberText(number),
      since,
      jobs,
    })),
    total: rows[0]?.total ?? 0,
  }
}

/**
 * What is on its way into a state, and what failed there within a day and is still failing.
 * @param isOver whether it has gone well since job `j` failed: then its failure is a matter of that job alone
 */
async function readJobsOnTheirWay(
  work: ClinicWork,
  statuses: readonly string[],
  failStage: 'CONVERSION' | 'EHR_WRITE',
  isOver: RawBuilder<boolean>,
): Promise<Figures> {
  const { clinicId, now } = work
  return rowOf(
    work,
    sql`with going as (
      select j.waiting_since from jobs j where j.clinic_id = ${clinicId} and j.is_enabled and ${reached(work)}
        and j.status in ('RECEIVED', 'CONVERTING', 'WRITING') and j.status = any(${[...statuses]}::text[])
      order by j.last_updated_at limit ${mostLookedAt}
    ), failed as (
      select j.fail_stage, j.last_updated_at, j.submitted_at from jobs j
      where j.clinic_id = ${clinicId} and j.tab = 'INCOMPLETE' and ${reached(work)}
      order by j.submitted_at desc, j.id desc limit ${mostLookedAt}
    )
    select (select count(*)::int from going) as waiting, (select min(waiting_since) from going) as waiting_since,
      (select count(*)::int from failed j
        where j.fail_stage = ${failStage} and j.last_updated_at > ${now}::timestamptz - interval '1 day'
          and not ${isOver}) as failed`,
  )
}

/** Dictations on their way to be converted; those that failed before a later one was converted are not counted. */
export const readSpeech = (work: ClinicWork): Promise<Figures> =>
  readJobsOnTheirWay(
    work,
    ['RECEIVED', 'CONVERTING'],
    'CONVERSION',
    sql`exists (select from unnest(array['INPROGRESS', 'INREVIEW', 'COMPLETED']) t (tab) join jobs later on later.tab = t.tab
      where later.clinic_id = ${work.clinicId} and later.submitted_at > j.submitted_at
        and later.status not in ('RECEIVED', 'CONVERTING'))`,
  )

/** The facilities whose patients can’t be read, which people were told of: none that failed for a moment only. */
async function readUnread(work: ClinicWork): Promise<Pick<SystemIn, 'unread'>> {
  const unread = await work.db
    .selectFrom('ehrReadings as r')
    .innerJoin('facilities as f', (join) =>
      join
        .onRef('f.clinicId', '=', 'r.clinicId')
        .onRef('f.id', '=', 'r.facilityId')
        .onRef('f.ehrType', '=', 'r.ehrType'),
    )
    .select(['f.id as facilityId', 'f.name as facilityName', 'r.failingSince as since', 'r.failure'])
    .select(sql<number>`(count(*) over ())::int`.as('facilities'))
    .where(({ and }) => and({ 'r.clinicId': work.clinicId, 'f.isEnabled': true }))
    .where('r.toldAt', 'is not', null)
    .$narrowType<{ since: NotNull; failure: NotNull }>()
    .$if(!seesWholeClinic(work.actor), (all) => all.where('f.id', '=', anyOf(work.actor.facilityIds)))
    .orderBy('r.failingSince')
    .orderBy('f.id')
    .limit(1)
    .executeTakeFirst()
  return unread ? { unread } : {}
}

/** Notes on their way to the EHR, whether any facility has one, and whether one can’t be read. */
export async function readFiling(work: ClinicWork): Promise<Figures & Pick<SystemIn, 'way' | 'unread'>> {
  const figures = await readJobsOnTheirWay(
    work,
    ['WRITING'],
    'EHR_WRITE',
    sql`exists (select from jobs later where later.clinic_id = ${work.clinicId} and later.is_enabled
      and later.status in ('COMPLETED', 'BILLED') and later.completed_at > j.last_updated_at)`,
  )
  const { rows } =
    await sql`select from facilities j where j.clinic_id = ${work.clinicId} and j.is_enabled and j.ehr_type is not null
    and (${seesWholeClinic(work.actor)} or j.id = any(${[...work.actor.facilityIds]}::uuid[])) limit 1`.execute(work.db)
  return { ...figures, way: rows.length > 0 ? 'CONNECTED' : 'KEPT', ...(await readUnread(work)) }
}
