import { sql } from 'kysely'
import { preparedMark } from './connection.ts'
import type { Work } from './work.ts'

const prepared = sql.raw(preparedMark)

/** Serialises transactions that want the same thing: each waits until the one before has committed, and then sees its result. */
export async function waitForTurn(work: Work, wanted: string): Promise<void> {
  await sql`${prepared} select pg_advisory_xact_lock(hashtextextended(${wanted}, 0))`.execute(work.db)
}

/** Like `waitForTurn`, but shares the turn with others that call this: each waits only for whoever wants the thing alone. */
export async function waitWithOthers(work: Work, wanted: string): Promise<void> {
  await sql`${prepared} select pg_advisory_xact_lock_shared(hashtextextended(${wanted}, 0))`.execute(work.db)
}
