import { call } from '@dictara/browser/call'
import { currentUser, storeUser } from '@dictara/browser/session'
import { identityCalls } from '@dictara/contract/identity'

/**
 * Renews the token.
 * @returns how long the session has been unused, here and in the recorder, which shares it
 */
export async function renewSession(): Promise<number> {
  const userId = currentUser()?.id
  const { result, idleForMs } = await call(identityCalls.renewToken, {}, { handler: false })
  const now = currentUser()
  if (now?.id === userId) storeUser({ ...result[0]!, crossAuthenticated: now?.crossAuthenticated ?? false })
  return idleForMs
}
