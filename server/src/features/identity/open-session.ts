import type { StoredUser } from '@dictara/contract/identity'
import type { Gate } from '../../platform/database/index.ts'
import type { RequestFacts } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import { findSession, insertSession, type NewSession } from './identity.store.ts'
import { storedUserOf } from './stored-user.ts'
import { hashOf, randomSecret, type Tokens } from './tokens.ts'

/** Opens a session of an enabled person in the calling browser. Sets a cookie if the browser has none. */
export async function openSession(
  gate: Gate,
  tokens: Tokens,
  userId: string,
  by: NewSession['provedBy'][number],
  { ip, userAgent, cookie }: RequestFacts,
): Promise<StoredUser> {
  const secret = cookie.secret ?? randomSecret()
  if (secret !== cookie.secret) cookie.set(secret)
  const sessionId = newId(gate.now.getTime())
  const session = { sessionId, userId, parentId: null, cookieHash: hashOf(secret), ip, userAgent, clearedDelays: [] }
  await insertSession(gate, { ...session, provedBy: [by] })
  return storedUserOf((await findSession(gate, sessionId))!, tokens, gate.now)
}
