import { identityCalls, type StoredUser } from '@dictara/contract/identity'
import { call } from '@dictara/browser/call'
import { forgetRememberedLists } from '../details/remembered-lists.ts'
import { currentUser, storeUser } from '@dictara/browser/session'

export interface Arrival {
  user: StoredUser | null
  /** Why nobody is signed in, if that needs an explanation. */
  reason?: string
  /** The roster visit that the person came to dictate: an id without patient data. */
  rosterId?: string
}

/**
 * Handles the arrival from the web application with a one-time key, or the return to a session of this origin. The key
 * is removed from the address first, so that it does not stay in the history (XAUTH-10, Q166).
 */
export async function arrive(): Promise<Arrival> {
  const encryptedKey = new URLSearchParams(location.search).get('encryptedKey')
  const rosterId = new URLSearchParams(location.hash.slice(1)).get('roster')
  if (location.search || location.hash) history.replaceState(null, '', location.pathname)
  const arrival = await signedInBy(encryptedKey)
  return rosterId ? { ...arrival, rosterId } : arrival
}

async function signedInBy(encryptedKey: string | null): Promise<Arrival> {
  if (encryptedKey) {
    try {
      const { result } = await call(identityCalls.checkLogin, { query: { encryptedKey } }, { handler: false })
      const user = result[0]!
      storeUser(user)
      return { user }
    } catch (error) {
      const back = await comeBack()
      return back.user ? back : { user: null, reason: wordsFor(error) }
    }
  }
  return comeBack()
}

/**
 * Returns to the known session of this origin. Without an answer it counts as valid, since recording works without
 * network.
 */
async function comeBack(): Promise<Arrival> {
  const known = currentUser()
  if (!known) return { user: null }
  // Somebody else may sign in in another tab meanwhile.
  const isStillKnown = () => currentUser()?.id === known.id
  try {
    const user = (await call(identityCalls.renewToken, {}, { handler: false })).result[0]!
    if (isStillKnown()) storeUser(user)
    return { user }
  } catch (error) {
    if ((error as { status?: number }).status !== 401) return { user: known }
    if (isStillKnown()) storeUser(null)
    void forgetRememberedLists(known.id)
    return { user: null, reason: 'Your session has ended.' }
  }
}

function wordsFor(error: unknown): string {
  const { status, message } = error as { status?: number; message?: string }
  return (status && message) || 'The server could not be reached. Please try again.'
}
