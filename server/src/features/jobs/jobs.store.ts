import type { JobStatus } from '@dictara/contract/jobs'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { RowOf, Tables, Work } from '../../platform/database/index.ts'
import { dayIn } from '../facilities/index.ts'
import type { FlowFacts } from './review-levels.ts'

export type JobRecord = Selectable<Tables['jobs']>
/** The columns that a transition may change besides status and version. */
export type JobChange = Omit<Updateable<Tables['jobs']>, 'clinicId' | 'id' | 'status' | 'version' | 'tab'>

export const findJob = (work: Work, jobId: string): Promise<JobRecord | undefined> =>
  work.db
    .selectFrom('jobs')
    .selectAll()
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
    .executeTakeFirst()

/**
 * Like `findJob`, and locks the job until the commit, so that concurrent changes run one after the other. Rows that refer to the
 * job may be added meanwhile (`no key`); otherwise two transactions that had each added one would deadlock.
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
 * Changes the job if status, holder and version are still as seen: the machine's only compare-and-set.
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

/** Adds notices about the recording for its author. */
export async function appendNotices(work: Work, jobId: string, notices: readonly string[]) {
  await work.db
    .updateTable('jobs')
    .set({ notices: sql`notices || ${[...notices]}::text[]` })
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
    .execute()
}

/** Changes details outside the state machine: work type, template, date of encounter, patient, priority, the holder's audio position. */
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

/** The facts that decide how many levels review a job, whether its facility is enabled, and today's date there. */
export const findFlow = (
  work: Work,
  job: Pick<JobRecord, 'authorId' | 'facilityId'>,
): Promise<FlowFacts & RowOf<'facilities', 'isEnabled'> & { today: string }> =>
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

/** Replaces the length that the recorder reported by the decoded one. */
export async function updateAudioMs(work: Work, jobId: string, audioMs: number) {
  await work.db
    .updateTable('jobs')
    .set({ audioMs })
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
    .where('status', '=', 'CONVERTING')
    .execute()
}

/** Saves the progress of the conversion. It is no transition: the version stays and nothing is audited. */
export async function updateProgress(work: Work, jobId: string, progress: number) {
  await work.db
    .updateTable('jobs')
    .set({ progress })
    .where(({ and }) => and({ clinicId: work.clinicId, id: jobId }))
    .where('status', '=', 'CONVERTING')
    .execute()
}

/** What decides between T3 and T4: whether the author edits their own notes and whether the facility has a transcriptionist. */
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

export type StandingJob = Pick<JobRecord, 'clinicId' | 'id' | 'dictationId' | 'facilityId' | 'status'>
const mostAtOnce = 500

/** Jobs of all clinics in these statuses that have not changed since `before`. Tasks move jobs on from these statuses. */
export const listJobsOnTheirWay = (work: Work, statuses: readonly JobStatus[], before: Date): Promise<StandingJob[]> =>
  work.db
    .selectFrom('jobs')
    .select(['clinicId', 'id', 'dictationId', 'facilityId', 'status'])
    .where('isEnabled', '=', true)
    // Repeats the condition of the partial index, so that PostgreSQL uses it.
    .where(sql<boolean>`status in ('RECEIVED', 'CONVERTING', 'WRITING')`)
    .where('status', 'in', statuses)
    .where('lastUpdatedAt', '<', before)
    .orderBy('lastUpdatedAt')
    .limit(mostAtOnce)
    .execute()

/** The jobs of a patient, locked in one order. */
export const listJobsOf = (work: Work, patientId: string) =>
  work.db
    .selectFrom('jobs')
    .select(['id', 'status', 'facilityId'])
    .where(({ and }) => and({ clinicId: work.clinicId, patientId }))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
