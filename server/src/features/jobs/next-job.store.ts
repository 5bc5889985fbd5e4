import type { JobStage, NextReason } from '@dictara/contract/jobs'
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { type ClinicWork, preparedMark, rowOf } from '../../platform/database/index.ts'
import { atReachedFacility, isEligibleReviewer, poolOrder } from './access-rules.store.ts'
import type { JobRecord } from './jobs.store.ts'

export type NextJob = JobRecord & { why: NextReason }

/** True for jobs whose facility is enabled; otherwise their work waits (T24). Runs once per statement. */
const isOpen = (work: ClinicWork): RawBuilder<boolean> =>
  sql<boolean>`(j.facility_id in (select f.id from facilities f where f.clinic_id = ${work.clinicId} and f.is_enabled)) is true`

/** The columns of a job that decide who may review it. */
const kind = sql`j.author_id, j.facility_id, j.level, coalesce(j.first_approver_id, '00000000-0000-0000-0000-000000000000')`

/**
 * True for jobs `j` of the pool that the actor may take. Checks eligibility once for each kind of waiting job, of which
 * `job_counts` has few, not for each job: a pool may hold thousands of jobs for others before one for the actor.
 */
const isForActor = (work: ClinicWork, stage: JobStage): RawBuilder<boolean> =>
  stage === 'TRANSCRIPTION'
    ? sql<boolean>`(j.status = 'AVAILABLE' and ${transcribesPool(work.actor) ? atReachedFacility(work.actor) : sql`false`})`
    : sql<boolean>`(j.status = 'READY' and exists (select from kinds) and ((${kind}) in (select * from kinds)) is true)`

const transcribesPool = ({ userType }: Actor) => userType === 'transcriptionist'

const eligibleKinds = (work: ClinicWork, stage: JobStage) =>
  stage === 'REVIEW'
    ? sql`select ${kind} from (select distinct author_id, facility_id, level, first_approver_id, clinic_id from job_counts c
        where c.clinic_id = ${work.clinicId} and c.tab = 'INREVIEW' and c.status = 'READY') j where ${isEligibleReviewer(work.actor)}`
    : sql`select`

const holding: Record<JobStage, RawBuilder<unknown>> = {
  TRANSCRIPTION: sql`'IN_PROGRESS'`,
  REVIEW: sql`'IN_REVIEW'`,
}

interface Asked {
  stage: JobStage
  /** A job to leave out, because the person has it open or has just finished it. */
  after?: string | null | undefined
}

/** Makes requests of one person from two tabs wait for each other, so that the second sees what the first took. */
export const oneAtATime = (work: ClinicWork): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`next job of ${work.actor.userId}`}, 0))`.execute(work.db)

/**
 * Finds the actor's next job in one statement: first returned jobs, then jobs they hold, then the pool in its order (Q200, Q201).
 * `toTake` locks the job; pool jobs that somebody else takes at this moment are skipped. The lock is `no key`, so that adding a
 * row about a job, such as a comment, blocks nobody.
 */
export async function findNextJob(
  work: ClinicWork,
  { stage, after }: Asked,
  { toTake }: { toTake: boolean },
): Promise<NextJob | undefined> {
  const isOther = after ? sql<boolean>`j.id <> ${after}` : sql<boolean>`true`
  const lock = (skip: RawBuilder<unknown>) => (toTake ? sql`for no key update of j ${skip}` : sql``)
  return rowOf(
    work,
    sql`${sql.raw(preparedMark)} with kinds as materialized (${eligibleKinds(work, stage)}),
    own as materialized (
      select j.*, case when j.returned then 'returned' else 'held' end as why from jobs j
      where j.clinic_id = ${work.clinicId} and j.is_enabled and j.holder_id = ${work.actor.userId}
        and j.status = ${holding[stage]} and ${isOther} and ${isOpen(work)}
      order by j.returned desc, ${poolOrder} limit 1 ${lock(sql``)}
    ), pooled as materialized (
      select j.*, case j.priority when 'STAT' then 'stat' else 'oldest' end as why from jobs j
      where not exists (select from own) and j.clinic_id = ${work.clinicId} and j.is_enabled
        and ${isForActor(work, stage)} and ${isOther} and ${isOpen(work)}
      order by ${poolOrder} limit 1 ${lock(sql`skip locked`)}
    )
    select * from own union all select * from pooled`,
  )
}
