import { sql } from 'kysely'
import type { Work } from '../../platform/database/index.ts'
import { accountKey } from './sign-in-keys.ts'

export async function insertInvitation(work: Work, userId: string, tokenHash: Buffer, expiresAt: Date): Promise<void> {
  await sql`update invitations set used_at = ${work.now}
    where clinic_id = ${work.clinicId} and user_id = ${userId} and used_at is null`.execute(work.db)
  await sql`insert into invitations (token_hash, clinic_id, user_id, expires_at, created_at)
    values (${tokenHash}, ${work.clinicId}, ${userId}, ${expiresAt}, ${work.now})`.execute(work.db)
}

/** Whether a link made since then can still be used. */
export async function hasLinkSince(work: Work, userId: string, since: Date): Promise<boolean> {
  const { rows } = await sql`select from invitations where clinic_id = ${work.clinicId} and user_id = ${userId}
    and used_at is null and created_at > ${since} and expires_at > ${work.now}`.execute(work.db)
  return rows.length > 0
}

/** Ends the link that was made at a moment, unless another took its place. */
export async function endLinkMadeAt(work: Work, userId: string, madeAt: Date): Promise<void> {
  await sql`update invitations set expires_at = ${work.now} where clinic_id = ${work.clinicId} and user_id = ${userId}
    and used_at is null and created_at = ${madeAt} and expires_at > ${work.now}`.execute(work.db)
}

/** Ends every session of a person, e.g. of one who is disabled. */
export async function endSessionsOf(work: Work, userId: string, reason: string): Promise<void> {
  await sql`select gate.end_sessions_of(${userId}, ${work.now}, ${reason})`.execute(work.db)
}

/** Lets a person sign in again after too many failed tries. */
export async function forgetFailedSignIns(work: Work, email: string): Promise<void> {
  await sql`select gate.forget_failed_sign_ins(${[accountKey(email)]})`.execute(work.db)
}
