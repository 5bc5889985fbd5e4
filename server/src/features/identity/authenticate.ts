import { timingSafeEqual } from 'node:crypto'
import { absoluteSessionMs, idleMs } from '@dictara/contract/identity'
import type { Gate } from '../../platform/database/index.ts'
import { endSession, findSession, type SessionFacts, touchSession } from './identity.store.ts'
import { hashOf, type Tokens } from './tokens.ts'

export interface Bearer {
  token: string | null
  cookieSecret: string | null
}

/** Reads a session. Many calls at once may share one query. */
export type FindSession = (id: string) => Promise<SessionFacts | undefined>

/** The least time between two moves of the idle clock. A write for each call would cost more than the call. */
const touchEveryMs = 15_000

/** Why a session is over that nobody ended; null if it is not over. */
function whyOver({ lastActivityAt, createdAt }: SessionFacts, now: Date): 'IDLE' | 'TOO_OLD' | null {
  if (now.getTime() - lastActivityAt.getTime() >= idleMs) return 'IDLE'
  return now.getTime() - createdAt.getTime() >= absoluteSessionMs ? 'TOO_OLD' : null
}

/** True for an open session of the person in any browser. */
export async function isOpenSessionOf(gate: Gate, userId: string, sessionId: string): Promise<boolean> {
  const facts = await findSession(gate, sessionId)
  return facts?.userId === userId && !facts.endedAt && whyOver(facts, gate.now) === null
}

/**
 * Finds an enabled person's open session that is bound to this browser (Q014). Ends a session that was idle for 15 minutes or is
 * 12 hours old.
 */
export async function findOpenSession(
  gate: Gate,
  named: { userId: string; sessionId: string },
  cookieSecret: string,
  byPerson: boolean,
  find: FindSession = (id) => findSession(gate, id),
): Promise<SessionFacts | null> {
  const facts = await find(named.sessionId)
  if (!facts || facts.userId !== named.userId || facts.endedAt || !facts.isEnabled) return null
  if (!timingSafeEqual(facts.cookieHash, hashOf(cookieSecret))) return null
  const over = whyOver(facts, gate.now)
  if (over) {
    await endSession(gate, facts.id, over)
    return null
  }
  if (byPerson && gate.now.getTime() - facts.lastActivityAt.getTime() > touchEveryMs) await touchSession(gate, facts.id)
  return facts
}

/** The open session of a bearer with a valid, unexpired token; see `findOpenSession`. */
export async function findBearerSession(
  gate: Gate,
  tokens: Tokens,
  bearer: Bearer,
  byPerson: boolean,
  find?: FindSession,
): Promise<{ facts: SessionFacts; expiresAt: Date } | null> {
  if (!bearer.token || !bearer.cookieSecret) return null
  const claims = await tokens.read(bearer.token, gate.now)
  const facts = claims && (await findOpenSession(gate, claims, bearer.cookieSecret, byPerson, find))
  return facts && { facts, expiresAt: claims.expiresAt }
}
