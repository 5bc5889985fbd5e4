import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { Work } from '../../platform/database/index.ts'
import { mayRead } from './access-rules.store.ts'
import { findJob, type JobRecord } from './jobs.store.ts'

/** The scope rule of job ids (Q176). Deleted jobs are gone. */
export async function mayReadJob(work: Work, actor: Actor, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    select from jobs j where j.clinic_id = ${work.clinicId} and j.id = ${jobId} and j.is_enabled and ${mayRead(actor)}`.execute(
    work.db,
  )
  return rows.length > 0
}

/** Which of these people may read the job now; of a deleted one those who could before. */
export async function listReaders(
  work: Work,
  jobId: string,
  actors: readonly Actor[],
): Promise<{ job: JobRecord | undefined; readers: string[] }> {
  const job = await findJob(work, jobId)
  if (!job) return { job, readers: [] }
  const readers: string[] = []
  for (const actor of new Map(actors.map((one) => [one.userId, one])).values()) {
    const { rows } =
      await sql`select from jobs j where j.clinic_id = ${work.clinicId} and j.id = ${jobId} and ${mayRead(actor)}`.execute(
        work.db,
      )
    if (rows.length > 0) readers.push(actor.userId)
  }
  return { job, readers }
}
