import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'

export interface ListeningCopy {
  blobId: string
  mimeType: string
  sizeBytes: number
  durationMs: number
  peaks: number[]
}

export async function findCopy(work: Work, jobId: string): Promise<ListeningCopy | undefined> {
  const { rows } = await sql<ListeningCopy>`
    select blob_id, mime_type, size_bytes, duration_ms, peaks from listening_copies
    where clinic_id = ${work.clinicId} and job_id = ${jobId}`.execute(work.db)
  return rows[0]
}

/** @returns false when another run made it first. */
export async function insertCopy(work: Work, jobId: string, copy: ListeningCopy): Promise<boolean> {
  const { rows } = await sql`
    insert into listening_copies (clinic_id, job_id, blob_id, mime_type, size_bytes, duration_ms, peaks, made_at)
    values (${work.clinicId}, ${jobId}, ${copy.blobId}, ${copy.mimeType}, ${copy.sizeBytes}, ${copy.durationMs}, ${copy.peaks}, ${work.now})
    on conflict do nothing returning job_id`.execute(work.db)
  return rows.length > 0
}
