import { sql } from 'kysely'
import type { RowOf, Work } from '../../platform/database/index.ts'
import type { JobRecord } from './jobs.store.ts'
import type { Stage, StintEnd } from './transition.ts'

/** Opens the row that says who works on a job from now on. The audit of jobs reads these rows. */
export async function openStint(work: Work, job: JobRecord, stage: Stage) {
  const userId = (stage === 'BILLING' ? job.billerId : job.holderId)!
  const sessionId = work.actor?.userId === userId ? work.actor.sessionId : null
  await work.db
    .insertInto('jobStints')
    .values({ clinicId: work.clinicId, jobId: job.id, userId, sessionId, stage, level: job.level, startedAt: work.now })
    .execute()
}

/** Ends the open stints of a job and records how they ended, and in which session, if their own person ended them. */
export async function closeStints(work: Work, jobId: string, end: StintEnd, comment: string | null) {
  const { userId, sessionId } = work.actor ?? { userId: null, sessionId: null }
  await work.db
    .updateTable('jobStints')
    .set(({ ref }) => ({
      endedAt: work.now,
      action: end,
      comment,
      endedSessionId: sql<string | null>`case when ${ref('userId')} = ${userId}::uuid then ${sessionId}::uuid end`,
    }))
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, endedAt: null }))
    .execute()
}

export type NamedStint = RowOf<'jobStints', 'userId' | 'stage' | 'level' | 'startedAt' | 'endedAt' | 'action'> &
  RowOf<'users', 'fullName'>

/** Who transcribed and reviewed a job, from when to when, the oldest first. */
export const listStints = (work: Work, jobId: string): Promise<NamedStint[]> =>
  work.db
    .selectFrom('jobStints as s')
    .innerJoin('users as u', (join) => join.onRef('u.clinicId', '=', 's.clinicId').onRef('u.id', '=', 's.userId'))
    .select(['s.userId', 's.stage', 's.level', 's.startedAt', 's.endedAt', 's.action', 'u.fullName'])
    .where(({ and }) => and({ 's.clinicId': work.clinicId, 's.jobId': jobId }))
    .where('s.stage', 'in', ['TRANSCRIPTION', 'REVIEW'])
    .orderBy('s.startedAt')
    .orderBy('s.id')
    .execute()

/** When a conversion of the job last succeeded. */
export async function findHeardAt(work: Work, jobId: string): Promise<Date | undefined> {
  const event = await work.db
    .selectFrom('auditEvents')
    .select('at')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .where('event', 'in', ['job.handToAuthor', 'job.handToPool'])
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return event?.at
}

/** Saves the length of the text, in the clinic's lines, with the stint that ends now (Q205). */
export async function saveLines(work: Work, jobId: string, characters: number) {
  await work.db
    .updateTable('jobStints')
    .set(({ selectFrom }) => ({
      lines: selectFrom('clinics')
        .select(sql<number>`round(${characters}::numeric / line_characters, 2)::real`.as('lines'))
        .where('clinicId', '=', work.clinicId),
    }))
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, endedAt: work.now }))
    .where('action', 'in', ['Completed', 'Approved'])
    .execute()
}

const newestFirst = (work: Work, jobId: string) =>
  work.db
    .selectFrom('jobStints')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** How the person's last stint on a job ended; undefined when they never worked on it, null when they still do. */
export async function findLastEnd(work: Work, jobId: string, userId: string): Promise<StintEnd | null | undefined> {
  const last = await newestFirst(work, jobId).select('action').where('userId', '=', userId).executeTakeFirst()
  return last?.action as StintEnd | null | undefined
}

/** The person who worked on the job last, at any stage. */
export async function findLastWorker(work: Work, jobId: string): Promise<string | undefined> {
  return (await newestFirst(work, jobId).select('userId').executeTakeFirst())?.userId
}

/** Jobs that a person holds now. */
export async function listHeldJobs(work: Work, userId: string): Promise<string[]> {
  const held = await work.db
    .selectFrom('jobs')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, holderId: userId, isEnabled: true }))
    .where('status', 'in', ['IN_PROGRESS', 'IN_REVIEW'])
    .orderBy('id')
    .execute()
  return held.map(({ id }) => id)
}

/** Who approved a note for filing, and when: its last reviewer, or its author. Undefined where a transcriptionist alone completed it. */
export async function findApproval(work: Work, jobId: string) {
  const last = await work.db
    .selectFrom('jobStints as s')
    .innerJoin('users as u', (join) => join.onRef('u.clinicId', '=', 's.clinicId').onRef('u.id', '=', 's.userId'))
    .innerJoin('jobs as j', (join) => join.onRef('j.clinicId', '=', 's.clinicId').onRef('j.id', '=', 's.jobId'))
    .select(['u.firstName', 'u.lastName', 'u.npi', 's.endedAt', 's.action', 's.userId', 'j.authorId'])
    .where(({ and }) => and({ 's.clinicId': work.clinicId, 's.jobId': jobId }))
    .where('s.action', 'in', ['Completed', 'Approved'])
    .orderBy('s.endedAt', 'desc')
    .orderBy('s.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!last || (last.action === 'Completed' && last.userId !== last.authorId)) return undefined
  const { firstName, lastName, npi, endedAt } = last
  return { firstName, lastName, npi, at: endedAt! }
}

/** A doctor's completed jobs that somebody other than the doctor's present biller opened but did not bill. */
export async function listLeftBillings(work: Work, authorId: string): Promise<string[]> {
  const left = await work.db
    .selectFrom('jobs as j')
    .innerJoin('users as a', (join) => join.onRef('a.clinicId', '=', 'j.clinicId').onRef('a.id', '=', 'j.authorId'))
    .select('j.id')
    .where(({ and }) => and({ 'j.clinicId': work.clinicId, 'j.authorId': authorId, 'j.isEnabled': true }))
    .where(({ and }) => and({ 'j.tab': 'COMPLETE', 'j.status': 'COMPLETED' }))
    .where('j.billerId', 'is not', null)
    .whereRef('j.billerId', 'is distinct from', 'a.billerId')
    .orderBy('j.id')
    .execute()
  return left.map(({ id }) => id)
}

/** True when the person bills for the doctor. Locks that fact until the commit. */
export async function billsFor(work: Work, billerId: string, authorId: string): Promise<boolean> {
  const doctor = await work.db
    .selectFrom('users')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, id: authorId, billerId }))
    .forShare()
    .executeTakeFirst()
  return doctor !== undefined
}
