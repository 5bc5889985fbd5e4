import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'

export interface ListeningCopy {
  blobId: string
  mimeType: string
  sizeBytes: number
  durationMs: number
  peaks: number[]
  /** Not everything of the recording could be read. */
  isPart: boolean
}

export async function findCopy(work: Work, jobId: string): Promise<ListeningCopy | undefined> {
  const { rows } = await sql<ListeningCopy>`
    select blob_id, mime_type, size_bytes, duration_ms, peaks, is_part from listening_copies
    where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
  return rows[0]
}

/** Forgets a copy that cannot be read any more, so that it is made again. @returns false when it is another one by now. */
export async function forgetCopy(work: Work, jobId: string, blobId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from listening_copies
    where clinic_id = ${work.clinicId} and job_id = ${jobId} and blob_id = ${blobId} returning job_id`.execute(work.db)
  return rows.length > 0
}

/** @returns false when another run made it first. */
export async function insertCopy(work: Work, jobId: string, copy: ListeningCopy): Promise<boolean> {
  const { rows } = await sql`
    insert into listening_copies (clinic_id, job_id, blob_id, mime_type, size_bytes, duration_ms, peaks, is_part, made_at)
    values (${work.clinicId}, ${jobId}, ${copy.blobId}, ${copy.mimeType}, ${copy.sizeBytes}, ${copy.durationMs}, ${copy.peaks}, ${copy.isPart}, ${work.now})
    on conflict do nothing returning job_id`.execute(work.db)
  return rows.length > 0
}

/** The blob of a copy that was made of a part, whose row goes; null when there is none. */
export async function deletePart(work: Work, jobId: string): Promise<string | null> {
  const { rows } = await sql<{ blobId: string }>`
    delete from listening_copies where clinic_id = ${work.clinicId} and job_id = ${jobId} and is_part
    returning blob_id`.execute(work.db)
  return rows[0]?.blobId ?? null
}

/** Why a job has no copy yet, and when the next try is due; null: trying again would not help. */
export interface ListeningFailure {
  reason: string
  times: number
  retryAt: Date | null
}

export async function findFailure(work: Work, jobId: string): Promise<ListeningFailure | undefined> {
  const { rows } = await sql<ListeningFailure>`
    select reason, times, retry_at from listening_failures
    where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
  return rows[0]
}

export async function saveFailure(work: Work, jobId: string, { reason, times, retryAt }: ListeningFailure) {
  await sql`insert into listening_failures (clinic_id, job_id, reason, times, failed_at, retry_at)
    values (${work.clinicId}, ${jobId}, ${reason}, ${times}, ${work.now}, ${retryAt})
    on conflict (clinic_id, job_id) do update
      set reason = excluded.reason, times = excluded.times, failed_at = excluded.failed_at, retry_at = excluded.retry_at`.execute(
    work.db,
  )
}

export async function removeFailure(work: Work, jobId: string) {
  await sql`delete from listening_failures where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
}

export interface Copyless {
  clinicId: string
  jobId: string
  dictationId: string
}
const mostAtOnce = 200

/** The jobs of every clinic without a copy, of those submitted within some time, that are to have one by now. */
export async function listCopyless(work: Work, submitted: { from: Date; until: Date }): Promise<Copyless[]> {
  const { rows } = await sql<Copyless>`
    select j.clinic_id, j.id as job_id, j.dictation_id from jobs j
    join dictations d on d.clinic_id = j.clinic_id and d.id = j.dictation_id and d.submitted_at is not null
    left join listening_failures f on f.clinic_id = j.clinic_id and f.job_id = j.id
    where j.is_enabled and j.submitted_at between ${submitted.from} and ${submitted.until}
      and (f.job_id is null or f.retry_at <= ${work.now})
      and not exists (select from listening_copies c where c.clinic_id = j.clinic_id and c.job_id = j.id)
    union
    select j.clinic_id, j.id, j.dictation_id from listening_failures f
    join jobs j on j.clinic_id = f.clinic_id and j.id = f.job_id and j.is_enabled
    where f.retry_at <= ${work.now}
    limit ${mostAtOnce}`.execute(work.db)
  return rows
}
