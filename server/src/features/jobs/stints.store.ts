import type { Work } from '../../platform/database/index.ts'
import type { JobRecord } from './jobs.store.ts'
import type { Stage, StintEnd } from './transition.ts'

/** Opens the row that says who works on a job from now on; the audit of jobs is read from these. */
export async function openStint(work: Work, job: JobRecord, stage: Stage) {
  const userId = (stage === 'BILLING' ? job.billerId : job.holderId)!
  const sessionId = work.actor?.userId === userId ? work.actor.sessionId : null
  await work.db
    .insertInto('jobStints')
    .values({ clinicId: work.clinicId, jobId: job.id, userId, sessionId, stage, level: job.level, startedAt: work.now })
    .execute()
}

/** Ends what is open of a job, with how it ended. */
export async function closeStints(work: Work, jobId: string, end: StintEnd, comment: string | null) {
  await work.db
    .updateTable('jobStints')
    .set({ endedAt: work.now, action: end, comment })
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, endedAt: null }))
    .execute()
}

const newestFirst = (work: Work, jobId: string) =>
  work.db
    .selectFrom('jobStints')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .orderBy('startedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)

/** How the person's last work on a job ended; undefined when they never worked on it, null when they still do. */
export async function findLastEnd(work: Work, jobId: string, userId: string): Promise<StintEnd | null | undefined> {
  const last = await newestFirst(work, jobId).select('action').where('userId', '=', userId).executeTakeFirst()
  return last?.action as StintEnd | null | undefined
}

/** Who worked on the job last, at whatever stage. */
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

/** Completed jobs of a doctor that somebody other than the doctor's present biller has opened and not billed. */
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

/** Whether the person bills for the doctor; that stays so until the commit. */
export async function billsFor(work: Work, billerId: string, authorId: string): Promise<boolean> {
  const doctor = await work.db
    .selectFrom('users')
    .select('id')
    .where(({ and }) => and({ clinicId: work.clinicId, id: authorId, billerId }))
    .forShare()
    .executeTakeFirst()
  return doctor !== undefined
}
