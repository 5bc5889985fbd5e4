import { ageBounds, type Pipeline, restsAfterHours, stuckAfterHours } from '@dictara/contract/dashboards'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { seesWholeClinic } from '../../platform/actor.ts'
import { type ClinicWork, type IdPage, preparedMark, readIdPage } from '../../platform/database/index.ts'
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

type StageRow = Omit<PipelineIn['stages'][number], 'ages'> & { longer: number[] }

/** Out of how many wait longer than each bound, how many wait between two of them: what was not looked at is the youngest. */
export const agesOf = (jobs: number, longer: readonly number[]): number[] =>
  [jobs, ...ageBounds.map((_, index) => longer[index] ?? 0)].map((count, index, counts) =>
    Math.max(0, count - (counts[index + 1] ?? 0)),
  )

/** What lies at each stage until it is filed: how much by the kept counts, the rest by looking at the oldest. */
export async function readStages(work: ClinicWork): Promise<Pick<PipelineIn, 'stages' | 'isCapped'>> {
  const { clinicId, actor, now } = work
  // How many have waited for longer than each of the bounds; the difference of two is what lies between.
  const longer = sql.join(
    ageBounds.map(
      (hours) =>
        sql`count(*) filter (where j.waiting_since <= ${now}::timestamptz - make_interval(hours => ${hours}))::int`,
    ),
  )
  const { rows } = await sql<{ stage: StageRow; isCapped: boolean }>`${prepared} with kept as (
      select ${stageOf} as stage, sum(j.jobs)::int as jobs from job_counts j
      where j.clinic_id = ${clinicId} and j.tab in ('INPROGRESS', 'INREVIEW')
        and (${seesWholeClinic(actor)} or j.facility_id = any(${[...actor.facilityIds]}::uuid[])) group by 1
    ), seen as (
      select ${stageOf} as stage, count(*)::int as jobs, (sum(j.audio_ms) / 1000)::int as audio_length,
        min(j.waiting_since) as waiting_since, count(*) filter (where j.due_at <= ${now})::int as late, array[${longer}] as longer
      from ${oldestOf(work, ['INPROGRESS', 'INREVIEW'])} group by 1
    )
    select json_build_object('stage', s.stage, 'jobs', coalesce(k.jobs, 0), 'audioLength', coalesce(e.audio_length, 0),
      'waitingSince', e.waiting_since, 'late', coalesce(e.late, 0),
      'longer', coalesce(e.longer, array[0])) as stage, coalesce(k.jobs > e.jobs, false) as is_capped
    from unnest(array['TO_TYPE', 'TYPING', 'REVIEW_1', 'REVIEW_2']) with ordinality s (stage, place)
    left join kept k on k.stage = s.stage left join seen e on e.stage = s.stage order by s.place`.execute(work.db)
  return {
    stages: rows.map(({ stage: { longer, ...stage } }) => ({ ...stage, ages: agesOf(stage.jobs, longer) })),
    isCapped: rows.some((row) => row.isCapped),
  }
}

/** One page of what does not move: failed, late, too long with one person, or at rest; in the order in which pools are worked (Q200). */
export const findStuckJobs = (work: ClinicWork, { page, size }: { page: number; size: number }): Promise<IdPage> =>
  readIdPage(
    work,
    sql`${prepared} with stuck as materialized (
      select j.* from ${oldestOf(work, ['INPROGRESS', 'INREVIEW', 'INCOMPLETE'])}
      where j.tab = 'INCOMPLETE' or j.due_at <= ${work.now}
        or j.waiting_since <= ${work.now}::timestamptz - make_interval(hours => ${restsAfterHours})
        or (j.holder_id is not null and j.held_since <= ${work.now}::timestamptz - make_interval(hours => ${stuckAfterHours}))
    )
    select (select count(*)::int from stuck) as total,
      array(select id from stuck order by ${poolOrder} limit ${size} offset ${page * size}) as ids`,
  )
