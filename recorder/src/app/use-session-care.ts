import { identityCalls, tokenMs } from '@dictara/contract/identity'
import { useEffect } from 'react'
import { call } from '../call.ts'
import { currentUser, onUserChange, storeUser } from '../session.ts'

const lookEveryMs = tokenMs / 15

/**
 * Renews the token while the page is open, and tells `onSignedIn` when the person has signed in again in another tab. That the
 * session is in use is known to the server from the chunks that arrive (Q023).
 */
export function useSessionCare(userId: string, onSignedIn: () => void): void {
  useEffect(() => {
    const renew = async () => {
      if (currentUser()?.id !== userId) return
      const { result } = await call(identityCalls.renewToken, {}, { handler: false })
      if (currentUser()?.id === userId) storeUser(result[0]!)
    }
    // a failure is met by the next call of the upload, which says so
    const looking = setInterval(() => void renew().catch(() => undefined), lookEveryMs)
    return () => clearInterval(looking)
  }, [userId])

  useEffect(() => {
    let token = currentUser()?.token
    return onUserChange(() => {
      const now = currentUser()
      if (now?.id === userId && now.token !== token) onSignedIn()
      token = now?.token
    })
  }, [userId, onSignedIn])
}
