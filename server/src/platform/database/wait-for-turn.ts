import { sql } from 'kysely'
import type { Work } from './work.ts'

/** Of several who want the same at once, each waits until the one before has committed, and then sees what became of it. */
export async function waitForTurn(work: Work, wanted: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${wanted}, 0))`.execute(work.db)
}
