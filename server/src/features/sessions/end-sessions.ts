import { sharedRefusals } from '@dictara/contract'
import { seesWholeClinic } from '../../platform/actor.ts'
import type { ClinicWork } from '../../platform/database/index.ts'
import { notFound, refuseUnless } from '../../platform/refusal.ts'
import { deviceOf } from './device-of.ts'
import { endSessionsSeen, findOwnSession, isSessionOf, listOpenSessions } from './sessions.store.ts'

declare module '../../platform/database/work.ts' {
  interface AuditEvents {
    'person.sessions-ended': { userId: string; sessions: number }
  }
}

/** @throws Refusal 403 unless it is oneself, or somebody of a clinicAdmin's: who may disable a person may end their sessions. */
function guardPerson({ actor }: ClinicWork, userId: string): void {
  refuseUnless(userId === actor.userId || seesWholeClinic(actor), sharedRefusals.notPermitted)
}

/** Where a person is signed in (S30). */
export async function showSessions(work: ClinicWork, userId: string) {
  guardPerson(work, userId)
  const own = await findOwnSession(work)
  const open = await listOpenSessions(work, userId)
  return open.map(({ userAgent, ...session }) => ({
    ...session,
    ...deviceOf(userAgent),
    isThis: session.sessionId === own,
  }))
}

async function end(work: ClinicWork, userId: string, which: { only?: string; but?: string }): Promise<number> {
  const isOwn = userId === work.actor.userId
  const sessions = await endSessionsSeen(work, userId, which, isOwn ? 'ENDED_BY_PERSON' : 'ENDED_BY_ADMIN')
  if (!isOwn && sessions > 0) await work.audit({ event: 'person.sessions-ended', detail: { userId, sessions } })
  return sessions
}

/**
 * Ends one session of a person, with what it opened and its live channels: its next call is nobody's.
 * @returns words for people. @throws Refusal 404 for a session that was not theirs
 */
export async function endOneSession(work: ClinicWork, userId: string, sessionId: string): Promise<string> {
  guardPerson(work, userId)
  if (!(await isSessionOf(work, userId, sessionId))) throw notFound()
  return (await end(work, userId, { only: sessionId })) > 0 ? 'Session ended.' : 'That session had already ended.'
}

/** Ends all sessions of a person except the calling one. @returns words for people */
export async function endOtherSessions(work: ClinicWork, userId: string): Promise<string> {
  guardPerson(work, userId)
  const sessions = await end(work, userId, { but: await findOwnSession(work) })
  if (sessions === 0) return 'There were no other sessions.'
  return sessions === 1 ? '1 session ended.' : `${sessions} sessions ended.`
}
