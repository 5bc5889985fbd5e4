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
