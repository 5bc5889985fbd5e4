import type { JobStatus, ReviewLevel } from '@dictara/contract/jobs'
import { type ColumnType, type Generated, type Selectable, sql, type Updateable } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import type { FlowFacts } from './job-states.ts'

type Defaulted<T> = ColumnType<T, T | undefined, T>

export interface JobsTable {
  clinicId: string
  id: string
  number: number
  dictationId: string
  authorId: string
  patientId: string
  facilityId: string
  templateId: string | null
  workType: string | null
  dateOfEncounter: string | null
  status: JobStatus
  level: Defaulted<ReviewLevel | null>
  assigneeId: Defaulted<string | null>
  heldSince: Defaulted<Date | null>
  transcriberId: Defaulted<string | null>
  billerId: Defaulted<string | null>
  returned: Defaulted<boolean>
  rejectedBy: Defaulted<string | null>
  reviewLevels: Defaulted<number | null>
  firstApproverId: Defaulted<string | null>
  failStage: Defaulted<'CONVERSION' | 'EHR_WRITE' | null>
  reasonForFailing: Defaulted<string | null>
  isEnabled: Defaulted<boolean>
  version: Defaulted<number>
  submittedAt: Date
  lastUpdatedAt: Date
  completedAt: Defaulted<Date | null>
  audioMs: Defaulted<number>
  progress: Defaulted<number | null>
  notices: Defaulted<string[]>
  audioTime: Defaulted<number>
  struckAt: Defaulted<Date | null>
  tab: Generated<string>
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    jobs: JobsTable
    jobComments: {
      clinicId: string
      jobId: string
      id: Generated<string>
      userId: string
      userType: string
      level: string | null
      comment: string
      createdAt: Date
    }
  }
}

export type JobRecord = Selectable<JobsTable>
/** What a transition changes beside status and version. */
export type JobChange = Omit<Updateable<JobsTable>, 'clinicId' | 'id' | 'status' | 'version' | 'tab'>

export const findJob = (work: Work, jobId: string): Promise<JobRecord | undefined> =>
  work.db
    .selectFrom('jobs')
    .selectAll()
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', jobId)
    .executeTakeFirst()

/** As `findJob`; nobody else changes the job until the commit, so that of several at once each sees what came before. */
export const getJobForChange = (work: Work, jobId: string): Promise<JobRecord> =>
  work.db
    .selectFrom('jobs')
    .selectAll()
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', jobId)
    .forUpdate()
    .executeTakeFirstOrThrow()

/** The next job number of the clinic; the clinic's row is held until the commit, so that none is given twice. */
export async function takeJobNumber(work: Work): Promise<number> {
  const { rows } = await sql<{ lastJobNumber: number }>`
    update clinics set last_job_number = last_job_number + 1 where clinic_id = ${work.clinicId} returning last_job_number
  `.execute(work.db)
  return rows[0]!.lastJobNumber
}

export type NewJob = Pick<
  JobRecord,
  | 'id'
  | 'number'
  | 'dictationId'
  | 'authorId'
  | 'patientId'
  | 'facilityId'
  | 'templateId'
  | 'workType'
  | 'dateOfEncounter'
> &
  Partial<Pick<JobRecord, 'audioMs'>>

export async function insertJob(work: Work, job: NewJob) {
  await work.db
    .insertInto('jobs')
    .values({ ...job, clinicId: work.clinicId, status: 'RECEIVED', submittedAt: work.now, lastUpdatedAt: work.now })
    .execute()
  await sql`update users set last_job_created_at = ${work.now} where clinic_id = ${work.clinicId} and id = ${job.authorId}`.execute(
    work.db,
  )
}

/**
 * The one compare-and-set of the machine, on status, holder and version.
 * @returns the changed job, or undefined when somebody else was faster.
 */
export const updateJobIf = (
  work: Work,
  seen: Pick<JobRecord, 'id' | 'status' | 'assigneeId' | 'version'>,
  change: JobChange & { status: JobStatus },
): Promise<JobRecord | undefined> =>
  work.db
    .updateTable('jobs')
    .set({ ...change, version: seen.version + 1, lastUpdatedAt: work.now })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', seen.id)
    .where('status', '=', seen.status)
    .where('version', '=', seen.version)
    .where('isEnabled', '=', true)
    .where(sql<boolean>`assignee_id is not distinct from ${seen.assigneeId}::uuid`)
    .returningAll()
    .executeTakeFirst()

/** Adds to what the author has to know of the recording. */
export async function appendNotices(work: Work, jobId: string, notices: readonly string[]) {
  await sql`update jobs set notices = notices || ${[...notices]}::text[]
    where clinic_id = ${work.clinicId} and id = ${jobId}`.execute(work.db)
}

