import { absoluteSessionMs, idleMs } from '@dictara/contract/identity'
import { mostSessions } from '@dictara/contract/sessions'
import { sql } from 'kysely'
import type { ClinicWork } from '../../platform/database/index.ts'

/** The open sessions of a person of the clinic that are in use, last active first; what one opened counts as that one. */
export const listOpenSessions = (work: ClinicWork, userId: string) =>
  work.db
    .selectFrom('sessions')
    .select(['id as sessionId', 'ip', 'userAgent', 'createdAt as signedInAt', 'lastActivityAt as lastActiveAt'])
    .where(({ and }) => and({ clinicId: work.clinicId, userId, parentId: null, endedAt: null }))
    .where('lastActivityAt', '>', new Date(work.now.getTime() - idleMs))
    .where('createdAt', '>', new Date(work.now.getTime() - absoluteSessionMs))
    .orderBy('lastActivityAt', 'desc')
    .orderBy('id')
    // More there are only for a moment.
    .limit(2 * mostSessions)
    .execute()

/** Whether the person signed in to this session, open or ended. */
export async function isSessionOf(work: ClinicWork, userId: string, sessionId: string): Promise<boolean> {
  const session = await work.db
    .selectFrom('sessions')
    .select('id')
    .where(({ and }) =>
      and({ clinicId: work.clinicId, id: sessionId, userId, parentId: null, loggingStatus: 'SUCCESS' }),
    )
    .executeTakeFirst()
  return session !== undefined
}

/** The session that the actor signed in to: the recorder works in one that it opened. */
export async function findOwnSession(work: ClinicWork): Promise<string> {
  const { parentId } = await work.db
    .selectFrom('sessions')
    .select('parentId')
    .where(({ and }) => and({ clinicId: work.clinicId, id: work.actor.sessionId }))
    .executeTakeFirstOrThrow()
  return parentId ?? work.actor.sessionId
}

/** Ends one session of a person, or all but one. @returns how many were open */
export async function endSessionsSeen(
  work: ClinicWork,
  userId: string,
  { only = null, but = null }: { only?: string | null; but?: string | null },
  reason: string,
): Promise<number> {
  const { rows } =
    await sql`select gate.end_sessions_seen(${userId}, ${only}::uuid, ${but}::uuid, ${work.now}, ${reason})`.execute(
      work.db,
    )
  return rows.length
}
