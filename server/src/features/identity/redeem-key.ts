import { identityRefusals, type StoredUser } from '@dictara/contract/identity'
import type { Gate } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import { refuseUnless } from '../../platform/refusal.ts'
import { findSession, insertSession, takeHandoffKey } from './identity.store.ts'
import { storedUserOf } from './stored-user.ts'
import { hashOf, type Tokens } from './tokens.ts'

/**
 * Redeems a one-time key (Q166) once, within 60 seconds, only in the browser that asked for it (both applications share its cookie,
 * Q195) and in the application that it is for. Elsewhere it stays unused. Opens a child session that ends with its parent.
 */
export async function redeemKey(gate: Gate, tokens: Tokens, key: string, facts: RequestFacts): Promise<StoredUser> {
  const secret = facts.cookie.secret
  refuseUnless(secret !== null, identityRefusals.keyInvalid)
  const taken = await takeHandoffKey(gate, hashOf(key), hashOf(secret), facts.application)
  refuseUnless(taken, identityRefusals.keyInvalid)
  const sessionId = newId(gate.now.getTime())
  await insertSession(gate, {
    sessionId,
    userId: taken.userId,
    parentId: taken.sessionId,
    cookieHash: taken.cookieHash,
    ip: facts.ip,
    userAgent: facts.userAgent,
    clearedDelays: [],
    provedBy: ['KEY'],
  })
  const session = await findSession(gate, sessionId)
  return storedUserOf(session!, tokens, gate.now)
}
