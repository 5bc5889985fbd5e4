import { type Selectable, sql } from 'kysely'
import { type RowOf, rowsOf, type Tables, type Work } from '../../platform/database/index.ts'

/** `isPart`: not everything of the recording could be read. */
export type ListeningCopy = Omit<Selectable<Tables['listeningCopies']>, 'clinicId' | 'jobId' | 'madeAt'>

export const findCopy = (work: Work, jobId: string): Promise<ListeningCopy | undefined> =>
  work.db
    .selectFrom('listeningCopies')
    .select(['blobId', 'mimeType', 'sizeBytes', 'durationMs', 'peaks', 'isPart'])
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .executeTakeFirst()

/** Forgets a copy that cannot be read any more, so that it is made again. @returns false when it is another one by now. */
export async function forgetCopy(work: Work, jobId: string, blobId: string): Promise<boolean> {
  const { numDeletedRows } = await work.db
    .deleteFrom('listeningCopies')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, blobId }))
    .executeTakeFirst()
  return numDeletedRows > 0
}

/** @returns false when another run made it first. */
export async function insertCopy(work: Work, jobId: string, copy: ListeningCopy): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await work.db
    .insertInto('listeningCopies')
    .values({ ...copy, clinicId: work.clinicId, jobId, madeAt: work.now })
    .onConflict((known) => known.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** The blob of a copy that was made of a part, whose row goes; null when there is none. */
export async function deletePart(work: Work, jobId: string): Promise<string | null> {
  const gone = await work.db
    .deleteFrom('listeningCopies')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId, isPart: true }))
    .returning('blobId')
    .executeTakeFirst()
  return gone?.blobId ?? null
}

/** Why a job has no copy yet, and when the next try is due; null: trying again would not help. */
export type ListeningFailure = RowOf<'listeningFailures', 'reason' | 'times' | 'retryAt'>

export const findFailure = (work: Work, jobId: string): Promise<ListeningFailure | undefined> =>
  work.db
    .selectFrom('listeningFailures')
    .select(['reason', 'times', 'retryAt'])
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .executeTakeFirst()

export async function saveFailure(work: Work, jobId: string, { reason, times, retryAt }: ListeningFailure) {
  const failure = { reason, times, failedAt: work.now, retryAt }
  await work.db
    .insertInto('listeningFailures')
    .values({ clinicId: work.clinicId, jobId, ...failure })
    .onConflict((known) => known.columns(['clinicId', 'jobId']).doUpdateSet(failure))
    .execute()
}

export async function removeFailure(work: Work, jobId: string) {
  await work.db
    .deleteFrom('listeningFailures')
    .where(({ and }) => and({ clinicId: work.clinicId, jobId }))
    .execute()
}

type CopylessJob = RowOf<'jobs', 'clinicId' | 'id' | 'dictationId'>
const mostAtOnce = 200

/** The jobs of every clinic without a copy, of those submitted within some time, that are to have one by now. */
export async function listCopyless(work: Work, submitted: { from: Date; until: Date }): Promise<CopylessJob[]> {
  return rowsOf(
    work,
    sql`select j.clinic_id, j.id, j.dictation_id from jobs j
    join dictations d on d.clinic_id = j.clinic_id and d.id = j.dictation_id and d.submitted_at is not null
    left join listening_failures f on f.clinic_id = j.clinic_id and f.job_id = j.id
    where j.is_enabled and j.submitted_at between ${submitted.from} and ${submitted.until}
      and (f.job_id is null or f.retry_at <= ${work.now})
      and not exists (select from listening_copies c where c.clinic_id = j.clinic_id and c.job_id = j.id)
    union
    select j.clinic_id, j.id, j.dictation_id from listening_failures f
    join jobs j on j.clinic_id = f.clinic_id and j.id = f.job_id and j.is_enabled
    where f.retry_at <= ${work.now}
    limit ${mostAtOnce}`,
  )
}
