import { idleForMs, watchActivity } from '@dictara/browser/activity'
import { call, CallFailed } from '@dictara/browser/call'
import { currentUser, onUserChange, storeUser } from '@dictara/browser/session'
import { idleMs, identityCalls } from '@dictara/contract/identity'
import { useEffect } from 'react'
import { endSession } from './end-session.ts'

const lookEveryMs = 30_000
/** A token lives 15 minutes; it is renewed well before. */
const renewAfterMs = 8 * 60_000

/** Renews the token, ends an idle session, and leaves when another tab signed out or somebody else signed in (Q023, Q191). */
export function useSessionCare() {
  useEffect(() => {
    const stopWatching = watchActivity()
    const userId = currentUser()?.id
    let renewedAt = Date.now()
    const stopListening = onUserChange(() => {
      const now = currentUser()
      if (now?.id !== userId) location.assign(now ? '/' : '/login')
    })

    async function look() {
      const isIdle = idleForMs() >= idleMs
      if (!isIdle && Date.now() - renewedAt < renewAfterMs) return
      renewedAt = Date.now()
      try {
        const answer = await call(identityCalls.renewToken, {}, { handler: false })
        // Somebody may still dictate in the recorder, which shares the session.
        if (isIdle && answer.idleForMs >= idleMs - lookEveryMs) return await endSession({ isIdle: true })
        storeUser({ ...answer.result[0]!, crossAuthenticated: currentUser()?.crossAuthenticated ?? false })
      } catch (error) {
        if (error instanceof CallFailed && error.kind === 'signed-out') await endSession({ isIdle })
      }
    }
    const timer = setInterval(() => void look(), lookEveryMs)
    return () => {
      clearInterval(timer)
      stopListening()
      stopWatching()
    }
  }, [])
}
