import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { accountKey } from './sign-in-keys.ts'

export async function insertInvitation(work: Work, userId: string, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await work.db
    .updateTable('invitations')
    .set({ usedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, userId, usedAt: null }))
    .execute()
  await work.db
    .insertInto('invitations')
    .values({ tokenHash, clinicId: work.clinicId, userId, expiresAt, createdAt: work.now })
    .execute()
}

/** True when a link that was made after `since` can still be used. */
export async function hasLinkSince(work: Work, userId: string, since: Date): Promise<boolean> {
  const link = await work.db
    .selectFrom('invitations')
    .select('expiresAt')
    .where(({ and }) => and({ clinicId: work.clinicId, userId, usedAt: null }))
    .where('createdAt', '>', since)
    .where('expiresAt', '>', work.now)
    .executeTakeFirst()
  return link !== undefined
}

/** Ends the link that was made at `madeAt`, unless another has replaced it. */
export async function endLinkMadeAt(work: Work, userId: string, madeAt: Date): Promise<void> {
  await work.db
    .updateTable('invitations')
    .set({ expiresAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, userId, usedAt: null, createdAt: madeAt }))
    .where('expiresAt', '>', work.now)
    .execute()
}

/** Ends the unused links of a person. */
export async function endLinksOf(work: Work, userId: string): Promise<void> {
  await work.db
    .updateTable('invitations')
    .set({ usedAt: work.now })
    .where(({ and }) => and({ clinicId: work.clinicId, userId, usedAt: null }))
    .execute()
}

/** Ends every session of a person, e.g. when they are disabled. */
export async function endSessionsOf(work: Work, userId: string, reason: string): Promise<void> {
  await sql`select gate.end_sessions_of(${userId}, ${work.now}, ${reason})`.execute(work.db)
}

/** Lets a person sign in again after too many failed tries. */
export async function forgetFailedSignIns(work: Work, email: string): Promise<void> {
  await sql`select gate.forget_failed_sign_ins(${[accountKey(email)]})`.execute(work.db)
}
