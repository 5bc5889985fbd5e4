import { call, failureOf } from '@dictara/browser/call'
import { currentUser, storeUser } from '@dictara/browser/session'
import { identityCalls, type StoredUser } from '@dictara/contract/identity'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { openRecorder } from '../../platform/open-recorder.ts'
import { loadSiteConfig } from '../../platform/site-config.ts'
import { AccountFrame } from './account-frame.tsx'
import { rememberRedirect } from './post-login-redirect.ts'
import { redirectTarget } from './redirect-target.ts'

/** One redemption per address, even if React runs an effect twice: a key opens one session. */
const begun = new Map<string, Promise<Outcome>>()
type Outcome = { goTo: string } | { signIn: true } | { message: string }

/**
 * A person already signed in here did not come through the handoff, and does not return to the recorder after Complete
 * (Q125).
 */
function wasHere({ id }: StoredUser): boolean {
  const before = currentUser()
  return before?.id === id && !before.crossAuthenticated
}

/** Decides the result of a handoff (XAUTH-03 to XAUTH-09, Q167). */
async function handOff(search: string): Promise<Outcome> {
  const query = new URLSearchParams(search)
  const encoded = query.get('redirect-url')
  const encryptedKey = query.get('encryptedKey')
  if (!encoded || encryptedKey === null) return { message: 'Invalid request: Missing required parameters' }
  try {
    const { recorderUrl } = await loadSiteConfig()
    const target = redirectTarget(encoded, { web: location.origin, recorder: new URL(recorderUrl).origin })
    if (!target) return { message: 'Invalid redirect URL' }
    try {
      const { result } = await call(identityCalls.checkLogin, { query: { encryptedKey } }, { handler: false })
      storeUser({ ...result[0]!, crossAuthenticated: !wasHere(result[0]!) })
      return { goTo: target }
    } catch (error) {
      const kind = failureOf(error)?.kind
      if (!kind || kind === 'server' || kind === 'unreachable') return { message: 'Error checking current login.' }
      rememberRedirect(target)
      return { signIn: true }
    }
  } catch {
    return { message: 'An error occurred during authentication.' }
  }
}

/** The sign-in handoff from the recorder (XAUTH-02). The key is removed from the address bar at once. */
export function CrossAuthPage() {
  const navigate = useNavigate()
  const [message, setMessage] = useState<string>()

  useEffect(() => {
    const search = location.search
    if (search && !begun.has(search)) {
      begun.set(search, handOff(search))
      history.replaceState(history.state, '', location.pathname)
    }
    const outcome = [...begun.values()].at(-1) ?? handOff(search)
    void outcome.then((found) => {
      if ('message' in found) setMessage(found.message)
      else if ('signIn' in found) navigate('/login', { replace: true })
      else if (found.goTo.startsWith('/')) navigate(found.goTo, { replace: true })
      else void openRecorder()
    })
  }, [navigate])

  return (
    <AccountFrame title={message ? 'Couldn’t sign you in' : 'Signing you in …'}>
      <p role={message ? 'alert' : 'status'}>{message ?? 'Just a moment.'}</p>
      {message && <a href="/login">Go to sign-in</a>}
    </AccountFrame>
  )
}
