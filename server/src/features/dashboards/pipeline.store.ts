import { type Pipeline, stuckAfterHours } from '@dictara/contract/dashboards'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, preparedMark } from '../../platform/database/index.ts'
import { poolOrder } from '../jobs/index.ts'

type PipelineIn = z.input<typeof Pipeline>

/** So many jobs of a list and facility are looked at, the oldest first: a home must not cost more where much has piled up. */
export const walkCap = 2_000

const prepared = sql.raw(preparedMark)

/** The oldest jobs of these lists within the actor's facilities, by the indexes that serve the lists. */
function oldestOf({ clinicId, actor }: ClinicWork, tabs: readonly string[]): RawBuilder<unknown> {
  const all = seesWholeClinic(actor)
  const places = all ? sql`(select) f` : sql`unnest(${[...actor.facilityIds]}::uuid[]) f (id)`
  return sql`unnest(${[...tabs]}::text[]) t (tab) cross join ${places} cross join lateral (
    select j.id, j.tab, j.status, j.level, j.audio_ms, j.waiting_since, j.due_at, j.priority, j.submitted_at, j.holder_id, j.held_since
    from jobs j where j.clinic_id = ${clinicId} and j.tab = t.tab ${all ? sql`` : sql`and j.facility_id = f.id`}
    order by j.submitted_at, j.id limit ${walkCap}) j`
}

/** The stage of a job `j` in the pipeline; null where it is at none. */
export const stageOf = sql`case when j.status = 'AVAILABLE' then 'TO_TYPE' when j.status = 'IN_PROGRESS' then 'TYPING'
  when j.status in ('READY', 'IN_REVIEW') then case j.level when 'LEVEL_2' then 'REVIEW_2' else 'REVIEW_1' end end`

/** What lies at each stage until it is filed: how much by the kept counts, the rest by looking at the oldest. */
export async function readStages(work: ClinicWork): Promise<Pick<PipelineIn, 'stages' | 'isCapped'>> {
  const { clinicId, actor, now } = work
  const { rows } = await sql<{ stage: PipelineIn['stages'][number]; isCapped: boolean }>`${prepared} with kept as (
      select ${stageOf} as stage, sum(j.jobs)::int as jobs from job_counts j
      where j.clinic_id = ${clinicId} and j.tab in ('INPROGRESS', 'INREVIEW')
        and (${seesWholeClinic(actor)} or j.facility_id = any(${[...actor.facilityIds]}::uuid[])) group by 1
    ), seen as (
      select ${stageOf} as stage, count(*)::int as jobs, (sum(j.audio_ms) / 1000)::int as audio_length,
        min(j.waiting_since) as waiting_since, count(*) filter (where j.due_at <= ${now})::int as late
      from ${oldestOf(work, ['INPROGRESS', 'INREVIEW'])} group by 1
    )
    select json_build_object('stage', s.stage, 'jobs', coalesce(k.jobs, 0), 'audioLength', coalesce(e.audio_length, 0),
      'waitingSince', e.waiting_since, 'late', coalesce(e.late, 0)) as stage, coalesce(k.jobs > e.jobs, false) as is_capped
    from unnest(array['TO_TYPE', 'TYPING', 'REVIEW_1', 'REVIEW_2']) with ordinality s (stage, place)
    left join kept k on k.stage = s.stage left join seen e on e.stage = s.stage order by s.place`.execute(work.db)
  return { stages: rows.map(({ stage }) => stage), isCapped: rows.some((row) => row.isCapped) }
}

/** What came in and what was filed, today and in the 14 days that end with it, in the clinic's zone. */
export async function readDays(
  work: ClinicWork,
  timeZone: string,
): Promise<Omit<PipelineIn, 'stages' | 'isCapped'> & { filedAudioLength: number }> {
  const { clinicId, actor, now } = work
  const isReached = sql`(${seesWholeClinic(actor)} or j.facility_id = any(${[...actor.facilityIds]}::uuid[]))`
  const dayOf = (moment: unknown) => sql`(${moment}::timestamptz at time zone ${timeZone})::date`
  const begin = (day: unknown) => sql`(${day})::timestamp at time zone ${timeZone}`
  const isFiled = sql`j.clinic_id = ${clinicId} and j.is_enabled and j.status in ('COMPLETED', 'BILLED') and ${isReached}`
  const today = sql`(select ${dayOf(now)})`
  const { rows } = await sql<
    Omit<PipelineIn, 'stages' | 'isCapped'> & { filedAudioLength: number }
  >`${prepared} with filed as materialized (
      select d.day, (select count(*)::int from jobs j
        where ${isFiled} and j.completed_at >= ${begin(sql`d.day`)} and j.completed_at < ${begin(sql`d.day + 1`)}) as filed
      from (select ${today} - n as day from generate_series(0, 13) n) d
    ), todays as materialized (
      select j.audio_ms, j.completed_at - j.submitted_at as took from jobs j where ${isFiled} and j.completed_at >= ${begin(today)}
    )
    select (select count(*)::int from jobs j where j.clinic_id = ${clinicId} and ${isReached}
        and j.tab = any(array['INPROGRESS', 'INREVIEW', 'COMPLETE', 'INCOMPLETE']) and j.submitted_at >= ${begin(today)}) as submitted_today,
      (select count(*)::int from todays) as filed_today,
      (select (sum(audio_ms) / 1000)::int from todays) as filed_audio_length,
      (select round(extract(epoch from percentile_cont(0.5) within group (order by took)) / 60)::int from todays) as median_minutes,
      (select json_agg(json_build_object('day', day, 'filed', filed) order by day) from filed) as days`.execute(work.db)
  return { ...rows[0]!, filedAudioLength: rows[0]!.filedAudioLength ?? 0 }
}

/** One page of what does not move: failed, late, or too long with one person; in the order in which pools are worked (Q200). */
export async function findStuckJobs(
  work: ClinicWork,
  { page, size }: { page: number; size: number },
): Promise<{ ids: string[]; total: number }> {
  const { now } = work
  const { rows } = await sql<{ ids: string[]; total: number }>`${prepared} with stuck as materialized (
      select j.* from ${oldestOf(work, ['INPROGRESS', 'INREVIEW', 'INCOMPLETE'])}
      where j.tab = 'INCOMPLETE' or j.due_at <= ${now}
        or (j.holder_id is not null and j.held_since <= ${now}::timestamptz - make_interval(hours => ${stuckAfterHours}))
    )
    select (select count(*)::int from stuck) as total,
      array(select id from stuck order by ${poolOrder} limit ${size} offset ${page * size}) as ids`.execute(work.db)
  return rows[0]!
}
