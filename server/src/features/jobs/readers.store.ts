import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { ClinicWork, Tables, Work } from '../../platform/database/index.ts'
import { isEligibleReviewerRow, mayHearRow, mayRead, mayStart, mayTranscribeRow } from './access-rules.store.ts'
import { findJob, type JobRecord } from './jobs.store.ts'

const holds = async (work: Work, jobId: string, rule: RawBuilder<boolean>): Promise<boolean> => {
  const { rows } =
    await sql`select from jobs j where j.clinic_id = ${work.clinicId} and j.id = ${jobId} and ${rule}`.execute(work.db)
  return rows.length > 0
}

/** The scope rule of job ids (Q176, Q199). Deleted jobs are gone. */
export const mayReadJob = (work: ClinicWork, jobId: string): Promise<boolean> =>
  holds(work, jobId, sql<boolean>`(j.is_enabled and ${mayRead(work.actor, work.now)})`)

/** Whether the actor may take the job from the pool of its present stage. */
export const mayStartJob = (work: ClinicWork, jobId: string): Promise<boolean> =>
  holds(work, jobId, mayStart(work.actor))

/** Which of these people are told of the job now: who may read it, or could until it was deleted or struck out. */
export async function listReaders(
  work: Work,
  jobId: string,
  actors: readonly Actor[],
): Promise<{ job: JobRecord | undefined; readers: string[] }> {
  const job = await findJob(work, jobId)
  if (!job) return { job, readers: [] }
  const people = [...new Map(actors.map((one) => [one.userId, one])).values()].map((one) => ({
    id: one.userId,
    user_type: one.userType,
    reviews_own: one.selfReviewEnabled,
    facility_ids: one.facilityIds,
  }))
  const { rows } = await sql<{ id: string }>`
    select c.id from jobs j, jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as c (id uuid, user_type text, reviews_own boolean, facility_ids uuid[])
    where j.clinic_id = ${work.clinicId} and j.id = ${jobId} and ${mayHearRow(work.now)}`.execute(work.db)
  return { job, readers: rows.map(({ id }) => id) }
}

export type PossibleHolder = Pick<Selectable<Tables['users']>, 'id' | 'fullName' | 'userType'>

/** Who could hold the job at its present stage: transcribers of its facility, or reviewers eligible at its level. */
export const listPossibleHolders = (work: Work, job: Pick<JobRecord, 'id' | 'level'>): Promise<PossibleHolder[]> =>
  work.db
    .selectFrom('jobs as j')
    .innerJoin('users as u', 'u.clinicId', 'j.clinicId')
    .select(['u.id', 'u.fullName', 'u.userType'])
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.id': job.id, 'u.isEnabled': true }))
    .where(job.level ? isEligibleReviewerRow : mayTranscribeRow)
    .orderBy('u.fullName')
    .orderBy('u.id')
    .limit(500)
    .execute()
