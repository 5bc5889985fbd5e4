import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import type { JobRecord } from './jobs.store.ts'

export type Stage = 'TRANSCRIPTION' | 'REVIEW' | 'BILLING'

/** Opens the row that says who works on a job from now on; the audit of jobs is read from these. */
export async function openStint(work: Work, job: Pick<JobRecord, 'id' | 'level'>, userId: string, stage: Stage) {
  const sessionId = work.actor?.userId === userId ? work.actor.sessionId : null
  await sql`insert into job_stints (clinic_id, job_id, user_id, session_id, stage, level, started_at)
    values (${work.clinicId}, ${job.id}, ${userId}, ${sessionId}, ${stage}, ${job.level}, ${work.now})`.execute(work.db)
}

/** Ends what is open of a job, with how it ended. */
export async function closeStints(work: Work, jobId: string, action: string, comment: string | null) {
  await sql`update job_stints set ended_at = ${work.now}, action = ${action}, comment = ${comment}
    where clinic_id = ${work.clinicId} and job_id = ${jobId} and ended_at is null`.execute(work.db)
}

/** How the person's last work on a job ended; undefined when they never worked on it, null when they still do. */
export async function findLastAction(work: Work, jobId: string, userId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ action: string | null }>`
    select action from job_stints where clinic_id = ${work.clinicId} and job_id = ${jobId} and user_id = ${userId}
    order by started_at desc, id desc limit 1`.execute(work.db)
  return rows[0]?.action
}

/** Jobs that a person holds now. */
export async function listHeldJobs(work: Work, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs where clinic_id = ${work.clinicId} and assignee_id = ${userId} and is_enabled
      and status in ('IN_PROGRESS', 'IN_REVIEW') order by id`.execute(work.db)
  return rows.map(({ id }) => id)
}

/** Completed jobs of a doctor that somebody other than the doctor's present biller has opened and not billed. */
export async function listLeftBillings(work: Work, authorId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select j.id from jobs j join users a on a.clinic_id = j.clinic_id and a.id = j.author_id
    where j.clinic_id = ${work.clinicId} and j.author_id = ${authorId} and j.tab = 'COMPLETE' and j.is_enabled
      and j.status = 'COMPLETED' and j.biller_id is not null and j.biller_id is distinct from a.biller_id
    order by j.id`.execute(work.db)
  return rows.map(({ id }) => id)
}

/** Whether the person bills for the doctor; that stays so until the commit. */
export async function billsFor(work: Work, billerId: string, authorId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where clinic_id = ${work.clinicId} and id = ${authorId} and biller_id = ${billerId} for share`.execute(
    work.db,
  )
  return rows.length > 0
}

/** Who worked on the job last, at whatever stage. */
export async function findLastWorker(work: Work, jobId: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    select user_id from job_stints where clinic_id = ${work.clinicId} and job_id = ${jobId}
    order by started_at desc, id desc limit 1`.execute(work.db)
  return rows[0]?.userId
}