/** Changes what is no part of the machine: work type, date of encounter, patient, where the holder listens. */
export async function updateDetails(
  work: Work,
  jobId: string,
  change: Pick<JobChange, 'workType' | 'dateOfEncounter' | 'patientId' | 'audioTime'>,
) {
  await work.db
    .updateTable('jobs')
    .set({ ...change, lastUpdatedAt: work.now })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', jobId)
    .execute()
}

export async function insertComment(work: Work, job: Pick<JobRecord, 'id' | 'level'>, comment: string) {
  const { userId, userType } = work.actor!
  await work.db
    .insertInto('jobComments')
    .values({
      clinicId: work.clinicId,
      jobId: job.id,
      userId,
      userType,
      level: job.level,
      comment,
      createdAt: work.now,
    })
    .execute()
}

/** How many levels will review a job of this author at this facility, and whether the facility is enabled. */
export async function findFlow(work: Work, job: Pick<JobRecord, 'authorId' | 'facilityId'>) {
  const { rows } = await sql<FlowFacts & { isEnabled: boolean; today: string }>`
    select a.reviewer_flow, f.transcription_flow, f.reviewer_count, f.is_enabled,
      (${work.now}::timestamptz at time zone f.time_zone)::date as today
    from users a join facilities f on f.clinic_id = a.clinic_id and f.id = ${job.facilityId}
    where a.clinic_id = ${work.clinicId} and a.id = ${job.authorId}`.execute(work.db)
  return rows[0]!
}

export async function isEnabledUser(work: Work, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from users where clinic_id = ${work.clinicId} and id = ${userId} and is_enabled`.execute(work.db)
  return rows.length > 0
}

/** The length that was decoded takes the place of the one that the recorder told. */
export async function updateAudioMs(work: Work, jobId: string, audioMs: number) {
  await work.db
    .updateTable('jobs')
    .set({ audioMs })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', jobId)
    .where('status', '=', 'CONVERTING')
    .execute()
}

/** How far the conversion is; not a transition, so neither version nor audit move. */
export async function updateProgress(work: Work, jobId: string, progress: number) {
  await work.db
    .updateTable('jobs')
    .set({ progress })
    .where('clinicId', '=', work.clinicId)
    .where('id', '=', jobId)
    .where('status', '=', 'CONVERTING')
    .execute()
}

/** Who the author is, and whether the facility has somebody else to transcribe, as T3 and T4 ask. */
export async function findRouting(work: Work, job: Pick<JobRecord, 'authorId' | 'facilityId'>) {
  const { rows } = await sql<{ editsOwnNotes: boolean; hasTranscriptionist: boolean }>`
    select a.user_privilege in ('TRANSCRIPTION_ONLY', 'TRANSCRIPTION_REVIEWER') as edits_own_notes,
      exists (
        select from users t join facility_users l on l.clinic_id = t.clinic_id and l.user_id = t.id
        where t.clinic_id = ${work.clinicId} and l.facility_id = ${job.facilityId}
          and t.user_type = 'transcriptionist' and t.is_enabled
      ) as has_transcriptionist
    from users a where a.clinic_id = ${work.clinicId} and a.id = ${job.authorId}`.execute(work.db)
  return rows[0]!
}

export const facilityIsEnabled = async (work: Work, facilityId: string): Promise<boolean> => {
  const { rows } = await sql<{ isEnabled: boolean }>`
    select is_enabled from facilities where clinic_id = ${work.clinicId} and id = ${facilityId}`.execute(work.db)
  return rows[0]?.isEnabled ?? false
}

/** The number of a job as people see it. */
export async function findNumber(work: Work, jobId: string): Promise<number | undefined> {
  return (await findJob(work, jobId))?.number
}

export type StandingJob = Pick<JobRecord, 'clinicId' | 'id' | 'dictationId' | 'status'>
const mostAtOnce = 500

/** Jobs of every clinic in some of the statuses in which a task moves them on, that have not moved since a moment. */
export const listJobsOnTheirWay = (work: Work, statuses: readonly JobStatus[], before: Date): Promise<StandingJob[]> =>
  work.db
    .selectFrom('jobs')
    .select(['clinicId', 'id', 'dictationId', 'status'])
    .where('isEnabled', '=', true)
    // For the index, which holds these alone.
    .where(sql<boolean>`status in ('RECEIVED', 'CONVERTING', 'WRITING')`)
    .where('status', 'in', statuses)
    .where('lastUpdatedAt', '<', before)
    .orderBy('lastUpdatedAt')
    .limit(mostAtOnce)
    .execute()

/** When a note of this author was last completed (T15). */
export async function updateLastCompleted(work: Work, authorId: string) {
  await sql`update users set last_job_completed_at = ${work.now} where clinic_id = ${work.clinicId} and id = ${authorId}`.execute(
    work.db,
  )
}
