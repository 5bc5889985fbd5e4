import type { JobStatus } from '@dictara/contract/jobs'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Tables, Work } from '../../platform/database/index.ts'
import { dayIn } from '../facilities/index.ts'
import type { FlowFacts } from './review-levels.ts'

export type JobRecord = Selectable<Tables['jobs']>
/** What a transition changes beside status and version. */
export type JobChange = Omit<Updateable<Tables['jobs']>, 'clinicId' | 'id' | 'status' | 'version' | 'tab'>

export const findJob = (work: Work, jobId: string): Promise<JobRecord | undefined> =>
  work.db
    .selectFrom('jobs')
    .selectAll()
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
    .executeTakeFirst()

/**
 * As `findJob`; nobody else changes the job until the commit, so that of several at once each sees what came before. Rows about
 * the job may be added meanwhile (`no key`): two that had each added one would wait for one another for ever.
 */
export const getJobForChange = (work: Work, jobId: string): Promise<JobRecord> =>
  work.db
    .selectFrom('jobs')
    .selectAll()
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export type NewJob = Omit<
  Insertable<Tables['jobs']>,
  'clinicId' | 'status' | 'submittedAt' | 'lastUpdatedAt' | 'version' | 'holderId'
>

export async function insertJob(work: Work, job: NewJob) {
  await work.db
    .insertInto('jobs')
    .values({ ...job, clinicId: work.clinicId, status: 'RECEIVED', submittedAt: work.now, lastUpdatedAt: work.now })
    .execute()
}

/**
 * The one compare-and-set of the machine, on status, holder and version.
 * @returns the changed job, or undefined when somebody else was faster.
 */
export const updateJobIf = (
  work: Work,
  seen: Pick<JobRecord, 'id' | 'status' | 'holderId' | 'version'>,
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
    .where('holderId', 'is not distinct from', seen.holderId)
    .returningAll()
    .executeTakeFirst()

/** Adds to what the author has to know of the recording. */
export async function appendNotices(work: Work, jobId: string, notices: readonly string[]) {
  await work.db
    .updateTable('jobs')
    .set({ notices: sql`notices || ${[...notices]}::text[]` })
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
    .execute()
}

/** Changes what is no part of the machine: work type, template, date of encounter, patient, priority, where the holder listens. */
export async function updateDetails(
  work: Work,
  jobId: string,
  change: Pick<JobChange, 'workType' | 'templateId' | 'dateOfEncounter' | 'patientId' | 'priority' | 'audioTime'>,
) {
  await work.db
    .updateTable('jobs')
    .set({ ...change, lastUpdatedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
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
export const findFlow = (
  work: Work,
  job: Pick<JobRecord, 'authorId' | 'facilityId'>,
): Promise<FlowFacts & { isEnabled: boolean; today: string }> =>
  work.db
    .selectFrom('users as a')
    .innerJoin('facilities as f', 'f.clinicId', 'a.clinicId')
    .select(['a.reviewerFlow', 'f.transcriptionFlow', 'f.reviewerCount', 'f.isEnabled'])
    .select(({ ref }) => dayIn(work.now, ref('f.timeZone')).as('today'))
    .where(({ and }) => and({ 'a.clinicId': work.clinicId, 'a.id': job.authorId, 'f.id': job.facilityId }))
    .executeTakeFirstOrThrow()

export async function isEnabledUser(work: Work, userId: string): Promise<boolean> {
  const user = await work.db
    .selectFrom('users')
    .select('isEnabled')
    .where(({ and }) => and({ clinicId: work.clinicId, id: userId }))
    .executeTakeFirst()
  return user?.isEnabled ?? false
}

/** The length that was decoded takes the place of the one that the recorder told. */
export async function updateAudioMs(work: Work, jobId: string, audioMs: number) {
  await work.db
    .updateTable('jobs')
    .set({ audioMs })
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
    .where('status', '=', 'CONVERTING')
    .execute()
}

/** How far the conversion is; not a transition, so neither version nor audit move. */
export async function updateProgress(work: Work, jobId: string, progress: number) {
  await work.db
    .updateTable('jobs')
    .set({ progress })
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
    .where('status', '=', 'CONVERTING')
    .execute()
}

/** Who the author is, and whether the facility has somebody else to transcribe, as T3 and T4 ask. */
export async function findRouting(work: Work, { authorId, facilityId }: Pick<JobRecord, 'authorId' | 'facilityId'>) {
  const author = await work.db
    .selectFrom('users as a')
    .select('a.userPrivilege')
    .select(({ selectFrom }) =>
      selectFrom('users as t')
        .innerJoin('facilityUsers as l', (join) =>
          join.onRef('l.clinicId', '=', 't.clinicId').onRef('l.userId', '=', 't.id'),
        )
        .select('t.id')
        .where(({ and }) => and({ 't.clinicId': work.clinicId, 'l.facilityId': facilityId, 't.isEnabled': true }))
        .where('t.userType', '=', 'transcriptionist')
        .limit(1)
        .as('transcriptionist'),
    )
    .where(({ and }) => and({ 'a.clinicId': work.clinicId, 'a.id': authorId }))
    .executeTakeFirstOrThrow()
  return {
    editsOwnNotes: ['TRANSCRIPTION_ONLY', 'TRANSCRIPTION_REVIEWER'].includes(author.userPrivilege),
    hasTranscriptionist: author.transcriptionist !== null,
  }
}

export async function facilityIsEnabled(work: Work, facilityId: string): Promise<boolean> {
  const facility = await work.db
    .selectFrom('facilities')
    .select('isEnabled')
    .where(({ and }) => and({ clinicId: work.clinicId, id: facilityId }))
    .executeTakeFirst()
  return facility?.isEnabled ?? false
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
