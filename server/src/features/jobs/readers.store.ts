import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import { type ClinicWork, type RowOf, rowsOf, valueOf, type Work } from '../../platform/database/index.ts'
import {
  isChosenReviewerRow,
  mayHearRow,
  mayRead,
  mayStart,
  mayTranscribeRow,
  mightReviewRow,
} from './access-rules.store.ts'
import { findJob, type JobRecord } from './jobs.store.ts'

const holds = async (work: Work, jobId: string, rule: RawBuilder<boolean>): Promise<boolean> => {
  const { rows } =
    await sql`select from jobs j where j.clinic_id = ${work.clinicId} and j.id = ${jobId} and ${rule}`.execute(work.db)
  return rows.length > 0
}

/** The scope rule of job ids (Q176, Q199). Nobody may read deleted jobs. */
export const mayReadJob = (work: ClinicWork, jobId: string): Promise<boolean> =>
  holds(work, jobId, sql<boolean>`(j.is_enabled and ${mayRead(work.actor, work.now)})`)

/** Whether the actor may take the job from the pool of its present stage. */
export const mayStartJob = (work: ClinicWork, jobId: string): Promise<boolean> =>
  holds(work, jobId, mayStart(work.actor))

/** Which of these people are told live of the job (`mayHearRow`). Includes deleted jobs. */
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
  const readers = sql<string[]>`array(
    select c.id from jobs j, jsonb_to_recordset(${JSON.stringify(people)}::jsonb)
      as c (id uuid, user_type text, reviews_own boolean, facility_ids uuid[])
    where j.clinic_id = ${work.clinicId} and j.id = ${jobId} and ${mayHearRow(work.now)})`
  return { job, readers: await valueOf(work, readers) }
}

export type PossibleHolder = RowOf<'users', 'id' | 'fullName' | 'userType'>

/** The most people that the Assign dialog offers. */
const mostOffered = 500

/** The people who could hold the job at its present stage: those who may transcribe it, or the eligible reviewers of its level. */
export const listPossibleHolders = (
  work: Work,
  job: Pick<JobRecord, 'id' | 'level'>,
  most = mostOffered,
): Promise<PossibleHolder[]> =>
  job.level ? listEligibleReviewers(work, job.id, most) : listTranscribers(work, job.id, most)

const listTranscribers = (work: Work, jobId: string, most: number): Promise<PossibleHolder[]> =>
  work.db
    .selectFrom('jobs as j')
    .innerJoin('users as u', 'u.clinicId', 'j.clinicId')
    .select(['u.id', 'u.fullName', 'u.userType'])
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.id': jobId, 'u.isEnabled': true }))
    .where(mayTranscribeRow)
    .orderBy('u.fullName')
    .orderBy('u.id')
    .limit(most)
    .execute()

/** Applies `isEligibleReviewer` to everybody, checking each person once. clinicAdmins stand in where nobody is chosen. */
async function listEligibleReviewers(work: Work, jobId: string, most: number): Promise<PossibleHolder[]> {
  return rowsOf(
    work,
    sql`with candidates as materialized (
      select u.id, u.full_name, u.user_type, j.first_approver_id is distinct from u.id as may_stand_in, ${isChosenReviewerRow} as is_chosen
      from jobs j join users u on u.clinic_id = j.clinic_id and u.is_enabled and ${mightReviewRow}
      where j.clinic_id = ${work.clinicId} and j.id = ${jobId}
    )
    select id, full_name, user_type from candidates
    where is_chosen or (user_type = 'clinicAdmin' and may_stand_in and not exists (select from candidates where is_chosen))
    order by full_name, id limit ${most}`,
  )
}
