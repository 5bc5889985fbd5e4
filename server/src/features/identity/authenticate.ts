import { timingSafeEqual } from 'node:crypto'
import { absoluteSessionMs, idleMs } from '@dictara/contract/identity'
import type { Gate } from '../../platform/database/index.ts'
import { endSession, findSession, type SessionFacts } from './identity.store.ts'
import { hashOf, type Tokens } from './tokens.ts'

export interface Bearer {
  token: string | null
  cookieSecret: string | null
}

/**
 * A person's session that is open, in use and bound to this browser, the person enabled (Q014). Ends one that was idle
 * for 15 minutes or is 12 hours old.
 */
export async function findOpenSession(
  gate: Gate,
  named: { userId: string; sessionId: string },
  cookieSecret: string,
  byPerson: boolean,
): Promise<SessionFacts | null> {
  const facts = await findSession(gate, named.sessionId, byPerson)
  if (!facts || facts.userId !== named.userId || facts.endedAt || !facts.isEnabled) return null
  if (!timingSafeEqual(facts.cookieHash, hashOf(cookieSecret))) return null
  const now = gate.now.getTime()
  const isIdle = now - facts.lastActivityAt.getTime() >= idleMs
  if (isIdle || now - facts.createdAt.getTime() >= absoluteSessionMs) {
    await endSession(gate, facts.id, isIdle ? 'IDLE' : 'TOO_OLD')
    return null
  }
  return facts
}

/** The session behind a bearer whose token is ours and fresh; see `findOpenSession`. */
export async function findBearerSession(
  gate: Gate,
  tokens: Tokens,
  bearer: Bearer,
  byPerson: boolean,
): Promise<{ facts: SessionFacts; expiresAt: Date } | null> {
  if (!bearer.token || !bearer.cookieSecret) return null
  const claims = await tokens.read(bearer.token, gate.now)
  const facts = claims && (await findOpenSession(gate, claims, bearer.cookieSecret, byPerson))
  return facts && { facts, expiresAt: claims.expiresAt }
}
